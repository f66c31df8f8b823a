import { escapePattern } from '../../base/pattern/escapePattern.ts';
import { embeddedServerLabel, ownServers } from './ownServers.ts';
import { isProbe, isRefusal, type TrafficRow } from './traffic.ts';
import { type QueryFieldName, type TrafficFieldName, computedFields, fieldEntries } from './trafficFields.ts';
import { type QueryToken, tokenize } from './trafficTokens.ts';

/** What cannot be read from the row itself. */
export interface QueryContext {
  isPinned(seq: number): boolean;
  /** A request without a response yet. */
  isPending(row: TrafficRow): boolean;
  /** The whole text of a body; available in the host only, and needed only by a query with `needsBody`. */
  body?(seq: number): string;
  /**
   * Whether the query's pattern with this number matches the row. A user's regular expression may take
   * forever on a text, so it is not run here; if it is not run at all, it is ignored.
   */
  fits?(pattern: number, seq: number): boolean;
}

/** An expression and where it is looked for. */
interface QueryPattern {
  readonly source: string;
  texts(row: TrafficRow, context: QueryContext): readonly (string | undefined)[];
}

type RowTest = (row: TrafficRow, context: QueryContext) => boolean;

interface Term {
  readonly holds: RowTest;
  readonly negated: boolean;
}

export type QueryProblem =
  | { readonly code: 'unknown-field'; readonly name: string }
  | { readonly code: 'unknown-value'; readonly name: string; readonly value: string; readonly known: string }
  | { readonly code: 'bad-number'; readonly name: string; readonly value: string }
  | { readonly code: 'bad-pattern'; readonly reason: string }
  /** Set by the code that runs it. */
  | { readonly code: 'slow-pattern' }
  | { readonly code: 'no-value'; readonly name: string };

export type Query =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'some';
      /** With `other`, of an exchange: a term holds if it holds for either, a negated one if for neither. */
      readonly test: (row: TrafficRow, context: QueryContext, other?: TrafficRow) => boolean;
      readonly needsBody: boolean;
      /** Texts that a body must hold, whatever their case; none where a row can fit without them. */
      readonly bodyWords: readonly string[];
      readonly patterns: readonly QueryPattern[];
    }
  | { readonly kind: 'invalid'; readonly problem: QueryProblem; readonly from: number; readonly end: number };

/**
 * Terms side by side must all hold; a `-` in front of one means "not"; `a,b` after a field means either.
 * A word, "a phrase" or /a pattern/ is looked for in what a row shows.
 */
export function parseQuery(query: string): Query {
  const terms: Term[] = [];
  const patterns: QueryPattern[] = [];
  const bodyWords: string[] = [];
  let needsBody = false;
  let needsAllRows = false;
  for (const token of tokenize(query)) {
    const { negated, from, end } = token;
    const pattern = patternOf(token);
    const holds = pattern ? (problemOf(pattern) ?? patternTest(patterns.push(pattern) - 1, negated)) : termTest(token);
    if (typeof holds !== 'function') return { kind: 'invalid', problem: holds, from, end };
    needsBody ||= token.field === 'body';
    needsAllRows ||= asksForPending(token); // whether a call is answered is seen in later rows
    if (token.field === 'body' && !negated && !pattern) bodyWords.push(unquoted(token.value));
    terms.push({ holds, negated });
  }
  if (terms.length === 0) return { kind: 'all' };
  return {
    kind: 'some',
    needsBody,
    bodyWords: needsAllRows ? [] : bodyWords,
    patterns,
    test: (row, context, other) => holdAll(terms, row, context, other),
  };
}

function asksForPending({ field, value }: QueryToken): boolean {
  return (field === 'is' || field === 'status') && value.toLowerCase().includes('pending');
}

function holdAll(terms: readonly Term[], row: TrafficRow, context: QueryContext, other?: TrafficRow): boolean {
  return terms.every(
    ({ holds, negated }) => (holds(row, context) || (other !== undefined && holds(other, context))) !== negated,
  );
}

function patternOf(token: QueryToken): QueryPattern | undefined {
  const source = /^\/(.+)\/i?$/.exec(token.value)?.[1];
  const texts = source === undefined ? undefined : textsOf(token);
  return source === undefined || !texts ? undefined : { source, texts };
}

