import { l10n } from '../../../base/l10n.ts';
import type { EntryPath, Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { packageOf } from './newestVersion.ts';
import { ask, askFor } from '../model/remedies.ts';

interface EntryValue {
  readonly path: EntryPath;
  readonly name: string;
  readonly value: string;
}

const shortest = 3;
const secretName = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|PAT$|AUTH|COOKIE|SESSION/i;
const addressWithPassword = /^[a-z][\w+.-]*:\/\/[^/@\s]*:[^/@\s]+@|\bBearer \S/i;

/** What the entry gives to the server: arguments behind its program or package, and variables. */
function valuesOf(evidence: Evidence): readonly EntryValue[] {
  const launch = stdioOf(evidence);
  if (!launch) return [];
  return [
    ...launch.args.map((value, at) => ({ path: ['args', at], name: value, value })),
    ...Object.entries(launch.env).map(([name, value]) => ({ path: ['env', name], name, value: value ?? '' })),
  ];
}

/** The value of the entry that a text is about: it is in the text, or the text is in it. */
export function valueNamedIn(evidence: Evidence, text: string): EntryValue | undefined {
  const packageAt = packageOf(evidence)?.at;
  const named = valuesOf(evidence).filter(
    ({ path, value }) => bare(value).length >= shortest && path[1] !== packageAt && text.includes(bare(value)),
  );
  return named.toSorted((a, b) => bare(b.value).length - bare(a.value).length)[0];
}

/** `--port=3000` is about 3000. */
function bare(value: string): string {
  return value.replace(/^--?[\w-]+=/, '');
}

/** Lets the user change what a text is about. */
export function changeValue(
  evidence: Evidence,
  text: string,
  what: 'text' | 'file' | 'folder' = 'text',
): readonly Remedy[] {
  const found = valueNamedIn(evidence, text);
  if (!found) return [];
  const { path, value } = found;
  if (path[0] === 'env' && secretName.test(String(path[1]))) return [askFor(String(path[1]))];
  const prefix = value.slice(0, value.length - bare(value).length);
  const title = l10n.t('Enter another value instead of {0}', bare(value));
  return [ask(title, path, { what, now: bare(value), ...(prefix !== '' && { prefix }) })];
}

/** The secrets that the entry gives to the server, those that a text is about first; also an address with a password. */
export function secretsFor(evidence: Evidence, text = ''): readonly Remedy[] {
  const { env = {} } = stdioOf(evidence) ?? {};
  const names = Object.entries(env)
    .filter(([name, value]) => secretName.test(name) || addressWithPassword.test(value ?? ''))
    .map(([name]) => name);
  const words = text.toLowerCase();
  const isMeant = (name: string): boolean => words.includes((name.split('_')[0] ?? name).toLowerCase());
  const meant = names.filter(isMeant);
  return (meant.length > 0 ? meant : names).map(askFor);
}

/** Names of variables of the entry that hold a secret. */
export function secretNames(evidence: Evidence): readonly string[] {
  return secretsFor(evidence).flatMap(({ cure }) => (cure?.kind === 'addInput' ? [cure.variable] : []));
}

/** An argument with a password in it, such as the address of a database. */
export function passwordArgument(evidence: Evidence): readonly Remedy[] {
  const at = stdioOf(evidence)?.args.findIndex((arg) => addressWithPassword.test(arg)) ?? -1;
  return at < 0 ? [] : [ask(l10n.t('Enter another address with user and password'), ['args', at])];
}
