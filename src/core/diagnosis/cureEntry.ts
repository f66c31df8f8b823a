import { writeFailed } from '../../base/faults/configFaults.ts';
import { escapePattern } from '../../base/pattern/escapePattern.ts';
import { l10n } from '../../base/l10n.ts';
import { type JsonObject, type JsonValue, isRecord } from '../../base/json.ts';
import { withValue } from './entryChanges.ts';
import type { Cure, EntryChange, EntryPath } from './model/diagnosis.ts';
import { inItsForm, inOurForm } from './writing/entryForm.ts';
import { type TextPlace, meansValue, writtenText } from './writing/entryText.ts';

/** The entry as it would be, and the inputs that it then needs. */
export interface CuredEntry {
  readonly body: JsonObject;
  readonly inputs: readonly JsonObject[];
  /** The input that has the value, new or not. */
  readonly asked?: string;
  /** What is done instead of what the cure says, where the file cannot have that. */
  readonly instead?: string;
}

/** What is known of an entry beside its text. */
export interface EntryFacts {
  isSecret(text: string): boolean;
  /** What its variables stood for at the last start, by how they are written. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly home?: string;
  /** Where a relative working folder starts. */
  readonly folder?: string;
  /** Where relative paths start. */
  readonly cwd?: string;
  /** How the file writes a variable of the environment, where it has no inputs. */
  readonly fromEnvironment?: (name: string) => string;
}

/**
 * A diagnosis knows the launch with its variables expanded. What the entry writes with a variable stays as it is there,
 * a new value is written with it too, and it throws where one would be written that the file does not have and that may
 * be a secret.
 */
export function cureEntry(raw: JsonObject, cure: Cure, facts: EntryFacts): CuredEntry {
  const { body, ...more } = curedBody(inOurForm(raw), cure, facts);
  return { body: inItsForm(body, raw), ...more };
}

function curedBody(raw: JsonObject, cure: Cure, facts: EntryFacts): CuredEntry {
  switch (cure.kind) {
    case 'edit':
      return changeEntry(raw, cure.changes, facts);
    case 'raiseTimeout':
      return changeEntry(raw, [{ path: ['startupTimeoutMs'], value: cure.seconds * 1_000 }], facts);
    case 'addInput': {
      const { body, ...more } = addInput(raw, cure, facts);
      return cure.also ? { ...changeEntry(body, cure.also, facts), ...more } : { body, ...more };
    }
    default:
      throw writeFailed('refused', l10n.t('This is not a change of the entry.'));
  }
}

function changeEntry(raw: JsonObject, changes: readonly EntryChange[], facts: EntryFacts): CuredEntry {
  let body: JsonObject = raw;
  const isMoved = changes.some(({ path }) => path[0] === 'cwd');
  for (const { path, value, kept, from } of changes) {
    const old = valueAt(raw, path);
    const moved = from && valueAt(raw, from);
    if (moved !== undefined) {
      body = withValue(body, path, around(value, kept, moved) ?? moved);
      continue;
    }
    const written =
      around(value, kept, old) ?? rewrite(value as JsonValue | undefined, old, placeOf(path, facts, isMoved));
    if (
      written !== undefined &&
      facts.isSecret(JSON.stringify(written)) &&
      !facts.isSecret(JSON.stringify(old ?? null)) &&
      facts.isSecret(withoutKnown(JSON.stringify(written), raw))
    )
      throw writeFailed('refused', l10n.t('The change would write a secret into the file.'));
    body = withValue(body, path, written);
  }
  return { body, inputs: [] };
}

