import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const ofProtocol =
  /^(?:mcp-session-id|mcp-protocol-version|mcp-method|content-type|content-length|host|connection|transfer-encoding|last-event-id)$/i;

/** What each request sets anew: a value of yesterday is refused. */
export const headerOfProtocol = rule('http/own-header', (evidence) => {
  const launch = remoteOf(evidence);
  const name = Object.keys(launch?.headers ?? {}).find((each) => ofProtocol.test(each));
  if (name === undefined || evidence.status === undefined || evidence.status < 400 || evidence.status >= 500)
    return undefined;
  if (evidence.status === 401 || evidence.status === 403) return undefined;
  return {
    cause: l10n.t('The header "{0}" of the entry replaces the one that the protocol itself sets.', name),
    remedies: [setValue(l10n.t('Remove the header'), ['headers', name], undefined)],
    ...inEntry('headers', name),
    ...(evidence.body !== undefined && { proof: evidence.body.slice(0, 300) }),
  };
});
