// @ts-check
import { readFileSync } from 'node:fs';
import { Trouble } from './say.mjs';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** The names and packed sizes in a zip file, from its central directory. @param {string} file */
export function listZip(file) {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || bytes.readUInt32LE(end) !== endSignature) throw new Trouble(`${file} is not a zip file.`);
  /** @type {{ name: string, bytes: number }[]} */
  const entries = [];
  for (let at = bytes.readUInt32LE(end + 16); at < end && bytes.readUInt32LE(at) === entrySignature;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    entries.push({ name, bytes: bytes.readUInt32LE(at + 20) });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}
