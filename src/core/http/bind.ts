import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The last port is asked for so that clients find us again; if it cannot be had, any will do.
 * Why does not matter: Windows says EACCES where another has it, or where it keeps a range for itself.
 */
export async function bindPort(http: Server, port: number): Promise<void> {
  try {
    await listenOn(http, port);
  } catch (error) {
    if (port === 0) throw error;
    await listenOn(http, 0);
  }
}

function listenOn(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      http.off('error', reject);
      resolve();
    });
  });
}

export function portOf(http: Server): number {
  return (http.address() as AddressInfo | null)?.port ?? 0;
}
