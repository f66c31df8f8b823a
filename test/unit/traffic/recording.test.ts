import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { headerLine } from '../../../src/core/traffic/recording/recordFormat.ts';
import { RecordingReader } from '../../../src/core/traffic/recording/recordingReader.ts';
import { writeRecording } from '../../../src/core/traffic/recording/recordingWriter.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();
const folder = mkdtempSync(path.join(tmpdir(), 'mcptrace-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const about = { product: 'test', created: 5 };

function sampleLog(): TrafficLog {
  const log = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, systemClock, new Redactor());
  const tap = log.open('demo');
  tap.state('connected');
  tap.frame('toServer', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } });
  tap.stderr('says ,"frame": and "text"');
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'ünï "2"' }] } }, 60, {
    status: 200,
    responseHeaders: { 'content-type': 'application/json', frame: 'x' },
  });
  return log;
}

async function opened<T>(file: string, use: (reader: RecordingReader) => Promise<T>): Promise<T> {
  const reader = await RecordingReader.open(file, new Redactor());
  try {
    await reader.indexed;
    return await use(reader);
  } finally {
    reader.dispose();
  }
}

/** Finer times are not written. */
function toMicroseconds({ ms = 0, durationMs, ...row }: TrafficRow): TrafficRow {
  const round = (value: number): number => Number(value.toFixed(3));
  return { ...row, ms: round(ms), ...(durationMs !== undefined && { durationMs: round(durationMs) }) };
}

test('what was written is read back, row by row and body by body', async () => {
  const log = sampleLog();
  const file = path.join(folder, 'all.mcptrace');
  assert.equal(await writeRecording(log, file, about), 4);
  await opened(file, async (reader) => {
    const page = await reader.page(0, 100);
    assert.deepEqual(page.rows, log.recent(0, 100).rows.map(toMicroseconds));
    for (const { seq } of page.rows) assert.deepEqual(await reader.body(seq), await log.body(seq));
    assert.equal(reader.header.redacted, true);
  });
});

test('all but the first rows is counted when it is time, or when the recording is closed', async () => {
  const file = path.join(folder, 'long.mcptrace');
  const line = (at: number): string =>
    `{"at":${at},"server":"s","connection":"c","kind":"state","bytes":1,"text":"x"}\n`;
  const lines = Array.from({ length: 60_000 }, (_, at) => line(at)).join('');
  writeFileSync(file, headerLine({ ...about, redacted: true, firstSeq: 1 }) + lines);
  for (const isClosed of [false, true]) {
    const { promise: rest, resolve } = Promise.withResolvers<void>();
    const reader = await RecordingReader.open(file, undefined, rest);
    const { rows, nextSeq } = await reader.page(1, 500);
    assert.deepEqual([rows.length, nextSeq < 60_000], [500, true]);
    if (isClosed) reader.dispose();
    resolve();
    await reader.indexed;
    assert.equal(reader.readExtent().nextSeq > 60_000, !isClosed);
    reader.dispose();
  }
});

test('a selection is renumbered, and a response still points to its request', async () => {
  const file = path.join(folder, 'some.mcptrace');
  await writeRecording(sampleLog(), file, { ...about, seqs: [4, 2] });
  await opened(file, async (reader) => {
    const { rows } = await reader.page(0, 10);
    assert.deepEqual(
      rows.map(({ seq, kind, pair }) => [seq, kind, pair]),
      [
        [1, 'request', undefined],
        [2, 'response', 1],
      ],
    );
  });
});

test('a recording without the end of its last line loses that line only', async () => {
  const file = path.join(folder, 'whole.mcptrace');
  await writeRecording(sampleLog(), file, about);
  const cut = path.join(folder, 'cut.mcptrace');
  writeFileSync(cut, readFileSync(file, 'utf8').slice(0, -20));
  await opened(cut, async (reader) => {
    const { rows } = await reader.page(0, 10);
    assert.equal(rows.length, 4);
    assert.deepEqual(
      rows.slice(0, 3).map(({ kind }) => kind),
      ['state', 'request', 'stderr'],
    );
  });
});

test('a file of another kind is refused with a sentence', async () => {
  const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['empty', '', /empty/],
    ['text', 'hello\nworld\n', /not a recording/],
    ['har', '{"log":{"version":"1.2"}}\n', /not a recording/],
    ['newer', '{"mcptrace":2}\n', /version 2; only version 1/],
    ['binary', Buffer.alloc(200_000, 0xff), /not a recording/],
  ];
  for (const [name, content, problem] of cases) {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    await assert.rejects(RecordingReader.open(file), (error) => {
      assert.ok(Fault.is(error, 'recording/unreadable'));
      assert.match(error.message, problem);
      return true;
    });
  }
  await assert.rejects(RecordingReader.open(path.join(folder, 'missing')), /cannot be opened/);
});

test('hostile lines become rows that say so, and the good ones stay', async () => {
  const good = '{"at":1,"server":"s","connection":"s#1","direction":"toServer","kind":"request","bytes":1,"frame":{}}';
  const lines = [
    good,
    '{"kind":"request","direction":"toServer","server":"s","pair":99,"group":50,"at":1e999,"bytes":"x","frame":[',
    '[[[[[[[[[[',
    '{"__proto__":{"polluted":1},"kind":"nonsense","direction":"toServer","server":"s","frame":{}}',
    `{"http":{"requestHeaders":{"a":"b","c":"d"}${',"frame":1'.repeat(20)}}}`,
    '',
    '\r',
    'x'.repeat(3_000_000),
    good,
  ];
  const file = path.join(folder, 'hostile');
  writeFileSync(file, headerLine({ ...about, redacted: true, firstSeq: 1 }) + lines.join('\n'));
  await opened(file, async (reader) => {
    const { rows } = await reader.page(0, 100);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['request', 'request', 'malformed', 'malformed', 'malformed', 'malformed', 'request'],
    );
    assert.deepEqual([rows[1]?.pair, rows[1]?.group, rows[1]?.at], [undefined, undefined, 0]);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.ok(rows.every(({ preview }) => preview.length <= 240));
  });
});

test('a recording that was written with its secrets is shown and exported without them', async () => {
  const [file, exported] = [path.join(folder, 'raw'), path.join(folder, 'raw.mcptrace')];
  const line =
    '{"at":1,"server":"s","direction":"toServer","kind":"request","bytes":1,"name":"x://y?api_key=hunter2!hunter2!","http":{"requestHeaders":{"authorization":"Bearer hunter2!hunter2!"}},"frame":{"password":"hunter2!"}}';
  writeFileSync(file, `${headerLine({ ...about, redacted: false, firstSeq: 1 })}${line}\n`);
  await opened(file, async (reader) => {
    const { rows } = await reader.page(0, 1);
    assert.ok(!JSON.stringify([rows, await reader.body(1)]).includes('hunter2'));
    await writeRecording(reader, exported, about);
    assert.ok(!readFileSync(exported, 'utf8').includes('hunter2'));
  });
});
