import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Some clients take the transport for the command. */
const transport = /^(?:sse|http|streamable-?http|url)$/i;

export const programIsUrl = rule('program/is-url', (evidence) => {
  const launch = stdioOf(evidence);
  const url =
    launch &&
    [launch.command.trim(), ...(transport.test(launch.command) ? launch.args : [])].find((text) =>
      /^https?:\/\/\S+$/i.test(text),
    );
  if (!launch || url === undefined) return undefined;
  return {
    cause: l10n.t('"command" holds a URL: this server is reached over HTTP and not started.'),
    remedies: [
      setValues(l10n.t('Use it as "url"'), [
        { path: ['type'], value: /\/sse\/?$/i.test(url) ? 'sse' : 'http' },
        { path: ['url'], value: url },
        { path: ['command'], value: undefined },
        { path: ['args'], value: undefined },
      ]),
    ],
    ...inEntry('command'),
  };
});
