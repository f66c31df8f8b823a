// A healthy server beside one that floods, in one process: how much longer its calls take.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { Launch } from '../../src/core/servers/model/launch.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { type BadTransport, badServer } from '../faults/support/badServer.ts';
import { bad } from '../integration/serversSupport.ts';
import { median } from './support/interval.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const log = new TrafficLog({ rows: 20_000, bytes: 32 * 1024 * 1024 }, systemClock, new Redactor());
const floods: readonly (readonly [BadTransport, string])[] = [
  ['stdio', 'logFlood'],
  ['stdio', 'pingFlood'],
  ['stdio', 'noiseFlood'],
  ['http', 'notificationFlood'],
  ['sse', 'logFlood'],
  ['ws', 'progressFlood'],
];

function managed(id: string, launch: Launch): ManagedServer {
  return createManagedServer({ id, label: id, source: 'bench', transport: launch.kind, launch, tap: log });
}

/** The median of many calls, in milliseconds. */
async function callTime(server: ManagedServer): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 200; at++) {
    const begin = performance.now();
    await server.callTool('say', {});
    times.push(performance.now() - begin);
  }
  return median(times);
}

async function besideFlood(neighbour: ManagedServer, transport: BadTransport, way: string): Promise<number> {
  await using running = await badServer(transport, way);
  const flooding = managed('flood', running.launch);
  try {
    await flooding.callTool('attack', {});
    return await callTime(neighbour);
  } finally {
    await flooding.dispose();
  }
}

async function beside(): Promise<Row[]> {
  const neighbour = managed('neighbour', bad('hostileMessages'));
  await neighbour.start();
  await callTime(neighbour); // warm
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const rows: Row[] = [];
  for (const [transport, way] of floods) {
    const measured = await inTurns(
      7,
      () => besideFlood(neighbour, transport, way),
      () => callTime(neighbour),
    );
    const spec = { name: `a call beside ${way} over ${transport}`, unit: 'ms', peerName: 'the same call alone' };
    rows.push(row({ ...spec, limit: { ratio: 1.5 } }, measured.ours, measured.peer));
  }
  clearInterval(watch);
  await neighbour.dispose();
  const grown = Math.max(1, (peak - before) / 1024 / 1024);
  const spec = {
    name: 'memory over its start in all floods',
    unit: 'MB',
    peerName: 'the promise',
    limit: { ratio: 1 },
  };
  return [...rows, row(spec, [grown], [400])];
}

/** As a 63 MB result must at least be parsed. */
function parseMs(): number {
  const text = JSON.stringify({ result: { content: [{ type: 'text', text: 'x'.repeat(63e6) }] } });
  const begin = performance.now();
  JSON.parse(text);
  return performance.now() - begin;
}

/** The longest that everything else waits while one server sends a large message and it is recorded. */
async function longestBlockMs(transport: BadTransport, way: string): Promise<number> {
  await using running = await badServer(transport, way);
  const server = managed('large', running.launch);
  await server.start();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await server.callTool('attack', {});
  for await (const _ of log.records(log.nextSeq, Number.POSITIVE_INFINITY)); // until it is recorded
  delays.disable();
  await server.dispose();
  return delays.max / 1e6;
}

async function blocks(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const transport of ['stdio', 'http', 'sse', 'ws'] as const) {
    const { ours, peer } = await inTurns(
      3,
      () => longestBlockMs(transport, 'hugeResult'),
      async () => parseMs(),
    );
    const name = `63 MB in one result over ${transport}: longest block`;
    rows.push(row({ name, unit: 'ms', peerName: 'parsing it', limit: { ratio: Infinity, ours: 250 } }, ours, peer));
  }
  return rows;
}

export const serverFloods: Bench = {
  name: 'servers floods',
  inVscode: false,
  run: async () => [...(await beside()), ...(await blocks())],
};
