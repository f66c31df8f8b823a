// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { outDir } from './paths.mjs';

/** The knowledge base is a third of a package, and brotli takes a fifth off what zip leaves of it. @param {string} dir */
export function compressKnowledge(dir) {
  const file = join(dir, 'dist/knowledge.json');
  const text = readFileSync(file);
  writeFileSync(`${file}.br`, compressed(text));
  rmSync(file);
}

/** It takes two seconds, so what was made of the same text is kept. @param {Buffer} text @returns {Buffer} */
function compressed(text) {
  const folder = join(outDir, 'compressed');
  const kept = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const bytes = brotliCompressSync(text, { params });
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, bytes);
  return bytes;
}
