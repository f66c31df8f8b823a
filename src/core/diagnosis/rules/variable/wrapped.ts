import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, remoteOf, stdioOf } from '../../model/evidence.ts';
import { setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const quotes = /^(["'“‘`])([^]+)(["'”’`])$/;
/** What servers and services say of such a value. */
const complaint =
  /invalid|not valid|malformed|unauthori[sz]ed|authenticat|denied|refused|forbidden|\b40[0134]\b|not found|no such|parse|unknown|unsupported|illegal|expected|bad |failed/i;

/** Quotes of a shell or a line break that became part of a value: nothing takes them away. */
export const valueWrapped = rule('variable/wrapped', (evidence) => {
  const [group, values] = valuesOf(evidence);
  const found = values.find(([, value]) => isWrapped(value ?? ''));
  const [name, value] = found ?? [];
  if (name === undefined || !value) return undefined;
  const bare = unwrapped(value);
  return {
    cause: quotes.test(value.trim())
      ? l10n.t('The value of {0} has quotes around it, which are part of it.', name)
      : /[\r\n]/.test(value.trim())
        ? l10n.t('The value of {0} has a line break in it.', name)
        : l10n.t('The value of {0} has a blank or a line break at its beginning or end.', name),
    remedies: [setValue(l10n.t('Remove them from the value of {0}', name), [group, name], bare)],
    ...inEntry(group, name),
    isCertain: complaint.test(`${outputOf(evidence)} ${evidence.body ?? ''} ${evidence.status ?? ''}`),
  };
});

function isWrapped(value: string): boolean {
  const bare = unwrapped(value);
  // Without a token it has nothing that could be wrapped.
  if (bare === '' || bare === value || /^(?:Bearer|Basic|Token)$/i.test(bare)) return false;
  // JSON and the like in a variable begin and end with quotes of their own.
  return !/^\s*"[^"]*"\s*[,:]/.test(value);
}

function unwrapped(value: string): string {
  const whole = value.trim();
  // A key in PEM and JSON have lines.
  const bare =
    /^[\w.+/=:-]+(?:\s*[\r\n]+\s*[\w.+/=:-]+)+$/.test(whole) && whole.length < 400
      ? whole.replaceAll(/\s+/g, '')
      : whole;
  return quotes.exec(bare)?.[2] ?? bare;
}

function valuesOf(evidence: Evidence): readonly ['env' | 'headers', readonly (readonly [string, string | null])[]] {
  const env = stdioOf(evidence)?.env;
  return env ? ['env', Object.entries(env)] : ['headers', Object.entries(remoteOf(evidence)?.headers ?? {})];
}
