import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { LogOutputChannel } from 'vscode';
import { Fault } from '../../src/base/fault.ts';
import type { Log } from '../../src/base/log.ts';
import type { Core } from '../../src/core/app/core.ts';
import { readSettings } from '../../src/core/app/settings/settings.ts';
import { RecordingReader } from '../../src/core/traffic/recording/recordingReader.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import { TrafficSpill } from '../../src/core/traffic/log/spill.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { createOutputLog } from '../../src/extension/shell/outputLog.ts';
import { createFakePorts } from '../support/fakePorts.ts';
import { openCore } from '../support/openCore.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';

/** Each with a part that nothing else contains. The first ones are known by their looks, the others by where they came from. */
const seeds = {
  token: 'ghp_SEEDaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJTRUVEand0In0.SEEDsignatureSEEDsignature',
  inputSecret: 'Plain words SEEDinput horse battery',
  password: 'SEEDpassword!9',
  urlPassword: 'SEEDurlpass77',
  bearer: 'SEEDbearer0123456789',
  argument: 'SEEDargument42',
};
const marks = Object.values(seeds).map((seed) => /SEED\w{3,}|U0VFR\w+|TRUVE\w+/.exec(seed)?.[0] ?? seed);

const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
after(() => rmSync(folder, { recursive: true, force: true }));
failOnLeaks();

const logged: string[] = [];
const exported: string[] = [];

/** The real one of the extension, over a channel that only remembers. */
function rememberingLog(redactor: Redactor): Log {
  const write = (text: string): void => void logged.push(text);
  const channel = { trace: write, debug: write, info: write, warn: write, error: write };
  return createOutputLog(channel as unknown as LogOutputChannel, redactor);
}

async function open(collector: string): Promise<{ core: Core; log: Log }> {
  const leaky = path.join(projectRoot, 'test/fixtures/bad-servers/leaky.mjs');
  const env = {
    API_TOKEN: seeds.token,
    DB_PASSWORD: '${input:password}',
    SERVICE_URL: `postgres://me:${seeds.urlPassword}@db/x?token=${seeds.jwt}`,
  };
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  writeFileSync(
    path.join(folder, '.vscode/mcp.json'),
    JSON.stringify({
      inputs: [{ id: 'password', type: 'promptString', password: true, description: 'x' }],
      servers: { leaky: { command: process.execPath, args: [leaky], env } },
    }),
  );
  const ports = createFakePorts(folder);
  ports.answer = 'Approve';
  ports.ask.text = async () => seeds.inputSecret;
  const redactor = new Redactor();
  const spill = await TrafficSpill.open({
    root: path.join(folder, 'spill'),
    maxBytes: 1e8,
    product: 'test',
    now: Date.now,
    failed: assert.fail,
  });
  const settings = readSettings((key) => (key === 'telemetry.otlpEndpoint' ? collector : undefined));
  const log = rememberingLog(redactor);
  const core = await openCore({ ...ports, log }, { settings, spill, redactor });
  return { core, log };
}

function files(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mcptrace'))
    .map((name) => readFileSync(path.join(root, name), 'utf8'));
}

function assertClean(where: string, value: unknown): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  assert.ok(text.length > 10, `${where} is empty, and proves nothing`);
  for (const mark of marks) assert.ok(!text.includes(mark), `${mark} reached ${where}: ${around(text, mark)}`);
}

function around(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return text.slice(Math.max(0, at - 80), at + 80);
}

test('no seeded secret reaches log, view, file, export, telemetry or error text', async () => {
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => exported.push(chunk.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const { core, log } = await open(`http://127.0.0.1:${port}`);
  await core.approve('leaky');
  const server = core.server('leaky');
  await server.start();
  const args = { apiKey: seeds.argument, note: `Authorization: Bearer ${seeds.bearer}`, list: [seeds.token] };
  const { content } = await server.callTool('leak', { ...args, password: seeds.password });
  assert.ok(JSON.stringify(content).includes('SEED'), 'the caller gets what the server really said');
  const failure = await server.callTool('leak', { ...args, fail: true }).then(
    () => assert.fail('it must fail'),
    (error: unknown) => Fault.from(error, 'server/call-failed'),
  );
  log.error(failure.message, { code: failure.code, cause: failure.cause, args });
  const rowsNow = () => core.traffic.recent(0, 1_000).rows;
  await until(() => ['stderr', 'noise'].every((each) => rowsNow().some(({ kind }) => kind === each)), 'all its output');

  const rows = rowsNow();
  assertClean('the rows', rows);
  assertClean('the bodies', await Promise.all(rows.map(({ seq }) => core.traffic.body(seq))));
  assertClean('the log', logged);
  assertClean("the server's log", core.log('leaky').lines);
  assertClean('the error text', core.redactor.value(failure.toShape()));
  assertClean('the snapshot', core.snapshot.value);
  const file = path.join(folder, 'out.mcptrace');
  await writeRecording(core.traffic, file, { product: 'test', created: 0 });
  assertClean('the export', readFileSync(file, 'utf8'));
  const reader = await RecordingReader.open(file);
  await reader.indexed;
  assertClean('the opened recording', await reader.page(0, 1_000));
  reader.dispose();
  await server.stop();
  core.dispose();
  const spilled = (): string => files(path.join(folder, 'spill')).join('');
  await until(() => spilled().includes('tools/call'), 'the calls in the spill');
  await until(() => exported.join('').includes('tools/call'), 'the calls at the collector');
  assertClean('the spill', spilled());
  assertClean('telemetry', exported.join(''));
  collector.closeAllConnections();
  collector.close();
});
