import { type Socket, createServer } from 'node:net';
import { messageOf } from '../../base/fault.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { listenPrivately } from '../files/socketFile.ts';
import { LineReader } from '../process/lineReader.ts';
import type { Tap, TapSource } from '../wire/tap.ts';
import { type FrameCopies, copiesTo, readHello, readTapLine } from './tapProtocol.ts';
import { newSocketPath, tapWindows } from './tapSockets.ts';

interface ListenerOptions {
  readonly folder: string;
  folders(): readonly string[];
  readonly taps: TapSource;
  readonly log: Log;
  now(): number;
}

const maxTaps = 100;
const maxLineBytes = 256 * 1024 * 1024;

/** The window's end of every tap: a socket that only this user may open. What arrives is untrusted data, and only shown. */
export async function listenForTaps(options: ListenerOptions): Promise<Disposable> {
  const lifetime = new Lifetime();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    if (open.size >= maxTaps) return socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    takeTap(socket, options);
  });
  const socket = newSocketPath(options.folder);
  await listenPrivately(server, socket);
  server.unref();
  lifetime.defer(() => {
    server.close();
    for (const each of open) each.destroy();
  });
  lifetime.add(
    tapWindows(options.folder).announce({
      pid: process.pid,
      socket,
      folders: options.folders(),
      since: options.now(),
    }),
  );
  return lifetime;
}

function takeTap(socket: Socket, { taps, log }: ListenerOptions): void {
  let copies: FrameCopies | undefined;
  let tap: Tap | undefined;
  const refuse = (why: string): void => {
    log.warn('a tap was refused', { why });
    socket.destroy();
  };
  const take = (text: string): void => {
    if (copies) return readTapLine(text, copies) ? undefined : refuse('a line that cannot be read');
    const hello = readHello(text);
    if (!hello) return refuse('it did not say who it is');
    tap = taps.open(`${hello.name} (tap)`);
    tap.state('tap connected');
    copies = copiesTo(tap);
  };
  const lines = new LineReader(
    maxLineBytes,
    (line) => {
      if (socket.destroyed) return;
      try {
        take(line.toString('utf8'));
      } catch (error) {
        refuse(`a line that cannot be handled: ${messageOf(error)}`); // thrown on, it would end the window's process
      }
    },
    ({ bytes }) => copies?.state(`a line of ${bytes} bytes is too long and was left out`),
  );
  socket.on('data', (chunk: Buffer) => lines.push(chunk));
  socket.on('error', () => {}); // `close` follows
  socket.once('close', () => tap?.closed('tap disconnected'));
}