/** What only moves is written there already. */
function withoutKnown(written: string, raw: JsonObject): string {
  const known = JSON.stringify(raw).match(/(?<=")(?:[^"\\]|\\.){4,}(?=")/g) ?? [];
  return known.reduce(
    (text, each) => text.replaceAll(new RegExp(`(?<![\\w-])${escapePattern(each)}(?![\\w-])`, 'g'), ''),
    written,
  );
}

/** With another working folder, no relative path stays what it was. */
function placeOf(
  [key]: EntryPath,
  { variables = new Map(), home, folder, cwd }: EntryFacts,
  isMoved: boolean,
): TextPlace {
  if (key === 'cwd') return { key, variables, home, base: folder };
  const base = isMoved || (key !== 'command' && key !== 'args') ? undefined : cwd;
  return key === 'command' ? { key, variables, home, base } : { variables, base };
}

/** The same entry where its value is an input already: that is then asked for again. */
function addInput(
  raw: JsonObject,
  { variable, header, reference, declared }: Extract<Cure, { kind: 'addInput' }>,
  { fromEnvironment }: EntryFacts,
): CuredEntry {
  if (reference !== undefined && declared !== undefined)
    return { body: replaceText(raw, reference, `\${input:${declared}}`), inputs: [], asked: declared };
  if (reference !== undefined) return inputInstead(raw, variable, reference, fromEnvironment);
  const path = header ? ['headers', header.name] : ['env', variable];
  const old = valueAt(raw, path);
  const [, known] = typeof old === 'string' ? (/^(?:\w+ )?\$\{input:([^}]+)\}$/.exec(old) ?? []) : [];
  if (known !== undefined) return { body: raw, inputs: [], asked: known };
  const id = idOf(variable);
  const scheme = header?.scheme === undefined ? '' : `${header.scheme} `;
  if (fromEnvironment)
    return {
      body: withValue(raw, path, scheme + fromEnvironment(variable)),
      inputs: [],
      instead: takeFromEnvironment(variable),
    };
  return {
    body: withValue(raw, path, `${scheme}\${input:${id}}`),
    inputs: [inputOf(id, header?.name ?? variable)],
    asked: id,
  };
}

/** An input that is not declared keeps its name. */
function inputInstead(
  raw: JsonObject,
  variable: string,
  reference: string,
  fromEnvironment: EntryFacts['fromEnvironment'],
): CuredEntry {
  if (fromEnvironment) {
    const name = variable.replaceAll(/\W+/g, '_').toUpperCase();
    return { body: replaceText(raw, reference, fromEnvironment(name)), inputs: [], instead: takeFromEnvironment(name) };
  }
  const id = /^\$\{input:([^}]+)\}$/.exec(reference)?.[1] ?? idOf(variable);
  return { body: replaceText(raw, reference, `\${input:${id}}`), inputs: [inputOf(id, variable)], asked: id };
}

/** In all values of the entry. */
function replaceText(values: JsonObject, text: string, by: string): JsonObject {
  const replaced = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return value.replaceAll(text, () => by);
    if (Array.isArray(value)) return value.map(replaced);
    return isRecord(value) ? replaceText(value, text, by) : value;
  };
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([key, value]) => [key, value === undefined ? value : replaced(value)]));
}

function takeFromEnvironment(variable: string): string {
  return l10n.t('Take {0} from the environment, and set it there: this file cannot have inputs', variable);
}

function idOf(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}

function inputOf(id: string, description: string): JsonObject {
  return { type: 'promptString', id, description, password: true };
}

/** `Bearer ${input:token}`: where the whole value is a variable, nothing else tells what was added to it. */
function around(value: unknown, kept: string | undefined, old: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || typeof old !== 'string' || !kept || !value.includes(kept)) return undefined;
  return value.replace(kept, () => old.trim());
}

/** Puts the forms with variables back, one argument at a time. */
function rewrite(value: JsonValue | undefined, old: JsonValue | undefined, place: TextPlace): JsonValue | undefined {
  if (typeof value === 'string') {
    const before = typeof old === 'string' ? old : undefined;
    return before !== undefined && hasVariable(before) && meansValue(before, value, place)
      ? before
      : writtenText(value, before, place);
  }
  if (!Array.isArray(value)) return value;
  const before = Array.isArray(old) ? old : [];
  return value.map((item, at) =>
    typeof item === 'string' ? rewriteItem(item, at, value.length, before, place) : item,
  );
}

function rewriteItem(
  item: string,
  at: number,
  length: number,
  before: readonly JsonValue[],
  place: TextPlace,
): JsonValue {
  const unchanged = before.find((each) => String(each) === item);
  if (unchanged !== undefined) return unchanged;
  const texts = before.filter((each) => typeof each === 'string');
  const beside = [before[at], before[at - length + before.length]].filter((each) => typeof each === 'string');
  const same =
    beside.find((each) => hasVariable(each) && meansValue(each, item, place)) ??
    texts.find((each) => hasVariable(each) && meansValue(each, item, place, shortestLiteral));
  if (same !== undefined) return same;
  return writtenText(item, length === before.length ? beside[0] : undefined, place, texts.join(' '));
}

const shortestLiteral = 3;

const hasVariable = (text: string): boolean => text.includes('${') || text.startsWith('~');

function valueAt(body: JsonValue | undefined, path: EntryPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isRecord(value) && Object.hasOwn(value, String(step))
      ? ((value as JsonObject)[String(step)] as JsonValue)
      : undefined;
  }, body);
}
