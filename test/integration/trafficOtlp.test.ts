import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isRecord } from '../../src/base/json.ts';
import type { Log } from '../../src/base/log.ts';
import { silentLog } from '../../src/base/log.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import { OtlpExporter, readEndpoint, readHeaders } from '../../src/core/telemetry/otlpExporter.ts';
import { serverAddressOf } from '../../src/core/telemetry/span.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { settled, until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: string };
  }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

const received: { url: string; headers: Record<string, unknown>; body: string; spans: Span[] }[] = [];
let answer = 200;
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const parsed = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    const spans = parsed.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
    received.push({ url: request.url ?? '', headers: request.headers, body, spans });
    response.writeHead(answer).end('{}');
  });
});
const warnings: string[] = [];
const log: Log = { ...silentLog, warn: (text) => void warnings.push(text), with: () => log };
let exporter: OtlpExporter;

before(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const redactor = new Redactor();
  exporter = new OtlpExporter({
    endpoint: new URL(`http://127.0.0.1:${port}`),
    headers: readHeaders('x-team=blue%20team, broken'),
    version: '1.2.3',
    clock: systemClock,
    log,
    redact: (text) => redactor.text(text),
  });
});

after(() => {
  collector.closeAllConnections();
  collector.close();
});
failOnLeaks();

const attributes = ({ attributes: all }: Span): Record<string, string> =>
  Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

test(`calls of a real server arrive at the collector as spans of the MCP conventions${proves('R138')}`, async () => {
  const traffic = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, systemClock, new Redactor());
  const script = fileURLToPath(new URL('serversBenchServer.mjs', import.meta.url));
  const server = createManagedServer({
    id: 'echo',
    label: 'echo',
    source: 'test',
    transport: 'stdio',
    launch: { kind: 'stdio', command: process.execPath, args: [script], env: {} },
    tap: exporter.trace(traffic, 'client', () => ({ transport: 'stdio' })),
  });
  await server.callTool('echo', { secret: 'hunter2-hidden' });
  await server.callTool('no-such-tool', {}).catch(() => {});
  await server.dispose();
  await exporter.flush();
  const [batch] = received;
  assert.deepEqual([batch?.url, batch?.headers['x-team']], ['/v1/traces', 'blue team']);
  const span = batch?.spans.find(({ name }) => name === 'tools/call echo');
  assert.ok(span);
  assert.equal(span.kind, 3);
  const found = attributes(span);
  assert.deepEqual(
    [found['mcp.method.name'], found['gen_ai.tool.name'], found['gen_ai.operation.name'], found['network.transport']],
    ['tools/call', 'echo', 'execute_tool', 'pipe'],
  );
  assert.equal(found['mcp.protocol.version'], '2026-07-28');
  assert.ok(BigInt(span.endTimeUnixNano) > BigInt(span.startTimeUnixNano));
  const failed = batch?.spans.find(({ name }) => name === 'tools/call no-such-tool');
  assert.ok(failed && failed.status.code === 2 && attributes(failed)['error.type'] !== undefined);
  assert.ok(!batch?.body.includes('hunter2'), 'arguments stay here');
  // What the server got names exactly this span.
  const sent = await Promise.all(traffic.recent(0, 1_000).rows.map(({ seq }) => traffic.body(seq)));
  assert.ok(sent.some(({ text }) => text?.includes(`00-${span.traceId}-${span.spanId}-01`)));
});

test('a call that never gets a response is a span too, and says why', async () => {
  received.length = 0;
  const traffic = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, systemClock, new Redactor());
  const tap = exporter.trace(traffic, 'client', () => ({ transport: 'stdio' })).open('x');
  const ask = (id: number, method = 'tools/call'): void =>
    tap.frame('toServer', { jsonrpc: '2.0', id, method, params: { name: `t${id}` } });
  for (const id of [1, 2, 3]) ask(id);
  ask(4, 'subscriptions/listen');
  tap.frame('toServer', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  tap.lost(2, 'the server closed the stream');
  tap.closed('the process ended with code 1');
  tap.frame('toClient', { jsonrpc: '2.0', id: 3, result: {} });
  await exporter.flush();
  const reported = (received[0]?.spans ?? []).map((span) => [attributes(span)['error.type'], span.status.message]);
  assert.deepEqual(reported, [
    ['cancelled', 'the caller cancelled'],
    ['connection_closed', 'the server closed the stream'],
    ['connection_closed', 'the process ended with code 1'],
    [undefined, undefined],
  ]);
});

