// @ts-check
// The mappings of a source map (version 3) as offsets into the built file.
import path from 'node:path';

/** @typedef {{ sources: readonly string[], mappings: string }} SourceMapFile */
/** @typedef {{ offset: number, source: string, line: number }} Mapping line: from 1 */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map([...digits].map((digit, value) => [digit, value]));

/** The numbers of one segment, in base 64 with a continuation bit and the sign last. @param {string} text */
function decodeSegment(text) {
  /** @type {number[]} */
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of text) {
    const bits = valueOf.get(digit) ?? 0;
    value += (bits & 31) << shift;
    shift += 5;
    if ((bits & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** @param {SourceMapFile} map @param {string} built the text of the built file @param {string} dir its folder, from the root @returns {Mapping[]} */
export function decodeMappings(map, built, dir) {
  const sources = map.sources.map((name) => path.posix.join(dir, name));
  /** @type {Mapping[]} */
  const mappings = [];
  let [source, line, lineStart] = [0, 0, 0];
  for (const row of map.mappings.split(';')) {
    let column = 0;
    for (const [step = 0, sourceStep, lineStep = 0] of row.split(',').filter(Boolean).map(decodeSegment)) {
      column += step;
      if (sourceStep === undefined) continue;
      source += sourceStep;
      line += lineStep;
      mappings.push({ offset: lineStart + column, source: sources[source] ?? '', line: line + 1 });
    }
    lineStart = built.indexOf('\n', lineStart) + 1 || built.length;
  }
  return mappings;
}
