// @ts-check
// Zopfli: deflate that takes a hundred times as long and leaves 4 % less, for what is packed once and fetched often.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fetchPackage } from './fetchPackage.mjs';
import { outDir } from './paths.mjs';
import { zopfliPin } from './pins.mjs';

/** The format without a header, as a zip file holds it. */
const rawDeflate = 2;
const iterations = 5;
const blocks = 15;

/** @typedef {Record<string, (...values: unknown[]) => number> & { HEAPU8: Uint8Array, onRuntimeInitialized: () => void }} Program */

/** Its only dependency decodes the program; Node does that too. @param {string} dir @returns {Promise<Program>} */
async function load(dir) {
  const file = join(dir, 'dist/libzopfli.js');
  const require = createRequire(file);
  const required = (/** @type {string} */ name) =>
    name === 'base64-js' ? { toByteArray: (/** @type {string} */ text) => Buffer.from(text, 'base64') } : require(name);
  const module = { exports: /** @type {Program} */ ({}) };
  new Function('require', 'module', 'exports', '__dirname', '__filename', readFileSync(file, 'utf8'))(
    required,
    module,
    module.exports,
    join(dir, 'dist'),
    file,
  );
  await new Promise((resolve) => (module.exports.onRuntimeInitialized = () => resolve(undefined)));
  return module.exports;
}

/** @param {Program} program @param {Buffer} bytes */
function compress(program, bytes) {
  const input = program['allocate']?.(bytes, 'i8', program['ALLOC_NORMAL']);
  const output = program['_createZopfliJsOutput']?.();
  program['_compress']?.(input, bytes.length, output, rawDeflate, false, false, iterations, true, blocks);
  const [start = 0, length = 0] = [program['_getBuffer']?.(output), program['_getBufferSize']?.(output)];
  const result = Buffer.from(program.HEAPU8.slice(start, start + length));
  for (const place of [start, output, input]) program['_deallocate']?.(place);
  return result;
}

/** What was made of the same bytes is kept. @returns {Promise<(bytes: Buffer) => Buffer>} */
export async function zopfli() {
  const program = await load(await fetchPackage(zopfliPin, `Fetching Zopfli ${zopfliPin.version}`));
  const folder = join(outDir, 'compressed');
  mkdirSync(folder, { recursive: true });
  return (bytes) => {
    const kept = join(folder, createHash('sha256').update(bytes).digest('hex').slice(0, 32));
    if (!existsSync(kept)) writeFileSync(kept, compress(program, bytes));
    return readFileSync(kept);
  };
}
