// @ts-check
// No secret of a sign-in may be found where it does not belong. The authorization servers of the tests note each value
// that they gave or got; what the tests leave (folders, output, logs) is kept, and searched when the run is over.
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

/** The variable that names the folder of a run. */
export const sinksVariable = 'MCP_SWITCHBOARD_TEST_SINKS';

/** @typedef {{ name: string, value: string }} Secret */
/** @typedef {{ sink: string, name: string }} Leak */

/** Shorter ones would be found in innocent texts. */
const shortest = 16;
const pieceBytes = 1 << 20;
/** Folders with programs of others. */
const programs = new Set(['node_modules', 'extensions']);
/** Where secrets belong: the store of the command line, and the keychain of a test. */
const secretStores = /(^|[\\/])(mcp-switchboard[\\/]secrets\.json|keychain-[^\\/]*[\\/])/;

/** A folder for one run, with a temporary folder of its own: what tests leave there is found, and does not stay. */
export function openSinks() {
  const dir = mkdtempSync(join(tmpdir(), 'sb-')); // short: the paths of sockets have a limit
  for (const name of ['kept', 'values', 't']) mkdirSync(join(dir, name));
  return dir;
}

/** @param {string} dir */
export function temporaryIn(dir) {
  return join(dir, 't');
}

let kept = 0;

/** Moves a file or folder to what is searched, instead of removing it. @param {string} path */
export function keepSink(path) {
  const dir = process.env[sinksVariable];
  if (!dir || !existsSync(path)) return false;
  try {
    renameSync(path, join(dir, 'kept', `${process.pid}-${++kept}-${basename(path)}`));
    return true;
  } catch {
    return false; // on another disk, or in use: it is then removed
  }
}

/** @param {string} dir @returns {readonly Secret[]} */
export function notedSecrets(dir) {
  const values = join(dir, 'values');
  const lines = readdirSync(values).flatMap((file) => readFileSync(join(values, file), 'utf8').split('\n'));
  /** @type {Secret[]} */
  const all = [...new Set(lines)].filter(Boolean).map((line) => JSON.parse(line));
  return all.filter(({ value }) => value.length >= shortest);
}

/** @param {string} root @returns {Generator<string>} */
function* filesIn(root) {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isDirectory() && !programs.has(entry.name)) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

/** All values at once: by their last four bytes, because many tokens begin alike. */
export class SecretSearch {
  /** @type {Map<number, { name: string, bytes: Buffer }[]>} */
  #byEnd = new Map();
  #mayEnd = new Uint8Array(1 << 16);
  #longest = 0;

  /** @param {readonly Secret[]} secrets */
  constructor(secrets) {
    for (const { name, value } of secrets) {
      const bytes = Buffer.from(value);
      const end = bytes.readUInt32BE(bytes.length - 4);
      this.#byEnd.set(end, [...(this.#byEnd.get(end) ?? []), { name, bytes }]);
      this.#mayEnd[end & 0xffff] = 1;
      this.#longest = Math.max(this.#longest, bytes.length);
    }
  }

  /** How much of a piece is to be seen again with the next one. */
  get overlap() {
    return this.#longest;
  }

  /** @param {Buffer} text @returns {Set<string>} the names of those that it holds */
  namesIn(text) {
    /** @type {Set<string>} */
    const found = new Set();
    for (let at = 0, end = 0; at < text.length; at++) {
      end = ((end << 8) | /** @type {number} */ (text[at])) >>> 0;
      if (this.#mayEnd[end & 0xffff] === 0) continue;
      for (const { name, bytes } of this.#byEnd.get(end) ?? []) {
        const from = at + 1 - bytes.length;
        if (from >= 0 && bytes.equals(text.subarray(from, at + 1))) found.add(name);
      }
    }
    return found;
  }

  /** @param {string} path @returns {Set<string>} */
  namesInFile(path) {
    /** @type {Set<string>} */
    const found = new Set();
    const file = openSync(path, 'r');
    const buffer = Buffer.alloc(pieceBytes + this.overlap);
    try {
      for (let before = 0; ;) {
        const read = readSync(file, buffer, before, pieceBytes, null);
        if (read === 0) return found;
        for (const name of this.namesIn(buffer.subarray(0, before + read))) found.add(name);
        const rest = Math.min(this.overlap, before + read);
        buffer.copyWithin(0, before + read - rest, before + read);
        before = rest;
      }
    } finally {
      closeSync(file);
    }
  }
}

/** A file of holes has nothing to search in. @param {string} path */
function isSearched(path) {
  const { size, blocks } = lstatSync(path);
  return size > 0 && !(size > 10_000_000 && blocks * 512 < size / 2) && !secretStores.test(path);
}

/**
 * @param {string} dir of the run @param {readonly string[]} more folders beside it
 * @returns {{ leaks: Leak[], secrets: number, files: number }}
 */
export function searchSinks(dir, more = []) {
  const secrets = notedSecrets(dir);
  const search = new SecretSearch(secrets);
  /** @type {Leak[]} */
  const leaks = [];
  let files = 0;
  for (const root of [join(dir, 'kept'), temporaryIn(dir), ...more].filter((folder) => existsSync(folder)))
    for (const path of secrets.length > 0 ? filesIn(root) : []) {
      if (!isSearched(path)) continue;
      files++;
      for (const name of search.namesInFile(path)) leaks.push({ sink: relative(root, path), name });
    }
  return { leaks, secrets: secrets.length, files };
}

/** @param {string} dir */
export function removeSinks(dir) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
