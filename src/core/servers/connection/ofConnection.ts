import type { Launch } from '../model/launch.ts';
import type { ServerProcess } from '../model/server.ts';
import type { Connection } from './connection.ts';

/** The process of a connection, as it was run. */
export function processOf(connection: Connection | undefined, launch: Launch | undefined): ServerProcess | undefined {
  const pid = connection?.channel.process?.pid;
  if (pid === undefined || launch?.kind !== 'stdio') return undefined;
  const { command, program = command, args, cwd } = launch;
  return { pid, command: [program, ...args], ...(cwd !== undefined && { folder: cwd }) };
}

/** Where the server logs; a modern one is told with each request. */
export async function applyLogLevel(connection: Connection, level: string | undefined): Promise<void> {
  if (level === undefined) return;
  connection.logLevel = level;
  if (connection.modern || !connection.info.capabilities['logging']) return;
  await connection.request('logging/setLevel', { level });
}
