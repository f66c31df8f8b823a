import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/core/ports/ports.ts';
import type { Launch } from '../../src/core/servers/model/launch.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { headerLine } from '../../src/core/traffic/recording/recordFormat.ts';
import { RecordingReader } from '../../src/core/traffic/recording/recordingReader.ts';
import { TrafficSpill } from '../../src/core/traffic/log/spill.ts';
import { type TapSource, silentTap } from '../../src/core/wire/tap.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { projectRoot } from '../support/sources.ts';
import { httpFixture } from '../integration/serversHttpFixture.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const script = fileURLToPath(new URL('../integration/serversBenchServer.mjs', import.meta.url));
const cli = path.join(projectRoot, 'dist/cli.cjs');
const folder = (): string => mkdtempSync(path.join(tmpdir(), 'traffic-bench-'));
const megabyte = 1024 * 1024;

interface WholeLog extends TapSource {
  end(): void;
}

/** As the extension has it: redactor, ring and files. */
async function wholeLog(): Promise<WholeLog> {
  const root = folder();
  const failed = (reason: string): never => {
    throw new Error(reason);
  };
  const spill = await TrafficSpill.open({ root, maxBytes: 256 * megabyte, product: 'bench', now: Date.now, failed });
  const log = new TrafficLog({ rows: 100_000, bytes: 64 * megabyte }, systemClock, new Redactor(), spill);
  return {
    open: (server) => log.open(server),
    end: () => {
      log.dispose();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

// ---- append -------------------------------------------------------------------------------

const frame =
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"flood","data":"message 12345"}}';
const frames = 100_000;

/** Each frame is parsed outside the measured time, as the transport has done it. */
function parsedFrames(): readonly Record<string, unknown>[] {
  return Array.from({ length: frames }, () => JSON.parse(frame) as Record<string, unknown>);
}

async function append(): Promise<Row[]> {
  const log = new TrafficLog({ rows: 100_000, bytes: 64 * megabyte }, systemClock, new Redactor());
  const tap = log.open('bench');
  const result = await inTurns(
    9,
    async () => {
      const messages = parsedFrames();
      const ms = await timed(() => {
        for (const message of messages) tap.frame('toClient', message, frame.length);
      });
      return (ms * 1_000) / frames;
    },
    async () => {
      const ms = await timed(() => {
        for (let at = 0; at < frames; at++) JSON.parse(frame);
      });
      return (ms * 1_000) / frames;
    },
  );
  const spec = {
    name: 'append a frame, redacted (500,000 a second)',
    unit: 'µs',
    peerName: 'JSON.parse of that frame',
  };
  return [row({ ...spec, limit: { ratio: 4, ours: 2 } }, result.ours, result.peer)];
}

// ---- overhead on a connection ---------------------------------------------------------------

/** Few, so that turns are short: what slows the machine meanwhile slows both sides. */
const callsPerRound = 20;

function managed(launch: Launch, tap: TapSource): ManagedServer {
  return createManagedServer({ id: 'bench', label: 'bench', source: 'bench', transport: launch.kind, launch, tap });
}

async function roundOf(server: ManagedServer): Promise<number> {
  return timed(async () => {
    for (let i = 0; i < callsPerRound; i++) await server.callTool('echo', { i, text: 'some text of a usual length' });
  });
}

const rounds = 200;
const groupSize = 5;

/** The best of each few rounds: what else the machine does only ever makes a round longer. */
function bestOf(values: readonly number[]): readonly number[] {
  const groups = Math.floor(values.length / groupSize);
  return Array.from({ length: groups }, (_, at) => Math.min(...values.slice(at * groupSize, (at + 1) * groupSize)));
}

/** Both connections are open all the time; the rounds alternate, so that a busy machine slows both. */
async function overhead(launch: Launch, name: string): Promise<Row[]> {
  const log = await wholeLog();
  const [tapped, silent] = [managed(launch, log), managed(launch, { open: () => silentTap })];
  const other = managed(launch, { open: () => silentTap });
  for (let turn = 0; turn < 30; turn++) for (const server of [tapped, silent, other]) await roundOf(server);
  const measured = await inTurns(
    rounds,
    () => roundOf(tapped),
    () => roundOf(silent),
  );
  const again = await inTurns(
    rounds,
    () => roundOf(other),
    () => roundOf(silent),
  );
  await Promise.all([tapped.dispose(), silent.dispose(), other.dispose()]);
  log.end();
  const [ours, peer] = [bestOf(measured.ours), bestOf(measured.peer)];
  const perFrame = (ms: number): number => (ms * 1_000) / (callsPerRound * 2);
  const extra = ours.map((ms, at) => perFrame(ms - (peer[at] ?? ms)));
  const calls = { name: `${callsPerRound} calls over ${name}, tapped`, unit: 'ms', peerName: 'the same without a tap' };
  const floor = {
    ...calls,
    name: `(${callsPerRound} calls over ${name}, without a tap)`,
    peerName: 'the same once more',
  };
  const frameSpec = { name: `tap overhead over ${name}, a frame`, unit: 'µs', peerName: 'a frame without a tap' };
  return [
    row({ ...calls, limit: { ratio: 1.03 } }, ours, peer),
    row({ ...floor, limit: undefined }, bestOf(again.ours), bestOf(again.peer)),
    row({ ...frameSpec, limit: { ratio: 0.1, ours: 20 } }, extra, peer.map(perFrame)),
  ];
}

async function overheads(): Promise<Row[]> {
  const stdio = await overhead({ kind: 'stdio', command: process.execPath, args: [script], env: {} }, 'stdio');
  await using fixture = await httpFixture('modern');
  return [...stdio, ...(await overhead({ kind: 'http', url: fixture.url, headers: {} }, 'HTTP'))];
}

/** Not promised, but worth knowing: a process more on the way. */
async function commandLineTap(): Promise<Row[]> {
  const direct = managed(
    { kind: 'stdio', command: process.execPath, args: [script], env: {} },
    { open: () => silentTap },
  );
  const args = [cli, 'tap', '--out', path.join(folder(), 'x.mcptrace'), '--', process.execPath, script];
  const tapped = managed({ kind: 'stdio', command: process.execPath, args, env: {} }, { open: () => silentTap });
  for (const server of [direct, tapped]) await roundOf(server);
  const { ours, peer } = await inTurns(
    9,
    () => roundOf(tapped),
    () => roundOf(direct),
  );
  await Promise.all([direct.dispose(), tapped.dispose()]);
  const spec = { name: `${callsPerRound} calls through switchboard tap`, unit: 'ms', peerName: 'the same without it' };
  return [row({ ...spec, limit: { ratio: 2 } }, ours, peer)];
}

// ---- a large recording ------------------------------------------------------------------------

const bigBytes = 1024 * megabyte;

async function writeBig(file: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(headerLine({ created: 0, product: 'bench', redacted: true, firstSeq: 1 }));
  const meta =
    '"server":"s","connection":"s#1","direction":"toClient","kind":"notification","bytes":140,"method":"notifications/message"';
  const line = `{"at":1,"ms":1,${meta},"frame":${frame}}\n`;
  const block = line.repeat(Math.floor((4 * megabyte) / line.length));
  for (let written = 0; written < bigBytes; written += block.length) {
    if (!stream.write(block)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

async function bigRecording(): Promise<Row[]> {
  const home = folder();
  const file = path.join(home, 'big.mcptrace');
  await writeBig(file);
  const first = async (): Promise<number> => {
    let reader: RecordingReader | undefined;
    const ms = await timed(async () => {
      reader = await RecordingReader.open(file);
      await reader.page(0, 500);
    });
    reader?.dispose();
    await reader?.indexed;
    return ms;
  };
  const whole = (): Promise<number> =>
    timed(async () => {
      const lines = createInterface({ input: createReadStream(file) });
      for await (const _ of lines) void _;
    });
  const ours = [await first(), await first(), await first()];
  const middle = await timed(async () => {
    const reader = await RecordingReader.open(file);
    await reader.indexed;
    await reader.page(2_000_000, 500);
    reader.dispose();
  });
  const peer = [await whole()];
  rmSync(home, { recursive: true });
  const peerName = 'readline over the whole file';
  return [
    row(
      { name: 'open a 1 GB recording, first rows', unit: 'ms', peerName, limit: { ratio: 0.1, ours: 1_000 } },
      ours,
      peer,
    ),
    row(
      { name: 'count a 1 GB recording, page in its middle', unit: 'ms', peerName, limit: { ratio: 1 } },
      [middle],
      peer,
    ),
  ];
}

function bench(name: string, run: () => Promise<Row[]>): Bench {
  return { name, inVscode: false, run };
}

export const captureAppend = bench('capture append', append);
export const captureOverhead = bench('capture overhead', overheads);
export const captureCommandLine = bench('capture command line tap', commandLineTap);
export const captureRecording = bench('capture large recording', bigRecording);
