import { l10n } from '../../../../base/l10n.ts';
import { packageOf } from '../../cures/newestVersion.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { withoutVersion } from './packageName.ts';

const address = /^https?:\/\/[^\s"']+$/;

/** Both registries have a bridge of this name: that of npm serves a program over HTTP, that of Python reaches a URL. */
export const bridgeNamesake = rule('package/namesake', (evidence) => {
  const found = packageOf(evidence);
  const url = found?.runner === 'npx' && withoutVersion(found.name) === 'mcp-proxy' ? addressIn(evidence) : undefined;
  if (url === undefined || !evidence.end || evidence.end.code === 0) return undefined;
  const type = /\/sse\/?$/.test(url) ? 'sse' : 'http';
  return {
    cause: l10n.t(
      'The package "{0}" of npm serves a program over HTTP; what connects to {1} is the Python package of that name.',
      'mcp-proxy',
      url,
    ),
    remedies: [
      setValues(l10n.t('Connect to {0} directly', url), [
        { path: ['type'], value: type },
        { path: ['url'], value: url },
        { path: ['command'], value: undefined },
        { path: ['args'], value: undefined },
      ]),
      setValues(l10n.t('Use "{0}" instead', `uvx mcp-proxy ${url}`), [
        { path: ['command'], value: 'uvx' },
        { path: ['args'], value: ['mcp-proxy', url] },
      ]),
    ],
    ...inEntry('args', found?.at ?? 0),
  };
});

function addressIn(evidence: Evidence): string | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  return [env['SSE_URL'], ...args].find((each) => each && address.test(each)) ?? undefined;
}
