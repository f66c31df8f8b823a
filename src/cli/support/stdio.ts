import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Standard output for protocol messages alone. Whatever else in this process
 * prints to it (a library, a forgotten console.log) goes to stderr instead.
 */
export function keepForProtocol(stdout: Writable): Writable {
  if (stdout !== process.stdout) return stdout;
  for (const method of ['log', 'info', 'debug'] as const) console[method] = console.error;
  const own = withoutBlocking(stdout);
  if (own === stdout) return stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return own;
}

/**
 * Node writes to pipes synchronously: a client that stops reading would stop the whole process,
 * signals and cancellations included. Through a socket of its own, the same pipe is written without waiting.
 */
export function withoutBlocking(stream: Writable): Writable {
  const fd = stream === process.stdout ? 1 : stream === process.stderr ? 2 : undefined;
  if (fd === undefined || process.platform === 'win32' || !isPipe(fd)) return stream;
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on('error', () => {}); // the reader is gone: the end of the input decides when to end
  return socket;
}

/** Resolves when everything is flushed, or when the reader is gone. */
export async function flushed(stream: Writable, maxMs = 5000): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs);
    stream.write('', () => resolve());
  });
  clearTimeout(timer);
}

function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // closed from the start
  }
}
