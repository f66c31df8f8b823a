import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import { Meter } from '../../src/core/servers/transports/channel.ts';
import { defaultBudgets } from '../../src/core/wire/budgets.ts';
import { MessageGate } from '../../src/core/wire/messageGate.ts';
import { observedFetch } from '../../src/core/servers/transports/observedFetch.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { httpFixture } from './serversHttpFixture.ts';

failOnLeaks();

for (const era of ['modern', 'legacy'] as const) {
  test(`over HTTP (${era}) a response carries its status and headers, without the secrets`, async () => {
    await using fixture = await httpFixture(era);
    const log = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, systemClock, new Redactor());
    const server = createManagedServer({
      id: 'web',
      label: 'web',
      source: 'test',
      transport: 'http',
      launch: { kind: 'http', url: fixture.url, headers: { 'x-api-key': 'k3y-secret-value', 'x-team': 'blue' } },
      tap: log,
    });
    await Promise.all([server.callTool('echo', { n: 1 }), server.callTool('echo', { n: 2 })]);
    const { rows } = log.recent(0, 1_000);
    const calls = rows.filter(({ kind, method }) => kind === 'response' && method === 'tools/call');
    assert.deepEqual(
      calls.map(({ httpStatus }) => httpStatus),
      [200, 200],
    );
    const { http } = await log.body(calls[0]?.seq ?? 0);
    assert.deepEqual([http?.method, http?.path, http?.status], ['POST', '/mcp', 200]);
    assert.equal(http?.requestHeaders?.['x-team'], 'blue');
    assert.equal(http?.requestHeaders?.['x-api-key'], '[redacted]');
    assert.ok(http?.responseHeaders?.['content-type']);
    await fixture.down();
    await server.stop();
    const bodies = await Promise.all(log.recent(0, 1_000).rows.map(({ seq }) => log.body(seq)));
    assert.ok(!JSON.stringify(bodies).includes('k3y-secret'));
    await server.dispose();
  });
}

test('over HTTP a request without a response says so: cancelled, cut off, or never accepted', async () => {
  await using fixture = await httpFixture('modern');
  const log = new TrafficLog({ rows: 1_000, bytes: 1_000_000 }, systemClock, new Redactor());
  const launch = { kind: 'http', url: fixture.url, headers: {} } as const;
  const server = createManagedServer({ id: 'web', label: 'web', source: 'test', transport: 'http', launch, tap: log });
  await server.callTool('echo', {});
  const stop = new AbortController();
  const slow = server.callTool('slow', {}, { signal: stop.signal }).catch(() => {});
  await until(() => fixture.slowCalls() === 1, 'the first call at the server');
  stop.abort();
  await slow;
  await until(() => fixture.slowCalls() === 0, 'its end at the server');
  const cut = server.callTool('slow', {}).catch(() => {});
  await until(() => fixture.slowCalls() === 1, 'the second call at the server');
  await fixture.down();
  await cut;
  await server.callTool('echo', {}, { timeoutMs: 500 }).catch(() => {});
  await server.dispose();
  const { rows } = log.recent(0, 1_000);
  const ends = new Map(rows.flatMap(({ pair, status }) => (pair === undefined ? [] : [[pair, status] as const])));
  const calls = rows.filter(({ kind, method }) => kind === 'request' && method === 'tools/call');
  assert.deepEqual(
    calls.slice(0, 3).map(({ seq }) => ends.get(seq)),
    ['ok', 'cancelled', 'lost'],
  );
  assert.equal(rows.at(-1)?.status, 'closed');
});

test('a stream of changes is logged when it opens, with its headers, and when the server closes it', async () => {
  const web = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'sid=very-secret-1' });
    response.end(': nothing\n\n');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const log = new TrafficLog({ rows: 10, bytes: 10_000 }, systemClock, new Redactor());
  const fetching = observedFetch({
    tap: log.open('web'),
    meter: new Meter(),
    gate: new MessageGate(defaultBudgets, { slowed: () => {} }),
    deliver: () => {},
    failed: () => {},
  });
  const { port } = web.address() as AddressInfo;
  await (await fetching(`http://127.0.0.1:${port}/mcp`, { method: 'GET' })).text();
  assert.deepEqual(
    log.recent(0, 10).rows.map(({ preview, httpStatus }) => [preview, httpStatus]),
    [
      ['HTTP 200 GET /mcp (event stream)', 200],
      ['GET /mcp: event stream closed', undefined],
    ],
  );
  assert.equal((await log.body(1)).http?.responseHeaders?.['set-cookie'], '[redacted]');
  web.closeAllConnections();
  web.close();
});
