/** A text in pieces that end at a line break where there is one near: each is laid out only when it comes into view. */
interface TextChunk {
  readonly text: string;
  /** Where it begins in the whole. */
  readonly from: number;
}

const chunkLength = 4_000;
/** A line that is longer is cut: whole, it would be one piece of any size. */
const longestChunk = 3 * chunkLength;

export function textChunks(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  for (let from = 0; from < text.length;) {
    const lineEnd = text.indexOf('\n', from + chunkLength) + 1;
    const end = lineEnd > 0 && lineEnd - from <= longestChunk ? lineEnd : wholeCharacters(text, from + chunkLength);
    chunks.push({ text: text.slice(from, end), from });
    from = end;
  }
  return chunks;
}

/** Not between the two halves of one character. */
function wholeCharacters(text: string, at: number): number {
  return /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at + 1 : at;
}

/** Where a text occurs, whatever the case, as far as `most` of them. */
export function occurrences(text: string, query: string, most: number): readonly number[] {
  const lower = text.toLowerCase();
  // A few letters are longer in lower case, and the places would be wrong: then the case counts.
  const [whole, wanted] = lower.length === text.length ? [lower, query.toLowerCase()] : [text, query];
  const found: number[] = [];
  if (wanted === '') return found;
  for (let at = whole.indexOf(wanted); at >= 0 && found.length < most; at = whole.indexOf(wanted, at + wanted.length))
    found.push(at);
  return found;
}
