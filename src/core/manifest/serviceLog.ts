import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerResources } from '../mcpServer/resource.ts';
import { withoutCredentials } from './credentials.ts';

/** The end of a log is what explains a failure. */
const maxBytes = 256 * 1024;

/** The log of the service, `~/.tairseach/logs/server.log`, where it writes one. No other file can be read. */
export const serviceLogResource: ServerResources = {
  name: 'log of the local service',
  profiles: ['tairseach'],
  load: async ({ homeDir }) => {
    const file = path.join(homeDir, '.tairseach', 'logs', 'server.log');
    const entry = {
      uri: pathToFileURL(file).href,
      name: 'server.log',
      title: 'Log of the local service',
      description: 'The end of the log, without credentials',
      mimeType: 'text/plain',
    };
    return {
      list: async () => {
        const found = await stat(file).catch(() => undefined);
        return found && isOwnFile(found) ? [{ ...entry, size: found.size }] : [];
      },
      read: async (uri) => {
        if (uri !== entry.uri) return undefined;
        const text = await readEnd(file);
        return text === undefined ? undefined : [{ uri, mimeType: entry.mimeType, text }];
      },
    };
  },
};

/** Another user could show a model what it likes; a pipe or a device would never end. */
function isOwnFile(found: Stats): boolean {
  return found.isFile() && (process.getuid === undefined || found.uid === process.getuid());
}

async function readEnd(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found || !isOwnFile(found)) return undefined;
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    return await lastLines(handle);
  } finally {
    await handle.close();
  }
}

async function lastLines(handle: FileHandle): Promise<string | undefined> {
  const found = await handle.stat();
  if (!isOwnFile(found)) return undefined;
  const from = Math.max(0, found.size - maxBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(found.size, maxBytes)), { position: from });
  const text = buffer.toString('utf8', 0, bytesRead);
  const whole = from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  return withoutCredentials(whole, whole);
}
