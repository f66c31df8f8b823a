import { l10n } from '../../../../base/l10n.ts';
import type { EntryPath } from '../../model/diagnosis.ts';
import { type Evidence, hasCode, outputOf, remoteOf, stdioOf } from '../../model/evidence.ts';
import { ask } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** An address of a manual: a name that stands for one, or its user and password. */
const example =
  /^(?:--?[\w-]+=)?[a-z][\w+.-]*:\/\/(?:[^@\s]*@)?(?:[^/\s]*\.)?(?:your[-_]?(?:domain|host|site|org|project|instance|company|tenant|server|workspace|sub-?domain|account|team|app|ip)[\w-]*(?=[.:/?]|$)|(?:hostname|host)(?=[:/]|$)|<[^>]+>|\{[^}]+\}(?=[.:/]))|:\/\/(?:user(?:name)?|your[-_]?user(?:name)?):(?:pass(?:word)?|your[-_]?password)@(?!localhost|127\.)/i;
const unreached =
  /ENOTFOUND|EAI_AGAIN|getaddrinfo|no such host|could not translate|Name or service|password authentication failed|Access denied|Invalid URL|authentication failed|\bHTTP 40[134]\b|\b404 Not Found|status(?: code)?:? 40[134]/i;

export const exampleAddress = rule('path/example-address', (evidence) => {
  const found = addressesOf(evidence).find(([, value]) => example.test(value));
  if (!found || !isMet(evidence)) return undefined;
  const [path, value] = found;
  return {
    cause: l10n.t('The address {0} is an example from a manual.', value),
    remedies: [ask(l10n.t('Enter another value instead of {0}', value), path, { now: value })],
    ...inEntry(...path),
  };
});

function isMet(evidence: Evidence): boolean {
  return (
    hasCode(evidence, 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL') ||
    (evidence.status ?? 0) >= 400 ||
    (evidence.end !== undefined && unreached.test(outputOf(evidence)))
  );
}

function addressesOf(evidence: Evidence): readonly (readonly [EntryPath, string])[] {
  const remote = remoteOf(evidence);
  if (remote) return [[['url'], remote.url]];
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  return [
    ...args.map((arg, at) => [['args', at], arg] as const),
    ...Object.entries(env).map(([name, value]) => [['env', name], value ?? ''] as const),
  ];
}
