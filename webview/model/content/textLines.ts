/** A longer line goes on in the next row. */
export const rowLength = 200;
/** Browsers cannot scroll much further: 33 million pixels. */
const mostRows = 1_500_000;
const scannedAtOnce = 2_000;
const searchedAtOnce = 200_000;

/** Where the rows of a text begin, and at last its end. */
export type RowStarts = Readonly<Uint32Array>;

/** Pauses again and again: a text of 20 MB has half a million lines. */
export function* rowStarts(text: string): Generator<void, RowStarts> {
  let starts = new Uint32Array(4_096);
  let count = 0;
  let lineEnd = 0;
  for (let at = 0; at < text.length && count < mostRows;) {
    if (count + 1 === starts.length) starts = grown(starts);
    starts[count++] = at;
    // Once for each line: a text of 4 MB may be a single one.
    if (at >= lineEnd) lineEnd = text.indexOf('\n', at) + 1 || text.length;
    at = Math.min(lineEnd, at + rowLength);
    if (count % scannedAtOnce === 0) yield;
    starts[count] = at;
  }
  return starts.subarray(0, count + 1);
}

function grown(before: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(2 * before.length);
  after.set(before);
  return after;
}

/** The row that holds a place of the text. */
export function rowAt(starts: RowStarts, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** Where a text occurs, whatever the case; pauses after each piece of the text. */
export function* occurrencesIn(text: string, query: string): Generator<number | undefined> {
  const wanted = query.toLowerCase();
  if (wanted === '') return;
  for (let from = 0; from < text.length; from += searchedAtOnce) {
    const piece = text.slice(from, from + searchedAtOnce + wanted.length - 1).toLowerCase();
    for (let at = piece.indexOf(wanted); at >= 0; at = piece.indexOf(wanted, at + wanted.length)) yield from + at;
    yield undefined;
  }
}
