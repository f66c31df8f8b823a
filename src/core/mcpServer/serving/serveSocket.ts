import { createServer } from 'node:net';
import { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { ServableServer } from '../servableServer.ts';
import { listenPrivately } from '../../files/socketFile.ts';
import { type StreamOptions, serveStream } from './serveStream.ts';

/** The messages of stdio over a Unix socket or named pipe; each client that connects is a connection of its own. */
export async function serveSocket(
  server: ServableServer,
  socketPath: string,
  options: StreamOptions = {},
): Promise<Disposable> {
  const listener = createServer((socket) => {
    const connection = serveStream(server, socket, socket, options);
    void connection.closed.then(() => socket.end());
  });
  try {
    await listenPrivately(listener, socketPath);
  } catch (error) {
    throw Fault.from(error, 'embedded/listen-failed');
  }
  const face = { dispose: () => void listener.close() };
  server.host.life.add(face);
  return face;
}