test(`a trace that the caller began is continued, on both sides${proves('R139')}`, async () => {
  received.length = 0;
  const traffic = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, systemClock, new Redactor());
  const tap = exporter.trace(traffic, 'client', () => serverAddressOf('http', 'https://mcp.example.com/x')).open('x');
  const above = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'k=v' };
  const asked = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'p', _meta: above } };
  const sent = tap.outgoing!(asked);
  tap.frame('toServer', sent);
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: {} });
  const serving = exporter.trace(traffic, 'server', () => ({})).open('y');
  serving.frame('toServer', sent);
  serving.frame('toClient', { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'token=abcdef1234567890abcd' } });
  await exporter.flush();
  const [ours, theirs] = received[0]?.spans ?? [];
  assert.ok(ours);
  assert.deepEqual(
    ['network.transport', 'network.protocol.name', 'server.address', 'server.port'].map((key) => attributes(ours)[key]),
    ['tcp', 'http', 'mcp.example.com', '443'],
  );
  assert.deepEqual([ours?.traceId, ours?.parentSpanId], ['a'.repeat(32), 'b'.repeat(16)]);
  assert.deepEqual([theirs?.traceId, theirs?.parentSpanId, theirs?.kind], ['a'.repeat(32), ours?.spanId, 2]);
  assert.ok(theirs && attributes(theirs)['rpc.response.status_code'] === '-32602');
  assert.ok(!received[0]?.body.includes('abcdef1234567890'), 'an error text goes through the redactor');
  const meta = isRecord(sent['params']) && (sent['params']['_meta'] as Record<string, unknown>);
  assert.equal(meta && meta['tracestate'], 'k=v');
  assert.equal(asked.params._meta.traceparent, above.traceparent, 'what the caller holds is not changed');
});

test('a collector that refuses is reported once, and calls continue', async () => {
  answer = 503;
  const traffic = new TrafficLog({ rows: 10, bytes: 10_000 }, systemClock, new Redactor());
  const tap = exporter.trace(traffic, 'client', () => ({})).open('x');
  for (let id = 1; id <= 3; id++) {
    tap.frame('toServer', { id, method: 'ping' });
    tap.frame('toClient', { id, result: {} });
    await exporter.flush();
  }
  assert.equal(warnings.length, 1);
  assert.equal(traffic.readExtent().nextSeq, 7);
});

test('a collector that hangs gets one batch at a time, and what waits for it is small', async () => {
  const held: { spans: number; release(): void }[] = [];
  const slow = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      held.push({ spans: body.split('"spanId"').length - 1, release: () => void response.end('{}') });
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  const endpoint = new URL(`http://127.0.0.1:${port}`);
  const redact = (text: string): string => text;
  const patient = new OtlpExporter({
    endpoint,
    headers: {},
    version: '1',
    clock: systemClock,
    log,
    redact,
    batchMs: 20,
  });
  const tap = patient.trace({ open: () => silentTap }, 'client', () => ({})).open('x');
  const before = heapUsed();
  for (let id = 1; id <= 2_000; id++) {
    const [params, text] = [{ name: 't', arguments: { text: large(id) } }, large(id)];
    tap.frame('toServer', { jsonrpc: '2.0', id, method: 'tools/call', params });
    const isBad = id % 2 === 0;
    tap.frame('toClient', {
      jsonrpc: '2.0',
      id,
      ...(isBad ? { error: { code: 1, message: text } } : { result: text }),
    });
    if (id % 100 === 0) await settled();
  }
  await until(() => held.length > 0, 'a batch');
  await settled();
  assert.ok(heapUsed() - before < 20_000_000, '2,000 calls of 40 kB are 80 MB');
  for (let sent = 0; sent < 2_000;) {
    await until(() => held.length > 0, 'the next batch');
    assert.equal(held.length, 1, 'one at a time');
    const [batch] = held.splice(0);
    sent += batch?.spans ?? 0;
    batch?.release();
  }
  await patient.flush();
  assert.equal(held.length, 0);
  slow.closeAllConnections();
  slow.close();
});

/** A text of its own each time. */
const large = (seed: number): string => Buffer.alloc(20_000, (seed % 90) + 33).toString('latin1');

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('a server is named by its host and port, or by its socket; an unfinished address by nothing', () => {
  assert.deepEqual(serverAddressOf('ws', 'ws://[::1]:8080/mcp'), { transport: 'ws', address: '[::1]', port: 8080 });
  assert.deepEqual(serverAddressOf('http', 'unix:///tmp/a.sock#/mcp'), { transport: 'http', address: '/tmp/a.sock' });
  assert.deepEqual(serverAddressOf('http', '${input:url}'), { transport: 'http' });
  assert.deepEqual(serverAddressOf('stdio', undefined), { transport: 'stdio' });
});

test('only an http address is a collector', () => {
  assert.equal(readEndpoint('file:///etc/passwd'), undefined);
  assert.equal(readEndpoint('nonsense'), undefined);
  assert.equal(readEndpoint('https://collector.example/otlp')?.pathname, '/otlp');
});
