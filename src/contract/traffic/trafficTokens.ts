/** One term of a traffic query with its place, so that an error and a completion know where they belong. */
export interface QueryToken {
  readonly from: number;
  readonly end: number;
  readonly negated: boolean;
  /** What is before the sign, lower-cased; absent for a plain word. */
  readonly field?: string;
  readonly sign: ':' | '>' | '<' | '>=' | '<=';
  /** With its quotes or slashes, where it has them. */
  readonly value: string;
}

const term = /-?(?:[a-z]+(?::|[<>]=?))?(?:"[^"]*"?|\/(?:\\.|[^/\\\s])(?:\\.|[^/\\])*\/i?(?=\s|$)|\S+)?/giy;
const parts = /^(-?)(?:([a-z]*)(:|[<>]=?))?([^]*)$/i;

export function tokenize(query: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (let at = skipSpace(query, 0); at < query.length; at = skipSpace(query, at)) {
    term.lastIndex = at;
    const text = term.exec(query)?.[0] || query.slice(at).split(/\s/, 1)[0] || query.slice(at);
    tokens.push(readToken(text, at));
    at += text.length;
  }
  return tokens;
}

function skipSpace(query: string, from: number): number {
  let at = from;
  while (at < query.length && /\s/.test(query[at] as string)) at++;
  return at;
}

function readToken(text: string, from: number): QueryToken {
  const place = { from, end: from + text.length };
  const [, minus = '', field, sign, value = ''] = parts.exec(text) ?? [];
  const plain = { ...place, negated: text.length > 1 && minus === '-', sign: ':' as const };
  if (sign === undefined || isPlain(text, field, sign, value)) {
    return { ...plain, value: plain.negated ? text.slice(1) : text };
  }
  const name = field === '' || field === undefined ? {} : { field: field.toLowerCase() };
  return { ...plain, ...name, sign: sign as QueryToken['sign'], value };
}

/** `http://x`, `:`, `"a":1` and `<b>` are things to look for, not fields. */
function isPlain(text: string, field: string | undefined, sign: string, value: string): boolean {
  if (/^-?["/]/.test(text) || (sign === ':' && value.startsWith('//'))) return true;
  return field === '' && (sign === ':' || !/^\d/.test(value));
}
