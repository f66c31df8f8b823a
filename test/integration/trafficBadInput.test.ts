import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { systemClock } from '../../src/core/ports/ports.ts';
import { headerLine } from '../../src/core/traffic/recording/recordFormat.ts';
import { RecordingReader } from '../../src/core/traffic/recording/recordingReader.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import { TrafficSpill } from '../../src/core/traffic/log/spill.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { projectRoot } from '../support/sources.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bad-input-'));
after(() => rmSync(folder, { recursive: true, force: true }));
failOnLeaks();
const hundred = 100 * 1024 * 1024;
/** A program that does not end would keep this file, and with it the run, for ever. */
const unlessStuck = { timeout: 120_000, killSignal: 'SIGKILL' } as const;

test('a frame of 100 MB is truncated in the view, leaves the memory, and is complete in the export', async () => {
  const spill = await TrafficSpill.open({
    root: path.join(folder, 'spill'),
    maxBytes: 1e9,
    product: 'test',
    now: Date.now,
    failed: assert.fail,
  });
  const log = new TrafficLog({ rows: 100, bytes: 64e6 }, systemClock, new Redactor(), spill);
  const tap = log.open('big');
  tap.frame('toServer', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'big' } }, 80);
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(hundred) } }, hundred + 50);
  tap.state('after');
  await until(() => log.readExtent().nextSeq === 4, 'all are recorded');
  const { rows } = log.recent(0, 10);
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['response', 'state'].slice(-rows.length),
    'more than the limit is in the ring only while it is the newest',
  );
  const page = await log.page(0, 10);
  assert.deepEqual(
    page.rows.map(({ kind, preview }) => [kind, preview.length <= 240]),
    [
      ['request', true],
      ['response', true],
      ['state', true],
    ],
    'nothing is lost: it is in the file',
  );
  const body = await log.body(2);
  assert.deepEqual([body.truncated, (body.text ?? '').length], [true, 4 * 1024 * 1024]);
  const file = path.join(folder, 'big.mcptrace');
  assert.equal(await writeRecording(log, file, { product: 'test', created: 0 }), 3);
  assert.ok(statSync(file).size > hundred);
  const reader = await RecordingReader.open(file);
  await reader.indexed;
  assert.deepEqual(
    (await reader.page(0, 10)).rows.map(({ kind, pair }) => [kind, pair]),
    [
      ['request', undefined],
      ['response', 1],
      ['state', undefined],
    ],
  );
  assert.equal((await reader.body(2)).truncated, true);
  reader.dispose();
  log.dispose();
});

test('a message of 100 MB passes through the tap unchanged, whether it can be copied or not', async () => {
  const script = 'process.stdin.pipe(process.stdout)';
  const cli = path.join(projectRoot, 'dist/cli.cjs');
  const env = { ...process.env, XDG_RUNTIME_DIR: folder };
  const child = spawn(process.execPath, [cli, 'tap', '--', process.execPath, '-e', script], { env, ...unlessStuck });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  child.stdin.end(Buffer.alloc(hundred, 'x'));
  const [code] = await once(child, 'close');
  assert.deepEqual([bytes, code], [hundred, 0]);
});

test('a recording of nothing but line ends, and one of a single endless line, are opened safely', async () => {
  const ends = path.join(folder, 'ends');
  writeFileSync(ends, headerLine({ created: 0, product: '', redacted: true, firstSeq: 1 }));
  const stream = createWriteStream(ends, { flags: 'a' });
  for (let i = 0; i < 50; i++) stream.write(Buffer.alloc(1024 * 1024, '\n'));
  stream.end('{"server":"s","direction":"none","kind":"state","text":"found"}');
  await once(stream, 'close');
  const reader = await RecordingReader.open(ends);
  await reader.indexed;
  assert.deepEqual(
    (await reader.page(0, 10)).rows.map(({ preview }) => preview),
    ['found'],
  );
  reader.dispose();

  const endless = path.join(folder, 'endless');
  const start = headerLine({ created: 0, product: '', redacted: true, firstSeq: 1 });
  writeFileSync(endless, Buffer.concat([Buffer.from(`${start}{"at":1`), Buffer.alloc(300_000_000, ' ')]));
  const second = await RecordingReader.open(endless);
  await second.indexed;
  const { rows } = await second.page(0, 10);
  assert.deepEqual([rows.length, rows[0]?.kind], [1, 'malformed']);
  for await (const { row } of second.records(0, 10)) assert.equal(row.kind, 'malformed');
  second.dispose();
});

test('a recording that shrinks while it is open ends early, and shows nothing false', async () => {
  const file = path.join(folder, 'shrinks');
  const row = '{"server":"s","direction":"none","kind":"state","text":"row"}\n';
  writeFileSync(file, headerLine({ created: 0, product: '', redacted: true, firstSeq: 1 }) + row.repeat(1_000));
  const reader = await RecordingReader.open(file);
  await reader.indexed;
  writeFileSync(file, '');
  assert.deepEqual((await reader.page(500, 10)).rows, []);
  assert.deepEqual(await reader.body(500), { seq: 500, truncated: false });
  reader.dispose();
});
