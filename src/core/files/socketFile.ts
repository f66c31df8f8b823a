import { l10n } from '../../base/l10n.ts';
import { cannotListen } from '../../base/commonFaults.ts';
import { socketUnsafe } from '../../base/faults/productFaults.ts';
import { chmod, lstat, mkdir, unlink } from 'node:fs/promises';
import { type Server as NetServer, connect } from 'node:net';
import path from 'node:path';
import { Fault } from '../../base/fault.ts';

type Listener = Pick<NetServer, 'listen' | 'once' | 'off'>;

/** Listens on a socket file that only this user may open. A named pipe of Windows has no file, and by default others may not write to it. */
export async function listenPrivately(server: Listener, socketPath: string): Promise<void> {
  if (process.platform === 'win32') return listenOnce(server, socketPath);
  await preparePlace(socketPath);
  // The file is created by listen() itself, so it is never open to others, not even for a moment.
  const mask = process.umask(0o177);
  try {
    const listening = listenOnce(server, socketPath);
    process.umask(mask);
    await listening;
  } finally {
    process.umask(mask);
  }
  await chmod(socketPath, 0o600);
}

function listenOnce(server: Listener, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function preparePlace(socketPath: string): Promise<void> {
  const folder = path.dirname(socketPath);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = await lstat(folder);
  const sticky = (mode & 0o1000) !== 0;
  if ((mode & 0o022) !== 0 && !sticky) throw unsafe(l10n.t('other users can write to {0}', folder));
  if (uid !== process.getuid?.() && uid !== 0) throw unsafe(l10n.t('{0} belongs to another user', folder));
  await removeStale(socketPath);
}

/** A file left by a server that is gone; one that answers, or that is not ours, stays. */
async function removeStale(socketPath: string): Promise<void> {
  const found = await lstat(socketPath).catch(() => undefined);
  if (!found) return;
  if (!found.isSocket() || found.uid !== process.getuid?.()) throw unsafe(l10n.t('{0} already exists', socketPath));
  if (await answers(socketPath)) throw cannotListen(socketPath, undefined, l10n.t('another server is listening there'));
  await unlink(socketPath);
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (alive: boolean) => (): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}

function unsafe(message: string): Fault {
  return socketUnsafe(message, message);
}
