import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { Entry, entryLine, toRecord } from '../../../src/core/traffic/log/entry.ts';
import { recordLine } from '../../../src/core/traffic/recording/recordFormat.ts';
import { TrafficSpill } from '../../../src/core/traffic/log/spill.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { writeRecording } from '../../../src/core/traffic/recording/recordingWriter.ts';
import { RecordingReader } from '../../../src/core/traffic/recording/recordingReader.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { projectRoot } from '../../support/sources.ts';
import { until } from '../../support/until.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const home = mkdtempSync(path.join(tmpdir(), 'spill-'));
after(() => rmSync(home, { recursive: true, force: true }));
let nth = 0;
const newRoot = (): string => path.join(home, String(++nth));

interface Opened {
  readonly log: TrafficLog;
  readonly spill: TrafficSpill;
  readonly problems: string[];
}

async function openLog(root: string, rows = 10, maxBytes = 100_000_000): Promise<Opened> {
  const problems: string[] = [];
  const failed = (reason: string): void => void problems.push(reason);
  const spill = await TrafficSpill.open({ root, maxBytes, product: 'test', now: Date.now, failed });
  return { log: new TrafficLog({ rows, bytes: 1_000_000 }, systemClock, new Redactor(), spill), spill, problems };
}

/** All files of the folder, one after the other. */
function textIn(root: string): string {
  const found = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
  const files = found.filter((file) => file.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** Of the rows that a test wrote: the one that begins a session has no number. */
const numbers = (page: { rows: readonly { preview: string }[] }): number[] =>
  page.rows.flatMap(({ preview }) => /\d+/.exec(preview)?.map(Number) ?? []);

test('rows that left the ring are read from the file, and a page goes over the seam', async () => {
  const { log } = await openLog(newRoot());
  const tap = log.open('demo');
  for (let i = 1; i <= 300; i++) tap.frame('toClient', { method: 'tick', params: { i } }, 40);
  assert.deepEqual(log.readExtent(), { generation: 1, firstSeq: 1, nextSeq: 301, dropped: 0 });
  assert.deepEqual(numbers(await log.page(285, 20)), [285, 286, 287, 288, 289, 290].concat(range(291, 300)));
  assert.deepEqual(numbers(await log.page(0, 3)), [1, 2, 3]);
  assert.equal((await log.body(7)).text, '{"method":"tick","params":{"i":7}}');
  const seqs: number[] = [];
  for await (const { row } of log.records(0, 1_000)) seqs.push(row.seq);
  assert.deepEqual(seqs, range(1, 300));
  log.dispose();
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

test('a page over the seam has no gap, though rows come in while it is read', async () => {
  const { log } = await openLog(newRoot());
  const tap = log.open('demo');
  const tick = (i: number): void => tap.frame('toClient', { method: 'tick', params: { i } }, 40);
  for (let i = 1; i <= 300; i++) tick(i);
  const reading = log.page(285, 20);
  for (let i = 301; i <= 305; i++) tick(i);
  const read = numbers(await reading);
  assert.deepEqual(read, range(285, 284 + read.length));
  log.dispose();
});

test('bodies come in order from file and memory, and long ones not all at once', async () => {
  const { log, spill } = await openLog(newRoot());
  const tap = log.open('demo');
  const long = 'z'.repeat(1_500_000);
  for (let i = 1; i <= 30; i++) tap.frame('toClient', { i, ...(i < 10 && { long }) }, 40);
  await spill.flush();
  const texts: string[] = [];
  let answers = 0;
  for (let next = 1; next < log.readExtent().nextSeq; answers++) {
    const bodies = await log.bodies(next, 100);
    texts.push(...bodies.map(({ text }) => text));
    next = bodies.at(-1)!.seq + 1;
  }
  assert.deepEqual(
    texts.map((text) => (JSON.parse(text) as { i: number }).i),
    range(1, 30),
  );
  assert.ok(answers >= 4, `${answers} answers`);
  log.dispose();
});

test('after a reload the rows of the last session are still there, and the numbers go on', async () => {
  const root = newRoot();
  const first = await openLog(root);
  const tap = first.log.open('demo');
  for (let i = 1; i <= 25; i++) tap.state(`row ${i}`);
  first.log.dispose();
  const second = await openLog(root);
  assert.deepEqual([second.log.readExtent().firstSeq, second.log.readExtent().nextSeq], [1, 27]);
  assert.deepEqual((await second.log.page(26, 1)).rows[0]?.status, 'closed', 'what was open is over');
  second.log.open('demo').state('row 26');
  assert.deepEqual(numbers(await second.log.page(0, 100)), range(1, 26));
  assert.equal(second.log.recent(0, 100).rows.length, 2, 'in memory is only what is new');
  second.log.dispose();
});

test('a window that is killed loses nothing that happened a moment before', async () => {
  const root = newRoot();
  const script = `
    const { TrafficSpill } = await import(${JSON.stringify(path.join(projectRoot, 'src/core/traffic/log/spill.ts'))});
    const { TrafficLog } = await import(${JSON.stringify(path.join(projectRoot, 'src/core/traffic/log/trafficLog.ts'))});
    const clock = { now: Date.now, monotonicMs: () => performance.now() };
    const keep = { text: (text) => text, value: (value) => value };
    const spill = await TrafficSpill.open({ root: ${JSON.stringify(root)}, maxBytes: 1e8, product: 'x', now: Date.now, failed: console.error });
    const log = new TrafficLog({ rows: 100, bytes: 1e6 }, clock, keep, spill);
    const tap = log.open('demo');
    for (let i = 1; i <= 5000; i++) tap.state('row ' + i);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() => textIn(root).includes('row 5000'), 'the last row is in the file');
  child.kill('SIGKILL');
  await once(child, 'close');
  const { log } = await openLog(root);
  assert.deepEqual([log.readExtent().firstSeq, log.readExtent().nextSeq], [1, 5_002]);
  assert.deepEqual(numbers(await log.page(4_999, 10)), [4_999, 5_000]);
  log.dispose();
});

test('half a line at the end, as a crash may leave it, costs that line only', async () => {
  const root = newRoot();
  const first = await openLog(root);
  first.log.open('demo').state('row 1');
  first.log.dispose();
  const [folder] = readdirSync(root);
  const file = readdirSync(path.join(root, folder!)).find((name) => name.endsWith('.mcptrace'));
  appendFileSync(path.join(root, folder!, file!), '{"at":1,"server":"dem');
  const { log } = await openLog(root);
  assert.equal(log.readExtent().nextSeq, 3);
  log.open('demo').state('row 2');
  assert.deepEqual(numbers(await log.page(0, 10)), [1, 2]);
  log.dispose();
});

test('the oldest file goes when there is too much, and its rows are counted', async () => {
  const { log, spill } = await openLog(newRoot(), 10, 200_000);
  const tap = log.open('demo');
  for (let i = 1; i <= 5_000; i++) tap.state(`row ${i} ${'x'.repeat(100)}`);
  await spill.flush();
  assert.ok(log.readExtent().firstSeq > 1 && log.readExtent().firstSeq < 4_900, String(log.readExtent().firstSeq));
  assert.equal(log.readExtent().dropped, log.readExtent().firstSeq - 1);
  assert.equal(
    numbers(await log.page(0, 1))[0],
    log.readExtent().firstSeq,
    'a page begins with the first that is left',
  );
  log.dispose();
});

test('a window that still runs keeps its folder', async () => {
  const root = newRoot();
  mkdirSync(path.join(root, `1-${process.ppid}`), { recursive: true });
  const { log } = await openLog(root);
  assert.equal(log.readExtent().nextSeq, 1);
  assert.ok(readdirSync(root).includes(`1-${process.ppid}`));
  log.dispose();
});

test('clearing deletes the files, and numbers go on', async () => {
  const root = newRoot();
  const { log, spill } = await openLog(root);
  const tap = log.open('demo');
  for (let i = 1; i <= 50; i++) tap.state(`row ${i}`);
  await spill.flush();
  log.clear();
  tap.state('row 51');
  assert.deepEqual([log.readExtent().firstSeq, numbers(await log.page(0, 10))], [51, [51]]);
  log.dispose();
  const again = await openLog(root);
  assert.deepEqual(numbers(await again.log.page(0, 10)), [51]);
  again.log.dispose();
});

test('a heavy body leaves the memory once it is in the file, and is fetched from there', async () => {
  const { log, spill } = await openLog(newRoot());
  const text = 'y'.repeat(500_000);
  log.open('demo').frame('toClient', { id: 1, result: { text } }, 500_020);
  await spill.flush();
  const [row] = log.recent(0, 1).rows;
  assert.equal(row?.preview.length, 240);
  assert.equal((await log.body(1)).text, JSON.stringify({ id: 1, result: { text } }));
  const file = path.join(home, 'heavy.mcptrace');
  await writeRecording(log, file, { product: 'test', created: 0 });
  assert.ok(readFileSync(file, 'utf8').includes(text));
  log.dispose();
});

test('a disk that fails is reported once, and the ring continues', async () => {
  const root = newRoot();
  const { log, problems } = await openLog(root, 10, 10_000);
  const tap = log.open('demo');
  tap.state('row 1');
  rmSync(root, { recursive: true, force: true });
  writeFileSync(root, 'in the way');
  for (let i = 2; i <= 500; i++) tap.state(`row ${i}`);
  await log.page(0, 1);
  assert.equal(problems.length, 1);
  assert.equal(numbers(await log.page(495, 10)).at(-1), 500);
  assert.ok(log.readExtent().dropped > 400);
  log.dispose();
});

test('the files are recordings that can be opened, and only this user may read them', async () => {
  const root = newRoot();
  const { log } = await openLog(root);
  log.open('demo').state('row 1');
  log.dispose();
  const folder = path.join(root, readdirSync(root)[0]!);
  const file = path.join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.mcptrace'))!,
  );
  const reader = await RecordingReader.open(file);
  assert.deepEqual(numbers(await reader.page(0, 10)), [1]);
  reader.dispose();
});

test('the fast serialization of a row equals the general one', () => {
  const where = { server: 'a "b" \u2028 ü', connection: 'a#1' };
  const entry = new Entry(where, 'toClient', 'response', 12, { frame: [1, 'x'], n: null });
  Object.assign(entry, { seq: 7, at: 1_700_000_000_001, ms: 12.5, method: 'tools/call', name: 'na"me', id: 'i\n1' });
  Object.assign(entry, { status: 'ok', durationMs: 0.25, pair: 3, group: 2, http: { status: 201, path: '/x' } });
  assert.deepEqual(JSON.parse(entryLine(entry)), JSON.parse(recordLine(toRecord(entry))));
  const bare = new Entry(where, 'none', 'state', 3, 'te"xt');
  assert.deepEqual(JSON.parse(entryLine(bare)), JSON.parse(recordLine(toRecord(bare))));
});
