import { type QueryToken, tokenize } from '../../../../src/contract/traffic/trafficTokens.ts';

/** Whether the query asks for this value of a field. */
export function hasValue(query: string, field: string, value: string): boolean {
  return termsOf(query, field).some((token) => valuesOf(token).includes(value));
}

/** Adds a value to those that a field may have, or takes it away; the rest of the query stays. */
export function toggleValue(query: string, field: string, value: string): string {
  const before = termsOf(query, field).flatMap(valuesOf);
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  // Only plain values can be listed; a name with spaces stands alone.
  const listed = after.every(isPlain) ? after.join(',') : quote(after.at(-1) ?? '');
  return withTerms(query, field, listed === '' ? [] : [`${field}:${listed}`]);
}

/** Replaces what the query says about a field. */
export function withTerms(query: string, field: string, terms: readonly string[]): string {
  const others = tokenize(query).filter((token) => token.field !== field || token.negated);
  return [...others.map(({ from, end }) => query.slice(from, end)), ...terms].join(' ');
}

/** All other rows. */
export function exclude(query: string, field: string, value: string): string {
  return `${query} -${field}:${quote(value)}`.trim();
}

export function quote(value: string): string {
  return isPlain(value) ? value : `"${value.replaceAll('"', '')}"`;
}

function isPlain(value: string): boolean {
  return /^[\w./#-]+$/.test(value);
}

function termsOf(query: string, field: string): readonly QueryToken[] {
  return tokenize(query).filter((token) => token.field === field && token.sign === ':' && !token.negated);
}

function valuesOf({ value }: QueryToken): readonly string[] {
  return value.startsWith('"') ? [value.replaceAll('"', '')] : value.split(',');
}
