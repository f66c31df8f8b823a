import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { HttpExchange } from '../../../src/contract/traffic/traffic.ts';
import { type ExportFormat, exportText } from '../../../src/core/traffic/export/exportTraffic.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { problemsOf } from '../../../src/core/mcpServer/toolProblems.ts';
import { updatesGolden } from '../../support/golden.ts';
import { harSchema, otlpSchema } from './exportSchemas.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const hostile = '</script><img src=x onerror=alert(1)> | `` ``` \u001B[31mred \u202E';

/** Each look at the clock is a millisecond later. */
function sampleLog(): TrafficLog {
  let now = 1_700_000_000_000;
  const clock = { now: () => (now += 1), monotonicMs: () => now - 1_700_000_000_000 };
  const log = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, clock, new Redactor());
  const tap = log.open('demo server');
  const send = (id: number, method: string, params: object): void =>
    tap.frame('toServer', { jsonrpc: '2.0', id, method, params });
  const http: HttpExchange = {
    method: 'POST',
    path: '/mcp',
    status: 200,
    requestHeaders: { authorization: 'Bearer sk-live-abcdefghijklmnop' },
  };
  tap.state('connected');
  send(1, 'initialize', { protocolVersion: '2025-11-25' });
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25' } }, 60, http);
  send(2, 'tools/call', { name: 'add', arguments: { password: 'hunter2!hunter2!' }, _meta: { traceparent } });
  tap.frame('toClient', {
    jsonrpc: '2.0',
    id: 2,
    result: { content: [{ type: 'text', text: hostile }], isError: true },
  });
  send(3, 'resources/read', { uri: 'file:///a' });
  tap.frame('toClient', { jsonrpc: '2.0', id: 3, error: { code: -32_602, message: 'no such file' } });
  tap.stderr(hostile);
  send(4, 'tools/call', { name: 'slow', arguments: {} });
  tap.closed('exited with 1');
  return log;
}

async function exported(format: ExportFormat, seqs?: readonly number[]): Promise<string> {
  const parts: string[] = [];
  for await (const part of exportText(sampleLog(), { format, version: '1.0.0', ...(seqs && { seqs }) }))
    parts.push(part);
  return parts.join('');
}

async function assertGolden(t: TestContext, format: ExportFormat): Promise<void> {
  const file = new URL(`../../fixtures/exports/traffic.${format}.txt`, import.meta.url);
  const text = await exported(format);
  if (updatesGolden(t, file.pathname, text)) return;
  assert.equal(text, readFileSync(file, 'utf8'));
}

for (const format of ['har', 'otlp', 'html', 'markdown'] as const) {
  test(`an export as ${format} is the golden one, and has no secret in it`, async (t) => {
    await assertGolden(t, format);
    assert.doesNotMatch(await exported(format), /hunter2|sk-live/);
  });
}

interface Har {
  readonly log: {
    readonly version: string;
    readonly comment?: string;
    readonly entries: readonly {
      readonly startedDateTime: string;
      readonly time: number;
      readonly response: Readonly<Record<string, unknown>>;
      readonly timings: Readonly<Record<string, number>>;
    }[];
  };
}

test('a HAR has what HAR 1.2 requires and nothing else, and a request without a response has the status 0', async () => {
  const har = JSON.parse(await exported('har')) as Har;
  assert.deepEqual(problemsOf(harSchema, har), []);
  for (const { startedDateTime, time, timings } of har.log.entries) {
    assert.equal(new Date(startedDateTime).toISOString(), startedDateTime);
    assert.equal(
      Object.values(timings).reduce((sum, part) => sum + part, 0),
      time,
    );
  }
  assert.deepEqual(
    har.log.entries.map(({ response }) => response['status']),
    [200, 200, 500, 0],
  );
  assert.match(har.log.comment ?? '', /: 3$/);
});

interface OtlpLine {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Readonly<Record<string, unknown>>[] }[];
  }[];
}

test('each line is a request of OTLP/JSON, and spans have the trace of their caller', async () => {
  const [line = '', ...rest] = (await exported('otlp')).trim().split('\n');
  const spans = (JSON.parse(line) as OtlpLine).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope) => scope.spans),
  );
  assert.deepEqual(rest, []);
  assert.deepEqual(problemsOf(otlpSchema, JSON.parse(line)), []);
  for (const { kind, startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    assert.equal(kind, 3);
    assert.ok(String(start).length === 19 && BigInt(String(end)) >= BigInt(String(start)));
  }
  assert.deepEqual(
    spans.map(({ status }) => (status as { code?: number }).code),
    [undefined, 2, 2, 2],
  );
  assert.equal(new Set(spans.map((span) => span['spanId'])).size, 4);
  assert.ok(spans.some(({ traceId, parentSpanId }) => traceparent === `00-${traceId}-${parentSpanId}-01`));
});

test('a page loads nothing, runs only its own script, and no text of a server ends an element', async () => {
  const page = await exported('html');
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');
  const [style = ''] = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? '');
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  assert.equal(scripts.length, 1);
  assert.ok(policy.startsWith(`default-src 'none'; style-src ${hash(style)}; script-src ${hash(scripts[0] ?? '')};`));
  for (const text of ['<img', '\u001B', '\u202E']) assert.ok(!page.includes(text));
  const [, data = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(page) ?? [];
  assert.equal((JSON.parse(data) as unknown[]).length, [...page.matchAll(/<tbody/g)].length);
});

test('a selection holds its rows only; a response without its request is a row', async () => {
  const { log } = JSON.parse(await exported('har', [5, 4, 3])) as Har;
  assert.equal(log.entries.length, 1);
  assert.match(log.comment ?? '', /: 1$/);
});
