// @ts-check
import { createServer } from 'node:net';

/** @param {number} port 0 = any @returns {Promise<number | undefined>} */
function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

/** A free port on 127.0.0.1: the wanted one, else the next free one after it; 0 = any. @param {number} wanted */
export async function freePort(wanted) {
  for (let port = wanted; port < Math.min(wanted + 200, 65_536); port++) {
    const free = await tryPort(port);
    if (free !== undefined) return free;
  }
  return (await tryPort(0)) ?? 0;
}
