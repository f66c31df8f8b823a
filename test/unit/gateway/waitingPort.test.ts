import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { WaitingPort } from '../../../src/core/gateway/discovery/waitingPort.ts';
import { portOf } from '../../../src/core/http/bind.ts';
import { until } from '../../support/until.ts';

/** What `fetch` says where nothing listens. */
const refused = ({ cause }: Error): boolean => (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
const get = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();

test('a request that came before the server is answered by it, and so are those after it', async (t) => {
  let connections = 0;
  const waiting = await WaitingPort.open(0, () => connections++);
  const { port } = waiting;
  assert.equal(waiting.isNeeded, false);
  const early = get(port);
  await until(() => waiting.isNeeded, 'the connection waits');
  assert.equal(connections, 1);
  const http = createServer((_request, response) => response.end('served'));
  t.after(() => (http.close(), http.closeAllConnections()));
  await waiting.handOver(http);
  assert.equal(await early, 'served');
  assert.equal(portOf(http), port);
  assert.equal(await get(port), 'served');
  assert.equal(connections, 1, 'later connections belong to the new server');
});

test('the new server closes the port, with the connections that had waited', async () => {
  const waiting = await WaitingPort.open(0, () => {});
  const { port } = waiting;
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await until(() => waiting.isNeeded, 'the connection waits');
  const http = createServer(() => {});
  await waiting.handOver(http);
  waiting.dispose(); // it is no longer its own
  assert.equal(http.listening, true);
  http.close();
  http.closeAllConnections();
  await closed;
  await assert.rejects(get(port), refused);
});

test('a port that nobody took over is closed with those that wait', async () => {
  const waiting = await WaitingPort.open(0, () => {});
  const { port } = waiting;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await until(() => waiting.isNeeded, 'the connection waits');
  waiting.dispose();
  await closed;
  await assert.rejects(get(port), refused);
});

test('each port has a token of its own, and takes another number where the preferred one is in use', async (t) => {
  const one = await WaitingPort.open(0, () => {});
  const other = await WaitingPort.open(one.port, () => {});
  t.after(() => (one.dispose(), other.dispose()));
  assert.notEqual(one.port, other.port);
  assert.notEqual(one.token, other.token);
});
