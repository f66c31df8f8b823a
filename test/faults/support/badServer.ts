// A server of test/fixtures/badServers, running, and what is expected of us beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Launch } from '../../../src/core/servers/model/launch.ts';

export type BadTransport = 'stdio' | 'http' | 'sse' | 'ws';

const program = fileURLToPath(new URL('../../fixtures/badServers/server.mjs', import.meta.url));

interface RunningServer extends AsyncDisposable {
  readonly launch: Launch;
}

/** Over stdio our own transport starts it; over the network it runs already. */
export async function badServer(transport: BadTransport, way: string): Promise<RunningServer> {
  if (transport === 'stdio') {
    const launch = { kind: 'stdio', command: process.execPath, args: [program, transport, way], env: {} } as const;
    return { launch, [Symbol.asyncDispose]: async () => {} };
  }
  const child = spawn(process.execPath, [program, transport, way], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { launch: launchAt(transport, Number(port.toString('utf8'))), [Symbol.asyncDispose]: () => end(child) };
}

function launchAt(transport: Exclude<BadTransport, 'stdio'>, port: number): Launch {
  const scheme = transport === 'ws' ? 'ws' : 'http';
  return { kind: transport, url: `${scheme}://127.0.0.1:${port}/mcp`, headers: {} };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
