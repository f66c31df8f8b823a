import { hiddenCharacters } from '../../../base/text/hiddenCharacters.ts';

/** What a user can be expected to look through at all. */
const mostCharacters = 200_000;
/** An editor stops drawing a line after 10,000 characters, and a page without wrapping long before. */
const longestLine = 5_000;

/** Why a text cannot be shown whole and as it is, so that nobody can consent to it; `undefined` if it can. */
export function whyNotShown(text: string): string | undefined {
  if (text.length > mostCharacters) return `it has ${text.length} characters, and at most ${mostCharacters} are shown`;
  const lines = text.split('\n');
  const long = lines.findIndex((line) => line.length > longestLine);
  if (long >= 0) return `line ${long + 1} has ${lines[long]!.length} characters, and at most ${longestLine} are shown`;
  const hidden = firstHidden(text);
  if (hidden === undefined) return undefined;
  const code = hidden.code.toString(16).toUpperCase().padStart(4, '0');
  return `it holds the invisible character U+${code} in line ${text.slice(0, hidden.index).split('\n').length}`;
}

/** A terminal goes back to the start of the line on a carriage return, and half a surrogate pair has no form at all. */
const unshowable = /\r(?!\n)|\p{Surrogate}/u;

function firstHidden(text: string): { readonly index: number; readonly code: number } | undefined {
  const { index } = unshowable.exec(text) ?? {};
  return hiddenCharacters(text)[0] ?? (index === undefined ? undefined : { index, code: text.charCodeAt(index) });
}
