import { fieldEntries } from '../../../../src/contract/traffic/trafficFields.ts';
import { fieldNamed, fields } from '../../../../src/contract/traffic/trafficQuery.ts';
import { tokenize } from '../../../../src/contract/traffic/trafficTokens.ts';
import type { Rows } from '../rowStore.ts';

export interface QueryCompletion {
  /** What it puts in place of `from`–`end`. */
  readonly text: string;
  readonly from: number;
  readonly end: number;
}

/** By the name of their field. */
type KnownValues = Readonly<Record<string, readonly string[]>>;

const maxSuggestions = 9;

/** Suggestions at the caret: field names, then their known values. */
export function completeQuery(query: string, caret: number, known: KnownValues): readonly QueryCompletion[] {
  const token = tokenize(query).find(({ from, end }) => from < caret && caret <= end);
  const from = token?.from ?? caret;
  const end = token?.end ?? caret;
  const typed = query.slice(from, caret);
  const minus = typed.startsWith('-') ? '-' : '';
  const word = typed.slice(minus.length);
  const texts = word.includes(':') ? valuesFor(word, known) : fieldsFor(word);
  return texts.slice(0, maxSuggestions).map((text) => ({ text: `${minus}${text}`, from, end }));
}

function fieldsFor(word: string): string[] {
  const lower = word.toLowerCase();
  return [...fields]
    .filter(([name]) => name.startsWith(lower) && name !== lower)
    .map(([name, field]) => (field.kind === 'number' ? `${name}>` : `${name}:`));
}

/** The last of `a,b,…` is being typed; the others stay. */
function valuesFor(word: string, known: KnownValues): string[] {
  const colon = word.indexOf(':');
  const name = word.slice(0, colon).toLowerCase();
  const comma = word.lastIndexOf(',');
  const kept = word.slice(0, Math.max(colon, comma) + 1);
  const typed = word.slice(kept.length).toLowerCase();
  return valuesOf(name, known)
    .filter((value) => value.toLowerCase().includes(typed) && value.toLowerCase() !== typed)
    .map((value) => kept + quoted(value));
}

function valuesOf(name: string, known: KnownValues): readonly string[] {
  const field = fieldNamed(name);
  if (field?.kind === 'choice') return Object.keys(field.choices);
  return Object.hasOwn(known, name) ? (known[name] as readonly string[]) : [];
}

function quoted(value: string): string {
  return /[\s,"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

const suggested = fieldEntries.flatMap(([name, { query }]) => (query?.suggested ? [{ name, query }] : []));

/** Servers, methods and tools of the newest rows; older ones are rarely typed. */
export function knownValues(store: Rows, rows = 5_000): KnownValues {
  const known = suggested.map(({ name, query }) => ({ name, field: query.name, values: new Set<string>() }));
  for (let seq = store.nextSeq - 1; seq >= Math.max(store.firstSeq, store.nextSeq - rows); seq--) {
    const row = store.at(seq);
    for (const { name, values } of known) if (row?.[name] !== undefined) values.add(String(row[name]));
  }
  return Object.fromEntries(known.map(({ field, values }) => [field, [...values]]));
}
