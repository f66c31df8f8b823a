import type { AddressInfo, Server } from 'node:net';

/**
 * The last port is tried first so that clients find us again; otherwise any port is used.
 * The reason does not matter: Windows reports EACCES for a port in use, or in a reserved range.
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
