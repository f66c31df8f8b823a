import { mark } from './mark.ts';

/** A longer text is redacted in pieces: in one piece it would block every server. */
export const pieceLength = 262_144;
/** A secret may reach across the place of a cut by as much; no private key is longer. */
const minContext = 16_384;
const mostTries = 8;
/** What is left of a text that has no place to cut for so long is not shown. */
const longestPiece = 16 * pieceLength;

/**
 * The same as redacting the whole text, with a pause after each piece. A text is cut only where that makes no
 * difference: where both sides, redacted alone, yield what they yield together.
 */
export function* redactInPieces(
  text: string,
  redact: (text: string) => string,
  longestSecret: number,
): Generator<void, string> {
  const context = Math.max(minContext, longestSecret);
  const pieces: string[] = [];
  let from = 0;
  for (let end = pieceLength; end < text.length; end += pieceLength) {
    const cut = yield* placeToCut(text, end, context, redact);
    if (cut > from) {
      pieces.push(redact(text.slice(from, cut)));
      yield;
      from = cut;
    } else if (end - from >= longestPiece) return pieces.join('') + mark;
  }
  pieces.push(redact(text.slice(from)));
  return pieces.join('');
}

/** At or shortly before `end`; 0 if there is none. */
function* placeToCut(
  text: string,
  end: number,
  context: number,
  redact: (text: string) => string,
): Generator<void, number> {
  let at = end;
  for (let tries = 0; tries < mostTries; tries++) {
    at = betweenWords(text, at);
    const before = text.slice(Math.max(0, at - context), at);
    const after = text.slice(at, at + context);
    if (redact(before + after) === redact(before) + redact(after)) return at;
    yield;
    at -= context >> 2;
  }
  return 0;
}

const nearby = 1_024;

/** A line break or a blank shortly before; never within a character. */
function betweenWords(text: string, end: number): number {
  const near = text.slice(end - nearby, end);
  const gap = Math.max(near.lastIndexOf('\n'), near.lastIndexOf(' '));
  if (gap > 0) return end - nearby + gap;
  const code = text.charCodeAt(end);
  return code >= 0xdc_00 && code <= 0xdf_ff ? end - 1 : end;
}
