// @ts-check
// What V8 wrote of the processes of a run (NODE_V8_COVERAGE), as the lines of our sources that ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeLines } from './codeLines.mjs';
import { decodeMappings } from './sourceMappings.mjs';

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */
/** @typedef {{ url: string, functions: readonly { ranges: readonly Range[] }[] }} Script */
/** @typedef {(file: string, line: number) => void} Ran */

/** One byte for each character: did it run? Inner ranges are painted over outer ones. @param {Script} script */
export function paint({ functions }) {
  const ranges = functions.flatMap((one) => one.ranges);
  const length = ranges.reduce((most, { endOffset }) => Math.max(most, endOffset), 0);
  const ran = new Uint8Array(length);
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
}

/** The sources of one checkout, and how what ran leads to them. */
export class CoverageReader {
  #root;
  /** @type {Map<string, import('./codeLines.mjs').CodeLines>} */
  #code = new Map();
  /** @type {Map<string, import('./sourceMappings.mjs').Mapping[]>} */
  #mappings = new Map();

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {string} file @returns {import('./codeLines.mjs').CodeLines} */
  codeOf(file) {
    const known = this.#code.get(file);
    if (known) return known;
    const full = path.join(this.#root, file);
    const lines = existsSync(full) ? codeLines({ file, text: readFileSync(full, 'utf8') }) : new Map();
    this.#code.set(file, lines);
    return lines;
  }

  /** Calls `ran` for each line of code that ran in a process. @param {readonly Script[]} scripts @param {Ran} ran */
  read(scripts, ran) {
    for (const script of scripts) {
      if (!script.url.startsWith('file:')) continue;
      const full = fileURLToPath(script.url);
      const file = path.relative(this.#root, full).replaceAll('\\', '/');
      if (/^(?:src|webview)\/.*\.tsx?$/.test(file)) this.#readSource(script, file, ran);
      else if (/[\\/]dist[\\/].*\.c?js$/.test(full) && !full.includes('node_modules'))
        this.#readBundle(script, full, ran);
    }
  }

  /** @param {Script} script @param {string} file @param {Ran} ran */
  #readSource(script, file, ran) {
    const painted = paint(script);
    for (const [line, offsets] of this.codeOf(file)) if (offsets.some((at) => painted[at] === 1)) ran(file, line);
  }

  /** The extension as it is installed has no source maps: those of this checkout's build serve. @param {Script} script @param {string} full @param {Ran} ran */
  #readBundle(script, full, ran) {
    const built = full.replaceAll('\\', '/').replace(/^.*\/dist\//, 'dist/');
    const mappings = this.#mappingsOf(built);
    if (mappings.length === 0) return;
    const painted = paint(script);
    for (const { offset, source, line } of mappings)
      if (painted[offset] === 1 && this.codeOf(source).has(line)) ran(source, line);
  }

  /** @param {string} built */
  #mappingsOf(built) {
    const known = this.#mappings.get(built);
    if (known) return known;
    const full = path.join(this.#root, built);
    const mappings = existsSync(`${full}.map`)
      ? decodeMappings(JSON.parse(readFileSync(`${full}.map`, 'utf8')), readFileSync(full, 'utf8'), path.dirname(built))
      : [];
    this.#mappings.set(built, mappings);
    return mappings;
  }
}

/** The processes of a run, each with the scripts that it loaded. @param {string} dir @returns {Iterable<readonly Script[]>} */
export function* processesIn(dir) {
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const scripts = readProcess(path.join(dir, name));
    if (scripts) yield scripts;
  }
}

/** @param {string} file @returns {readonly Script[] | undefined} nothing for one that was killed while it wrote */
function readProcess(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).result;
  } catch {
    return undefined;
  }
}
