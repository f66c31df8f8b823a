import { isAscii } from '../../../base/text/ascii.ts';

/**
 * What a text costs a model in tokens, without a tokenizer's megabytes of tables.
 * The rates were measured on this base with cl100k and o200k, then raised by a margin: over every
 * pattern, example and answer the estimate is never below either tokenizer, so a budget kept here is
 * kept there (test/unit/knowledge/tokens.test.ts holds measured samples).
 */
export function countTokens(text: string): number {
  let total = 0;
  for (const [piece] of text.matchAll(isAscii(text) ? asciiPieces : pieces())) total += costOf(piece);
  return Math.ceil(Math.max(total * margin, text.length / 4));
}

const margin = 1.04;
const asciiPieces = / ?[A-Z]?[a-z]+| ?[A-Z]+|\d{1,3}| ?[^\sA-Za-z\d]+|\s+/g;
const pieces = (): RegExp => / ?\p{Lu}?\p{Ll}+| ?\p{Lu}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+|\p{L}/gu;

/** By length: the last entry holds for anything longer. */
const lowerAfterBlank = [1, 1, 1, 1, 1, 1, 1.02, 1.06, 1.1, 1.2, 1.25, 1.25, 1.2, 1.3, 2];
const lowerInside = [1, 1, 1, 1.12, 1.1, 1.12, 1.15, 1.2, 1.3, 1.6, 1.6, 2.2, 2.2, 2.3, 3];
const upper = [1, 1, 1, 1.15, 1.4, 1.5, 1.5, 1.9, 2, 3, 3, 3, 3, 4];
const marks = [1, 1, 1.02, 1.25, 1.95, 2.5, 3, 3.4, 4.6];

function costOf(piece: string): number {
  const afterBlank = piece.charCodeAt(0) === 32 && piece.length > 1;
  const core = afterBlank ? piece.slice(1) : piece;
  const first = core.charCodeAt(0);
  if (first > 127) return Math.max(1, Buffer.byteLength(core) / 1.5);
  if (isDigit(first)) return 1;
  if (isLower(core.charCodeAt(core.length - 1))) return at(afterBlank ? lowerAfterBlank : lowerInside, core.length);
  if (isUpper(first)) return at(upper, core.length);
  if (core.trim() === '') return 1;
  return core.length < marks.length ? at(marks, core.length) : core.length / 1.7;
}

function at(rates: readonly number[], length: number): number {
  return rates[Math.min(length, rates.length - 1)] ?? 1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}
