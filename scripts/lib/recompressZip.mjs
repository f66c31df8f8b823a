// @ts-check
import { writeFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { zipEntries } from './zip.mjs';
import { zopfli } from './zopfli.mjs';

const [stored, deflated] = [0, 8];
/** Names in UTF-8, and nothing else: the sizes stand before the bytes. */
const flags = 0x800;
/** 1980-01-01: the same files always make the same package. */
const date = 0x21;
const version = 20;

/** @typedef {{ readonly name: Buffer, readonly method: number, readonly crc: number, readonly size: number, readonly bytes: Buffer }} Packed */

/** Packs a zip file again, as small as deflate can, without times and other fields. @param {string} file */
export async function recompressZip(file) {
  const deflate = await zopfli();
  const entries = zipEntries(file).map((entry) => repacked(entry, deflate));
  writeFileSync(file, assembled(entries));
  for (const { name, size, method, bytes } of zipEntries(file))
    if ((method === stored ? bytes : inflateRawSync(bytes)).length !== size)
      throw new Error(`${name} was packed wrongly`);
}

/** @param {Packed} entry @param {(bytes: Buffer) => Buffer} deflate @returns {Packed} */
function repacked(entry, deflate) {
  const plain = entry.method === stored ? entry.bytes : inflateRawSync(entry.bytes);
  const small = deflate(plain);
  return small.length < plain.length
    ? { ...entry, method: deflated, bytes: small }
    : { ...entry, method: stored, bytes: plain };
}

/** @param {readonly Packed[]} entries */
function assembled(entries) {
  const files = /** @type {Buffer[]} */ ([]);
  const directory = /** @type {Buffer[]} */ ([]);
  let at = 0;
  for (const entry of entries) {
    const local = Buffer.concat([localHeader(entry), entry.name, entry.bytes]);
    directory.push(centralHeader(entry, at), entry.name);
    files.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...files, central, ending(entries.length, central.length, at)]);
}

/** The fields that both headers have. @param {Packed} entry */
function common({ name, method, crc, size, bytes }) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** @param {Packed} entry */
function localHeader(entry) {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common(entry)]);
}

/** @param {Packed} entry @param {number} at */
function centralHeader(entry, at) {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(at, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([version, 0]), common(entry), rest]);
}

/** @param {number} count @param {number} length @param {number} at */
function ending(count, length, at) {
  const fields = Buffer.alloc(18);
  fields.writeUInt16LE(count, 4);
  fields.writeUInt16LE(count, 6);
  fields.writeUInt32LE(length, 8);
  fields.writeUInt32LE(at, 12);
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), fields]);
}
