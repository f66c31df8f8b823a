import { mark } from './mark.ts';
import { isPlaceholder, looksSecret } from './plausible.ts';
import { secretLevel } from './redactFields.ts';

/** `NAME=`, `name: "` and `"name":`, at any level of quoting. */
const assignment = /(?<![\w.$-])([A-Za-z_$][\w.$-]{0,80})((?:\\*["'`])?\s{0,4}(?::=|=>|[:=])\s{0,4})(\\*["'`])?/g;
const flag = /(?<![\w-])(--?[A-Za-z][\w-]{0,80})([= ]\s{0,4})(\\*["'`])?/g;
/* In pieces: whether it is a secret is decided by the first one, so that a long word is not read again for each name in it. */
const plainValue = /[^\s"'`&,;{}()<>\\]{1,256}/y;
const flagValue = /[^\s"'`]{1,256}/y;
/** A quote before one of these ends the text that the name is in, and opens no value. */
const closes = /^[,:}\])\r\n]?$/;
const longestQuoted = 4_096;

/** Names of cursors and counters: redacting them would spoil the traffic view. */
const harmlessNames =
  /(?:progress|next|page|nextpage|continuation|cancellation|cancel|task|sync|cursor|max|min|num|total|prompt|completion|input|output|stop|pad|eos|bos)[-_.]?tokens?$/i;
const strictNames = /(?:passw\w*|pwd|passphrase|secrets?|_pass)$/i;

interface Named {
  readonly name: string;
  readonly gap: string;
  readonly value: string;
  readonly quoted: boolean;
}

export function withoutAssigned(text: string): string {
  return replaceNamed(text, assignment, plainValue, isSecretAssignment);
}

export function withoutFlags(text: string): string {
  return replaceNamed(text, flag, flagValue, isSecretFlag);
}

function isSecretAssignment({ name, gap, value, quoted }: Named): boolean {
  const level = secretLevel(name);
  if (level === undefined || harmlessNames.test(name) || isPlaceholder(value)) return false;
  if (!quoted && value.startsWith('[')) return false; // a list has its own texts
  if (level === 'maybe') return looksSecret(value);
  const isClear = quoted || gap === '=' || /["']/.test(gap);
  if (isClear && (strictNames.test(name) || (value.length >= 6 && !/\s/.test(value)))) return true;
  return looksSecret(value);
}

function isSecretFlag({ name, gap, value, quoted }: Named): boolean {
  const plain = name.replace(/^-+/, '');
  if (secretLevel(plain) !== 'sure' || harmlessNames.test(plain) || isPlaceholder(value) || value.startsWith('-'))
    return false;
  if (value.length < 4) return false;
  return quoted || gap.startsWith('=') || strictNames.test(plain) || /\d/.test(value) || value.length >= 12;
}

/** A quoted value goes up to its closing quote, any other up to what ends a word there. */
function replaceNamed(text: string, starts: RegExp, words: RegExp, isSecret: (named: Named) => boolean): string {
  let result = '';
  let from = 0;
  starts.lastIndex = 0;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const [whole, name = '', gap = '', quote] = match;
    if (secretLevel(name.replace(/^-+/, '')) === undefined) continue;
    const start = match.index + whole.length;
    if (quote !== undefined && closes.test(text.slice(start, start + 1))) continue;
    const piece = quote === undefined ? endOfPiece(text, start, words) : endOfQuoted(text, start, quote);
    const value = text.slice(start, piece);
    if (value === '' || !isSecret({ name, gap, value, quoted: quote !== undefined })) continue;
    const end = quote === undefined ? endOfWord(text, piece, words) : piece;
    result += text.slice(from, start) + (quote === undefined ? hidden(gap, text.slice(start, end)) : mark);
    from = end;
    starts.lastIndex = end;
  }
  return result + text.slice(from);
}

function endOfPiece(text: string, start: number, words: RegExp): number {
  words.lastIndex = start;
  return words.test(text) ? words.lastIndex : start;
}

function endOfWord(text: string, start: number, words: RegExp): number {
  let end = start;
  for (let next = endOfPiece(text, end, words); next > end; next = endOfPiece(text, end, words)) end = next;
  return end;
}

const quotes = /(\\*)(["'`])|[\r\n]/g;

/** A quote with more backslashes before it belongs to the value; a line ends what has no closing quote. */
function endOfQuoted(text: string, start: number, quote: string): number {
  const level = quote.length - 1;
  const limit = Math.min(text.length, start + longestQuoted);
  quotes.lastIndex = start;
  for (let match = quotes.exec(text); match && match.index < limit; match = quotes.exec(text)) {
    const [, slashes = '', letter] = match;
    // Inside JSON text, the text ends before a value in other quotes that never close.
    const endsText =
      letter === '"' && quote.at(-1) !== '"' && closes.test(text.slice(quotes.lastIndex, quotes.lastIndex + 1));
    if (letter === undefined || endsText) return match.index;
    if (letter !== quote.at(-1) || slashes.length % (2 * level + 2) === 2 * level + 1) continue;
    return match.index + slashes.length - (slashes.length % (level + 1));
  }
  return limit;
}

/**
 * The mark in place of a value, such that JSON text stays JSON: a number under a quoted name becomes a text, brackets
 * that close behind it stay, and so does a backslash that belongs to the quote after the value.
 */
export function hidden(gap: string, value: string): string {
  const quote = /^\\*["']/.exec(gap)?.[0];
  if (quote !== undefined && !/["']$/.test(gap)) return `${quote}${mark}${quote}${/\]*$/.exec(value)?.[0] ?? ''}`;
  return mark + (/(?<!\\)(?:\\\\)*(\\?)$/.exec(value)?.[1] ?? '');
}
