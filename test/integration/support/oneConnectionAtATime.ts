import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, type Socket, createServer } from 'node:net';

/**
 * Serves `web` as a single-threaded server does: a connection is served until the client closes it, the next one
 * waits. `idleWaits` counts connections that had to wait for one that a client keeps open after a response.
 */
export async function oneConnectionAtATime(web: Server) {
  const queue: Socket[] = [];
  let served: Socket | undefined;
  let isIdle = false;
  let idleWaits = 0;
  web.keepAliveTimeout = 0;
  web.on('request', (_, response) => {
    isIdle = false;
    response.once('close', () => (isIdle = response.shouldKeepAlive));
  });
  const serveNext = (): void => {
    isIdle = false;
    served = queue.shift();
    served?.once('close', serveNext);
    if (served) web.emit('connection', served);
  };
  const listener = createServer((socket) => {
    // A close that was sent before this connection may be read after it.
    if (isIdle) setImmediate(() => setImmediate(() => isIdle && idleWaits++));
    queue.push(socket);
    if (!served) serveNext();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`,
    idleWaits: () => idleWaits,
    [Symbol.asyncDispose]: async () => {
      for (const socket of [...queue.splice(0), served]) socket?.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