function problemOf({ source }: QueryPattern): QueryProblem | undefined {
  try {
    void new RegExp(source, 'i');
    return undefined;
  } catch (error) {
    return { code: 'bad-pattern', reason: error instanceof Error ? error.message : String(error) };
  }
}

function patternTest(pattern: number, negated: boolean): RowTest {
  return ({ seq }, context) => (context.fits === undefined ? !negated : context.fits(pattern, seq));
}

interface TextField {
  readonly kind: 'text';
  texts(row: TrafficRow): readonly (string | undefined)[];
}

interface NumberField {
  readonly kind: 'number';
  /** What one of each unit counts for; the first is meant where none is written. */
  readonly units: Readonly<Record<string, number>>;
  of(row: TrafficRow): number | undefined;
}

interface ChoiceField {
  readonly kind: 'choice';
  readonly choices: Readonly<Record<string, RowTest>>;
}

interface BodyField {
  readonly kind: 'body';
}

type Field = TextField | NumberField | ChoiceField | BodyField;

/** Filters that need more than the row: the values of `is:`, and more for a field of the table. */
const is: Readonly<Record<keyof (typeof computedFields)['is']['values'], RowTest>> = {
  pinned: (row, context) => context.isPinned(row.seq),
  pending: (row, context) => context.isPending(row),
  paired: (row) => row.kind === 'response' && row.pair !== undefined,
  grouped: (row) => row.group !== undefined,
  probe: isProbe,
};
const moreChoices: Readonly<Partial<Record<TrafficFieldName, Readonly<Record<string, RowTest>>>>> = {
  status: {
    error: (row) => row.kind === 'malformed' || (isErrorStatus(row.status) && !isRefusal(row)),
    pending: is.pending,
  },
};

function isErrorStatus(status: TrafficRow['status']): boolean {
  return status === 'error' || status === 'toolError';
}

type TableField = (typeof fieldEntries)[number][1];

function choicesOf(name: TrafficFieldName, { values = {}, query }: TableField): ChoiceField['choices'] {
  const { names = {}, unnamed = [] } = query ?? {};
  const own = Object.keys(values).filter((value) => !unnamed.includes(value));
  const named = [...Object.keys(names).filter((one) => !own.includes(one)), ...own];
  const test = (wanted: readonly unknown[]): RowTest => {
    return wanted.length === 1 ? (row) => row[name] === wanted[0] : (row) => wanted.includes(row[name]);
  };
  return { ...Object.fromEntries(named.map((one) => [one, test(names[one] ?? [one])])), ...moreChoices[name] };
}

function queryField(name: TrafficFieldName, field: TableField): Field {
  switch (field.type) {
    case 'choice':
      return { kind: 'choice', choices: choicesOf(name, field) };
    case 'number':
    case 'row':
      return { kind: 'number', units: field.query?.units ?? {}, of: (row) => row[name] as number | undefined };
    case 'text':
    case 'id':
      return { kind: 'text', texts: name === 'server' ? serverTexts : (row) => [textIn(row, name)] };
    default:
      return field.type satisfies never;
  }
}

function textIn(row: TrafficRow, name: TrafficFieldName): string | undefined {
  const value = row[name];
  return value === undefined ? undefined : String(value);
}

/** Ours has a name in the views that is not its id: it is found by both. */
function serverTexts({ server }: TrafficRow): readonly string[] {
  return server === ownServers.embedded ? [server, embeddedServerLabel] : [server];
}

interface RankedField {
  readonly name: QueryFieldName;
  readonly rank: number;
  readonly field: Field;
}

const ranked: readonly RankedField[] = [
  ...fieldEntries.flatMap(([name, field]): RankedField[] =>
    field.query ? [{ ...field.query, name: field.query.name as QueryFieldName, field: queryField(name, field) }] : [],
  ),
  { name: 'body', rank: computedFields.body.rank, field: { kind: 'body' } },
  { name: 'is', rank: computedFields.is.rank, field: { kind: 'choice', choices: is } },
];

/** The language: what may be before `:`, `>` or `<`, the most usual first. */
export const fields: ReadonlyMap<string, Field> = new Map(
  ranked.toSorted((a, b) => a.rank - b.rank).map(({ name, field }) => [name, field]),
);

const aliases: ReadonlyMap<string, string> = new Map(
  fieldEntries.flatMap(([, { query }]) => (query?.aliases ?? []).map((alias) => [alias, query?.name ?? ''])),
);

