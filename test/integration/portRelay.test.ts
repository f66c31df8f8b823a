import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { Lifetime } from '../../src/base/lifetime.ts';
import { relayTo } from '../../src/extension/develop/portRelay.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a debugger that comes early is joined with its program once that listens, by its first and only connection', async () => {
  const lifetime = new Lifetime();
  const port = await freePort();
  const client = connect(await relayTo(port, lifetime), '127.0.0.1');
  client.write('hello');
  await once(client, 'connect');
  const accepted: Socket[] = [];
  const program = createServer((socket) => void accepted.push(socket.on('data', (text) => socket.write(`${text}!`))));
  program.listen(port, '127.0.0.1');
  const [answer] = (await once(client, 'data')) as [Buffer];
  assert.deepEqual([String(answer), accepted.length], ['hello!', 1]);
  accepted[0]?.destroy();
  await once(client, 'close');
  lifetime.dispose();
  program.close();
});

test('a run that ends leaves no connection behind, also one that waits', async () => {
  const lifetime = new Lifetime();
  const client = connect(await relayTo(await freePort(), lifetime), '127.0.0.1');
  await once(client, 'connect');
  lifetime.dispose();
  await once(client, 'close');
});
