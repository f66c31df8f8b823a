import { type Socket, connect, createServer } from 'node:net';
import { sleep } from '../../base/async.ts';
import type { Lifetime } from '../../base/lifetime.ts';

const retryMs = 100;

/**
 * A port that leads to another one, which need not listen yet. A debugger in the program takes the first connection
 * for its user and ends with it, so nothing can find out beforehand whether it listens.
 */
export async function relayTo(port: number, lifetime: Lifetime): Promise<number> {
  const server = createServer((client) => void join(client, port, lifetime));
  lifetime.defer(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function join(client: Socket, port: number, lifetime: Lifetime): Promise<void> {
  lifetime.defer(() => client.destroy());
  client.on('error', () => {}); // `close` follows
  let program: Socket | undefined;
  while (!program && !client.destroyed) {
    program = await connected(port);
    if (!program) await sleep(retryMs, lifetime.signal).catch(() => client.destroy());
  }
  if (!program) return;
  const end = (): void => void (client.destroy(), program.destroy());
  client.once('close', end);
  program.on('error', () => {}).once('close', end);
  client.pipe(program).pipe(client);
  if (client.destroyed) end();
}

function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  });
}
