import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { TrafficSpill } from '../../../src/core/traffic/log/spill.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { until } from '../../support/until.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { found, slowly } from './searching.ts';

failOnLeaks();

const home = mkdtempSync(path.join(tmpdir(), 'spill-search-'));
after(() => rmSync(home, { recursive: true, force: true }));

interface Opened {
  readonly log: TrafficLog;
  readonly spill: TrafficSpill;
}

/** A log that keeps ten rows in memory, and the rest in files of 16 KB. */
async function openLog(name: string): Promise<Opened> {
  const spill = await TrafficSpill.open({
    root: path.join(home, name),
    maxBytes: 16 * 16 * 1024,
    product: 'test',
    now: Date.now,
    failed: assert.fail,
  });
  return { log: new TrafficLog({ rows: 10, bytes: 1_000_000 }, systemClock, new Redactor(), spill), spill };
}

function notes(log: TrafficLog, count: number): void {
  const tap = log.open('notes');
  for (let at = 0; at < count; at++) {
    const data = `${at % 50 === 0 ? 'Needle' : 'hay'} ${at} ${'x'.repeat(200)}`;
    tap.frame('toClient', { jsonrpc: '2.0', method: 'notifications/message', params: { data } }, 300);
    if (at % 100 === 0) tap.stderr(`a needle in "plain" text ${at}`);
  }
}

test('older traffic on disk is searched by its bytes, over all files and up to what is in memory', async () => {
  const { log } = await openLog('files');
  notes(log, 500);
  const looked: number[] = [];
  const read = log.bodies.bind(log);
  log.bodies = (from, limit) => {
    looked.push(limit);
    return read(from, limit);
  };
  const fast = await found(log, 'body:needle');
  assert.equal(fast.length, 15);
  assert.ok(looked.reduce((sum, rows) => sum + rows, 0) < 60, 'bodies of rows without the word were read');
  assert.deepEqual(fast, await found(slowly(log), 'body:needle'));
  for (const query of ['body:needle body:plain', 'body:needle -is:probe', 'body:needle kind:stderr'])
    assert.deepEqual(await found(log, query, 200), await found(slowly(log), query, 200), query);
  log.dispose();
});

test('a row that the disk did not take is found in memory', async () => {
  const { log, spill } = await openLog('gap');
  notes(log, 20);
  log.readExtent();
  await spill.flush();
  const write = spill.append.bind(spill);
  const tap = log.open('full');
  const add = (text: string): void => {
    tap.stderr(text);
    log.readExtent(); // recorded
  };
  const lost = log.readExtent().nextSeq;
  const refused: number[] = [];
  spill.append = (seq) => {
    refused.push(seq);
    return false;
  };
  add('a needle while the disk was busy');
  await until(() => refused.includes(lost), 'the row was offered to the disk');
  spill.append = write;
  for (let at = 0; at < 3; at++) add(`after ${at}`);
  await until(() => spill.nextSeq === log.nextSeq, 'later rows are on disk');
  const seqs = await found(log, 'body:needle');
  assert.ok(seqs.includes(lost), `${lost} is not in ${seqs.join()}`);
  assert.deepEqual(seqs, await found(slowly(log), 'body:needle'));
  log.dispose();
});

test('a search ends when it is cancelled, and when the log is cleared under it', async () => {
  const { log } = await openLog('cancelled');
  notes(log, 500);
  const stop = new AbortController();
  const parts = log.candidates(['needle'], 0, stop.signal)!;
  assert.equal((await parts.next()).done, false);
  stop.abort();
  assert.equal((await parts.next()).done, true);
  const others = log.candidates(['needle'], 0, new AbortController().signal)!;
  await others.next();
  log.clear();
  assert.equal((await others.next()).done, true);
  log.dispose();
});

test('a log without files, and words that stand otherwise on disk, are searched row by row', async () => {
  const { signal } = new AbortController();
  const bare = new TrafficLog({ rows: 10, bytes: 1_000 }, systemClock, new Redactor());
  assert.equal(bare.candidates(['needle'], 0, signal), undefined);
  bare.dispose();
  const { log } = await openLog('words');
  assert.equal(log.candidates(['"plain"', 'é'], 0, signal), undefined);
  log.dispose();
});
