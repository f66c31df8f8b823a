import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { bindPort, portOf } from '../../../src/core/http/bind.ts';
import { GatewayHttpServer } from '../../../src/core/gateway/discovery/gatewayHttpServer.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const open = (port?: number): GatewayHttpServer =>
  new GatewayHttpServer({ log: silentLog, resolve: () => undefined, ...(port !== undefined && { port }) });

test('each start has a token of its own, and the previous port where it is free', async () => {
  const first = open();
  const { port, token } = await first.start();
  assert.deepEqual(await first.start(), { origin: `http://127.0.0.1:${port}`, port, token });
  const beside = open(port);
  const other = await beside.start();
  assert.notEqual(other.port, port, 'the port is taken');
  first.dispose();
  const again = open(port);
  const later = await again.start();
  assert.equal(later.port, port);
  assert.equal(new Set([token, other.token, later.token]).size, 3);
  for (const server of [beside, again]) server.dispose();
});

/** As Windows refuses a port of a range that it keeps for itself. */
function refusing(isRefused: (port: number) => boolean) {
  const http = createServer();
  const listen = http.listen.bind(http) as (options: object, done: () => void) => unknown;
  const refuse = (): boolean => http.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' }));
  const guarded = (options: { readonly port: number }, done: () => void): unknown =>
    isRefused(options.port) ? setImmediate(refuse) : listen(options, done);
  return Object.assign(http, { listen: guarded });
}

test('a remembered port that is no longer free does not keep the gateway from starting', async () => {
  const http = refusing((port) => port === 50_123);
  await bindPort(http, 50_123);
  assert.notEqual(portOf(http), 0);
  assert.notEqual(portOf(http), 50_123);
  http.close();
  const shut = refusing(() => true);
  await assert.rejects(bindPort(shut, 50_123), /EACCES/);
});
