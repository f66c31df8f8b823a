import { escapePattern } from '../../../base/pattern/escapePattern.ts';
import { l10n } from '../../../base/l10n.ts';
import type { EntryPath, Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../model/evidence.ts';
import { packageOf } from './newestVersion.ts';
import { ask, askFor } from '../model/remedies.ts';

interface EntryValue {
  readonly path: EntryPath;
  readonly name: string;
  readonly value: string;
  /** Such as the name of a command: it may stand in any text. */
  readonly isWord: boolean;
}

const shortest = 3;
export const secretName = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|PAT$|AUTH|COOKIE|SESSION/i;
const addressWithPassword = /^[a-z][\w+.-]*:\/\/[^/@\s]*:[^/@\s]+@|\bBearer \S/i;

/** What the entry gives to the server: arguments behind its program or package, and variables. */
function valuesOf(evidence: Evidence): readonly EntryValue[] {
  const launch = stdioOf(evidence);
  if (!launch) return [];
  return [
    ...launch.args.map((value, at) => ({
      path: ['args', at],
      name: value,
      value,
      isWord: /^[a-z]+$/i.test(value) && !/^--\w/.test(launch.args[at - 1] ?? ''),
    })),
    ...Object.entries(launch.env).map(([name, value]) => ({
      path: ['env', name],
      name,
      value: value ?? '',
      isWord: false,
    })),
  ];
}

/** The value of the entry that a text is about: it is in the text, or the text is in it. */
export function valueNamedIn(evidence: Evidence, text: string): EntryValue | undefined {
  const packageAt = packageOf(evidence)?.at;
  const named = valuesOf(evidence).filter(
    (each) => bare(each.value).length >= shortest && each.path[1] !== packageAt && isNamed(each, text, evidence),
  );
  const isOption = ({ value }: EntryValue): number => (/^--?[\w-]+$/.test(value) ? 1 : 0);
  return named.toSorted((a, b) => isOption(a) - isOption(b) || bare(b.value).length - bare(a.value).length)[0];
}

/**
 * Paths, addresses and numbers are meant where they stand in a text. A plain word is so only in quotes: else "server"
 * would be about every message, and the script about every stack.
 */
function isNamed({ value, isWord }: EntryValue, text: string, { machine }: Evidence): boolean {
  const word = bare(value);
  if (isWord) return text === word || new RegExp(`["'\`“‘]${word}["'\`”’]`).test(text);
  if (
    sourceEnding.test(word) &&
    new RegExp(`${escapePattern(word)}["']?(?:[:(]\\d|, line|:in |\\s+on line)`).test(text)
  )
    return false;
  const home = word.startsWith('~/') ? word.replace('~', machine.home) : word;
  if (text.includes(word) || text.includes(home)) return true;
  const inside = text.startsWith(`${machine.home}/`) ? text.replace(machine.home, '~') : text;
  const isName = isPath.test(text) || /^[\w@.-]{4,100}$/.test(text);
  return isName && (value.includes(text) || value.includes(inside));
}

const isPath = /^(?:[A-Za-z]:)?[/\\~][^\s]{3,400}$/;
const sourceEnding = /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|sh)$/;

/** A secret is sometimes the path of the file that has it. */
const isFile = /^(?:[A-Za-z]:)?[/\\~][^\s]{2,400}\.\w{1,10}$/;

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
  if (path[0] === 'env' && secretName.test(String(path[1])) && !isFile.test(value)) return [askFor(String(path[1]))];
  const prefix = value.slice(0, value.length - bare(value).length);
  const title = l10n.t('Enter another value instead of {0}', bare(value));
  return [ask(title, path, { what, now: bare(value), ...(prefix !== '' && { prefix }) })];
}

/** The variable of the entry that is called like a setting: `Mcp__HttpPath` for `Mcp:HttpPath`. */
export function alikeVariable(setting: string, evidence: Evidence): readonly Remedy[] {
  const env = stdioOf(evidence)?.env ?? {};
  const wanted = letters(setting);
  const name = wanted === '' ? undefined : Object.keys(env).find((each) => letters(each).endsWith(wanted));
  if (name === undefined) return [];
  return [ask(l10n.t('Enter another value for {0}', name), ['env', name], { now: env[name] ?? '' })];
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
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

const secretOption = /^--?[\w-]*(?:key|token|secret|password|passwd|pat|credential)$/i;

/** Options of the entry whose value is a secret: `--api-key=…` or `--token …`. */
export function secretOptions(
  evidence: Evidence,
): readonly { readonly name: string; readonly path: EntryPath; readonly prefix?: string }[] {
  const args = stdioOf(evidence)?.args ?? [];
  return args.flatMap((arg, at) => {
    const [, joined] = /^(--?[\w-]+)=./.exec(arg) ?? [];
    if (joined !== undefined)
      return secretOption.test(joined) ? [{ name: joined, path: ['args', at], prefix: `${joined}=` }] : [];
    const next = args[at + 1];
    return secretOption.test(arg) && next !== undefined && !next.startsWith('-')
      ? [{ name: arg, path: ['args', at + 1] }]
      : [];
  });
}

/** An argument with a password in it, such as the address of a database. */
export function passwordArgument(evidence: Evidence): readonly Remedy[] {
  const at = stdioOf(evidence)?.args.findIndex((arg) => addressWithPassword.test(arg)) ?? -1;
  return at < 0 ? [] : [ask(l10n.t('Enter another address with user and password'), ['args', at])];
}

/** Where the entry has the port, else in the variable that most servers read. */
export function otherPort(evidence: Evidence, port: string | undefined): readonly Remedy[] {
  if (!stdioOf(evidence)) return [];
  const inEntry = port === undefined ? [] : [...asArgument(evidence, port), ...changeValue(evidence, port)];
  const name = /\bSpring\b/.test(outputOf(evidence)) ? 'SERVER_PORT' : 'PORT';
  return inEntry.length > 0 ? inEntry.slice(0, 1) : [ask(l10n.t('Enter another port as {0}', name), ['env', name])];
}

/** `--port 80`: so short a number is looked for as a whole argument only. */
function asArgument(evidence: Evidence, port: string): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex((arg, index) => arg === port && args[index - 1]?.startsWith('-'));
  return at < 0 ? [] : [ask(l10n.t('Enter another value instead of {0}', port), ['args', at], { now: port })];
}
