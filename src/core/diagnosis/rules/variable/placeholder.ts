import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, remoteOf, stdioOf } from '../../model/evidence.ts';
import { ask, askFor, askForHeader } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { givenVariables } from './missingVariables.ts';

const placeholder =
  /^(?:<[^>]{1,80}>|[\w-]{1,24}[-_]your[-_ ][\w -]{1,60}|[a-z][\w+.-]{1,20}:\/\/[^\s/]{0,60}<[\w -]{2,40}>.{0,200}|[\w.+-]{0,30}<(?:your|api|token|key|secret)[^>]{1,60}>.{0,20}|\[[^\]]{1,80}\]|\{\{?[\w .-]{1,60}\}?\}|your[-_ ].{1,60}|.{0,40}[-_ ](?:here|goes[-_ ]here)|x{3,}|\.{3}|changeme|replace[-_ ]?me.{0,40}|todo|insert.{1,60}|[\w-]{1,24}[-_](?:x{3,}|\*{3,}|\.{3,}|…).{0,40}|\*{3,}|…|(?:my|some|enter|add|put|paste)[-_ ](?:your[-_ ])?.{0,30}(?:key|token|secret|password)|(?:api|access|auth|secret)[-_ ]?(?:key|token)|Bearer (?:<[^>]{1,80}>|your[-_ ].{1,60}|x{3,}|\.{3}|YOUR\w{1,60}))$/i;

/** A value that was copied from a manual. */
export const placeholderValue = rule('variable/placeholder', (evidence) => {
  const [key, names, group] = valuesOf(evidence);
  const found = names.find(([, value]) => placeholder.test((value ?? '').trim()));
  if (!found || group === undefined) return undefined;
  const [name, value] = found;
  return {
    cause: l10n.t('{0} still has the value of the manual: {1}', name, value ?? ''),
    remedies: [key === 'env' ? askFor(name) : askForHeader(name, schemeOf(value ?? ''))],
    ...inEntry(key, name),
  };
});

function valuesOf(
  evidence: Evidence,
): readonly ['env' | 'headers', readonly (readonly [string, string | null])[], unknown] {
  // What a container is not given is not what it complains about.
  const group = stdioOf(evidence) && givenVariables(evidence);
  if (group) return ['env', Object.entries(group), group];
  const headers = remoteOf(evidence)?.headers;
  return ['headers', Object.entries(headers ?? {}), headers];
}

function schemeOf(value: string): string | undefined {
  return /^(Bearer|Basic|Token) /i.exec(value)?.[1];
}

/** A key in the query of the address, as the manual of the server shows it. */
export const placeholderInUrl = rule('variable/placeholder-url', (evidence) => {
  const url = remoteOf(evidence)?.url;
  if (url === undefined || !URL.canParse(url)) return undefined;
  const found = [...new URL(url).searchParams].find(([, value]) => placeholder.test(value.trim()));
  if (!found) return undefined;
  const [name, value] = found;
  const at = url.indexOf(`${name}=`) + name.length + 1;
  return {
    cause: l10n.t('{0} still has the value of the manual: {1}', name, value),
    remedies: [ask(l10n.t('Enter {0}', name), ['url'], { now: url.slice(0, at) })],
    ...inEntry('url'),
  };
});
