import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { headerLine } from '../../../src/core/traffic/recording/recordFormat.ts';

/** In few rows, and in one of a hundred. */
export const rareWord = 'needle';
export const frequentWord = 'thread';
const rareEvery = 50_000;
const frequentEvery = 100;

/** Short rows, so that a gigabyte holds ten million: what is done for each row weighs most. */
export async function writeShortRows(file: string, bytes: number, firstSeq = 1): Promise<number> {
  const out = createWriteStream(file);
  out.write(headerLine({ created: 1, product: 'MCP Switchboard bench', redacted: true, firstSeq }));
  let rows = 0;
  for (let written = 0; written < bytes;) {
    let block = '';
    while (block.length < 256 * 1024) block += rowText(firstSeq + rows++);
    written += block.length;
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return rows;
}

function rowText(seq: number): string {
  const word = seq % rareEvery === 0 ? rareWord : seq % frequentEvery === 0 ? frequentWord : 'hay';
  const meta = '"server":"s","connection":"c","direction":"toClient","kind":"stderr","bytes":1';
  return `{"at":1,${meta},"text":"${word} ${seq}"}\n`;
}
