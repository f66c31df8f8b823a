import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { enterUrl } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** WordPress has an address for each of its plugins, as long as the plugin is active. */
export const wordpressRoute = rule('http/wordpress', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || !URL.canParse(launch.url) || !/"rest_no_route"/.test(evidence.body ?? '')) return undefined;
  const { host, origin, pathname } = new URL(launch.url);
  const page = `${origin}${pathname.replace(/\/wp-json\/.*$/, '')}/wp-admin/plugins.php`;
  return {
    cause: l10n.t(
      'WordPress at {0} has no address {1}: its plugin with the MCP server is not active, or uses another address.',
      host,
      pathname,
    ),
    remedies: [{ text: l10n.t('Open {0}', page), cure: { kind: 'browse', url: page } }, enterUrl(launch.url)],
    proof: 'rest_no_route',
    ...inEntry('url'),
  };
});
