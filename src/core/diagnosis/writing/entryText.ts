import { escapePattern } from '../../../base/pattern/escapePattern.ts';
import { findReferences } from '../../config/model/references.ts';
import { expandKnown } from '../../config/variables/variableValues.ts';
import { anyPath as path } from '../model/paths.ts';

/** What a text of an entry may be written with. */
export interface TextPlace {
  /** Values of the variables of the entry, by how they are written. */
  readonly variables: ReadonlyMap<string, string>;
  /** Where a relative path starts; absent where none is one. */
  readonly base?: string | undefined;
  /** For `~`, where that is expanded. */
  readonly home?: string | undefined;
  /** A command is looked up in PATH where it has no separator, and a working folder is always a path. */
  readonly key?: 'command' | 'cwd';
}

/** A value as the entry writes it: with its variables, with `~`, or relative as before. */
export function writtenText(value: string, old: string | undefined, place: TextPlace, beside = old ?? ''): string {
  return below(value, old, place) ?? relative(value, old, place) ?? withVariables(value, beside, place.variables);
}

const homePath = /^~(?=$|[\\/])/;

/** `~/bin/moon`, where it was written so before. */
function below(value: string, old: string | undefined, { home }: TextPlace): string | undefined {
  if (home === undefined || old === undefined || !homePath.test(old)) return undefined;
  const rest = value.slice(home.length);
  return value.startsWith(home) && /^(?:$|[\\/])/.test(rest) ? `~${rest}` : undefined;
}

function relative(value: string, old: string | undefined, { base, key }: TextPlace): string | undefined {
  if (base === undefined || old === undefined || !path.isAbsolute(value) || !isRelativePath(old, key)) return undefined;
  const found = path.relative(base, value) || '.';
  if (path.isAbsolute(found) || (found.startsWith('..') && !old.startsWith('..'))) return undefined;
  const written = old.includes('/') ? found.replaceAll('\\', '/') : found;
  const isDotted = old.startsWith('./') || (key === 'command' && !/[\\/]/.test(written));
  return isDotted && !written.startsWith('.') ? `./${written}` : written;
}

function isRelativePath(text: string, key: TextPlace['key']): boolean {
  if (path.isAbsolute(text) || /^[-@~$%]|:\/\/|\$\{/.test(text)) return false;
  return key === 'cwd' || (key === undefined && /\w\.\w{1,5}$/.test(text)) || /[\\/]|^\.{1,2}$/.test(text);
}

/** Shorter ones are found in what they have nothing to do with. */
const shortestOfOthers = 8;
const shortest = 3;

/** Where a value of a variable stands in the text, the variable is written. */
function withVariables(value: string, beside: string, variables: ReadonlyMap<string, string>): string {
  const candidates = [...variables]
    .filter(
      ([variable, text]) => text.length >= (beside.includes(variable) ? shortest : shortestOfOthers) || isFolder(text),
    )
    .toSorted(([, a], [, b]) => b.length - a.length);
  return replaced(value, candidates);
}

function isFolder(text: string): boolean {
  return path.isAbsolute(text) && text.length >= shortest;
}

function replaced(text: string, [first, ...others]: readonly (readonly [variable: string, value: string])[]): string {
  if (!first) return text;
  const [variable, value] = first;
  return text
    .split(wholeWord(value))
    .map((part) => replaced(part, others))
    .join(variable);
}

/** A folder is not part of a longer name, nor what another path ends with. */
function wholeWord(value: string): RegExp {
  const before = path.isAbsolute(value) ? String.raw`(?<![\w.\\/-])` : String.raw`(?<!\w)`;
  return new RegExp(`${before}${escapePattern(value)}${String.raw`(?![\w-]|\.\w)`}`);
}

/** Whether a text of the entry stands for this value. A variable of which nothing is known may stand for anything. */
export function meansValue(written: string, value: string, { variables, home }: TextPlace, literals = 0): boolean {
  const text = home === undefined ? written : written.replace(homePath, () => home);
  const expanded = expandKnown(text, variables);
  if (expanded !== undefined) return expanded === value;
  if (withoutReferences(text).join('').length < literals) return false;
  return pattern(text, variables).test(value);
}

function withoutReferences(text: string): readonly string[] {
  let from = 0;
  const parts = findReferences(text).map(({ offset, text: reference }) => {
    const part = text.slice(from, offset);
    from = offset + reference.length;
    return part;
  });
  return [...parts, text.slice(from)];
}

function pattern(text: string, variables: ReadonlyMap<string, string>): RegExp {
  const references = findReferences(text).map((each) => variables.get(each.text));
  const parts = withoutReferences(text).map((part, at) => {
    const value = references[at];
    return escapePattern(part) + (at === references.length ? '' : value === undefined ? '[^]*' : escapePattern(value));
  });
  return new RegExp(`^${parts.join('')}$`);
}
