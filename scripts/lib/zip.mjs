// @ts-check
import { readFileSync } from 'node:fs';
import { Trouble } from './say.mjs';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** What is in a zip file, as it is packed, from its central directory. @param {string} file */
export function zipEntries(file) {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || bytes.readUInt32LE(end) !== endSignature) throw new Trouble(`${file} is not a zip file.`);
  /** @type {{ name: Buffer, method: number, crc: number, size: number, bytes: Buffer }[]} */
  const entries = [];
  for (let at = bytes.readUInt32LE(end + 16); at < end && bytes.readUInt32LE(at) === entrySignature;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0));
    const [method, crc] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)];
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    entries.push({ name, method, crc, size, bytes: bytes.subarray(start, start + packed) });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

/** The names and packed sizes in a zip file. @param {string} file */
export function listZip(file) {
  return zipEntries(file).map(({ name, bytes }) => ({ name: name.toString('utf8'), bytes: bytes.length }));
}
