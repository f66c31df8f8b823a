import type { TrafficRow } from '../../../src/protocol/traffic.ts';

export type RowTest = (row: TrafficRow) => boolean;

export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly test: RowTest }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Words must all occur; `/…/` is a regular expression; `server:` `method:` `status:` `kind:` `dir:` `id:`
 * look at one column; `>100ms` and `<1s` at the latency; a `-` in front means "not".
 */
export function parseFilter(query: string): Filter {
  const tests: RowTest[] = [];
  for (const { text, negated } of tokens(query)) {
    const test = parseTerm(text);
    if (typeof test === 'string') return { kind: 'invalid', reason: test };
    tests.push(negated ? (row) => !test(row) : test);
  }
  if (tests.length === 0) return { kind: 'all' };
  return { kind: 'some', test: (row) => tests.every((test) => test(row)) };
}

interface Token {
  readonly text: string;
  readonly negated: boolean;
}

function tokens(query: string): Token[] {
  const found = query.match(/-?(?:[a-z]+:)?(?:"[^"]*"|\/(?:\\.|[^/\\])+\/i?(?=\s|$)|\S+)/gi) ?? [];
  return found.map((token) => {
    const negated = token.startsWith('-') && token.length > 1;
    return { text: negated ? token.slice(1) : token, negated };
  });
}

const columns: Readonly<Record<string, (row: TrafficRow) => string>> = {
  server: (row) => row.server,
  method: (row) => row.method ?? '',
  status: (row) => row.status ?? '',
  kind: (row) => row.kind,
  dir: (row) => row.direction,
  id: (row) => String(row.id ?? ''),
};

/** The test, or a sentence that says what is wrong with the term. */
function parseTerm(term: string): RowTest | string {
  const duration = /^([<>])(\d+(?:\.\d+)?)(ms|s)?$/i.exec(term);
  if (duration) return durationTest(duration);
  const [, name = '', rest = ''] = /^([a-z]+):(.+)$/i.exec(term) ?? [];
  const column = Object.hasOwn(columns, name.toLowerCase()) ? columns[name.toLowerCase()] : undefined;
  return column ? textTest(rest, (row) => column(row).toLowerCase()) : textTest(term, rowText);
}

function durationTest([, sign, digits = '', unit]: RegExpExecArray): RowTest {
  const ms = Number(digits) * (unit?.toLowerCase() === 's' ? 1_000 : 1);
  return sign === '>' ? (row) => (row.durationMs ?? -1) > ms : (row) => (row.durationMs ?? Infinity) < ms;
}

function textTest(term: string, of: (row: TrafficRow) => string): RowTest | string {
  const pattern = /^\/(.+)\/i?$/.exec(term)?.[1];
  if (pattern !== undefined) return patternTest(pattern, of);
  const word = term.replace(/^"(.*)"$/, '$1').toLowerCase();
  return (row) => of(row).includes(word);
}

function patternTest(pattern: string, of: (row: TrafficRow) => string): RowTest | string {
  try {
    const expression = new RegExp(pattern, 'i');
    return (row) => expression.test(of(row));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const texts = new WeakMap<TrafficRow, string>();

/** Lower-cased once per row, and only for rows that somebody searched. */
function rowText(row: TrafficRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    text =
      `${row.server} ${row.method ?? ''} ${row.id ?? ''} ${row.status ?? ''} ${row.kind} ${row.preview}`.toLowerCase();
    texts.set(row, text);
  }
  return text;
}