export function fieldNamed(name: string): Field | undefined {
  const lower = name.toLowerCase();
  return fields.get(aliases.get(lower) ?? lower);
}

function termTest(token: QueryToken): RowTest | QueryProblem {
  const { field: name, sign, value } = token;
  if (name === undefined) return sign === ':' ? wordTest(value) : compare('duration', token);
  const field = fieldNamed(name);
  if (!field) return { code: 'unknown-field', name };
  if (value === '') return { code: 'no-value', name };
  switch (field.kind) {
    case 'number':
      return compare(name, token);
    case 'choice':
      return choiceTest(name, field, value);
    case 'text':
      return anyOf(value, (part) => textTest(part, field.texts));
    case 'body':
      return textTest(value, bodyTexts);
    default:
      return field satisfies never;
  }
}

/** A comma separates alternatives, but not inside a phrase or a pattern. */
function anyOf(value: string, testOf: (part: string) => RowTest | QueryProblem): RowTest | QueryProblem {
  if (/^["/]/.test(value) || !value.includes(',')) return testOf(value);
  const tests: RowTest[] = [];
  for (const part of value.split(',').filter((one) => one !== '')) {
    const test = testOf(part);
    if (typeof test !== 'function') return test;
    tests.push(test);
  }
  return (row, context) => tests.some((test) => test(row, context));
}

/** A prefix of a name is enough, so that a half-typed query already matches. */
function choiceTest(name: string, { choices }: ChoiceField, value: string): RowTest | QueryProblem {
  const known = Object.keys(choices);
  return anyOf(value, (part) => {
    const begins = known.filter((choice) => choice.toLowerCase().startsWith(part.toLowerCase()));
    const exact = begins.filter((choice) => choice.length === part.length);
    const tests = (exact.length > 0 ? exact : begins).map((choice) => choices[choice] as RowTest);
    if (tests.length === 0) return { code: 'unknown-value', name, value: part, known: known.join(', ') };
    return (row, context) => tests.some((test) => test(row, context));
  });
}

function compare(name: string, { sign, value }: QueryToken): RowTest | QueryProblem {
  const field = fieldNamed(name);
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(value) ?? [];
  if (field?.kind !== 'number' || digits === undefined) return { code: 'bad-number', name, value };
  const factor = unit === '' ? 1 : field.units[unit.toLowerCase()];
  if (factor === undefined) return { code: 'bad-number', name, value };
  const limit = Number(digits) * factor;
  const holds = comparisons[sign];
  return (row) => {
    const number = field.of(row);
    return number !== undefined && holds(number, limit);
  };
}

const comparisons: Readonly<Record<QueryToken['sign'], (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  ':': (a, b) => a === b,
};

type Texts = QueryPattern['texts'];

/** Where a term of texts is looked for; nothing for numbers and choices. */
function textsOf({ field: name, sign }: QueryToken): Texts | undefined {
  if (name === undefined) return sign === ':' ? rowTexts : undefined;
  const field = fieldNamed(name);
  if (field?.kind === 'body') return bodyTexts;
  return field?.kind === 'text' ? field.texts : undefined;
}

const bodyTexts: Texts = (row, context) => [context.body?.(row.seq)];

const searched = fieldEntries.filter(([, { searched: is }]) => is).map(([name]) => name);
const rowTexts: Texts = (row) => [row.preview, ...searched.map((name) => textIn(row, name)), ...serverTexts(row)];

/** An expression that ignores case is twice as fast as lower-casing a row's texts, and keeps no copy of them. */
function textTest(value: string, texts: Texts): RowTest {
  const pattern = patternFor(value);
  return (row, context) => {
    for (const text of texts(row, context)) if (text !== undefined && pattern.test(text)) return true;
    return false;
  };
}

/** As with `rowTexts`, but without a list of them for each row: this goes through all rows at each key that is typed. */
function wordTest(value: string): RowTest {
  const pattern = patternFor(value);
  return (row) => {
    if (pattern.test(row.preview)) return true;
    if (row.server === ownServers.embedded && pattern.test(embeddedServerLabel)) return true;
    for (const name of searched) {
      const text = row[name];
      if (text !== undefined && pattern.test(text as string)) return true;
    }
    return false;
  };
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1');
}

function patternFor(value: string): RegExp {
  return new RegExp(escapePattern(unquoted(value)), 'i');
}
