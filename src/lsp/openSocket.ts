import { type Socket, createConnection } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * The editor's socket or pipe, if the arguments name one. The protocol's own package connects without listening for a
 * failure: a wrong name would end this process without a word.
 */
export async function openSocket(args: readonly string[]): Promise<Socket | undefined> {
  const options = { pipe: { type: 'string' }, socket: { type: 'string' } } as const;
  const { pipe, socket: port } = parseArgs({ args: [...args], options, strict: false }).values;
  if (typeof pipe === 'string') return connected(createConnection(pipe), pipe);
  return typeof port === 'string' ? connected(createConnection(Number(port), '127.0.0.1'), `port ${port}`) : undefined;
}

function connected(socket: Socket, name: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', ({ message }) => reject(new Error(`Cannot connect to ${name}: ${message}`)));
  });
}
