import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Launch, ServerLimits, StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServerOptions } from '../../src/core/servers/managedServerOptions.ts';
import type { ManagedServer, ServerState } from '../../src/core/servers/model/server.ts';
import type { TapSource } from '../../src/core/wire/tap.ts';

const badServers = fileURLToPath(new URL('../fixtures/bad-servers/', import.meta.url));
const realServers = fileURLToPath(new URL('../fixtures/servers/node_modules/', import.meta.url));

export function bad(name: string, ...args: string[]): StdioLaunch {
  return { kind: 'stdio', command: process.execPath, args: [`${badServers}${name}.mjs`, ...args], env: {} };
}

export function realPath(path: string): string {
  const file = realServers + path;
  if (!existsSync(file)) throw new Error(`${file} is missing: run "npm test integration", which installs it`);
  return file;
}

export function real(path: string, args: readonly string[] = [], env: Record<string, string> = {}): StdioLaunch {
  return { kind: 'stdio', command: process.execPath, args: [realPath(path), ...args], env };
}

export interface Recorded {
  readonly kind: 'frame' | 'noise' | 'stderr' | 'malformed' | 'state';
  readonly text: string;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly toServer?: boolean;
}

export interface Recorder extends TapSource {
  readonly rows: Recorded[];
  texts(kind: Recorded['kind']): string[];
  /** Methods that went to the server, in order. */
  sent(): string[];
}

export function recorder(): Recorder {
  const rows: Recorded[] = [];
  return {
    rows,
    texts: (kind) => rows.filter((row) => row.kind === kind).map(({ text }) => text),
    sent: () =>
      rows.flatMap(({ message, toServer }) =>
        toServer && typeof message?.['method'] === 'string' ? [message['method']] : [],
      ),
    open: () => ({
      frame: (direction, message, bytes) =>
        rows.push({ kind: 'frame', text: `${direction} ${bytes ?? '?'}`, message, toServer: direction === 'toServer' }),
      noise: (text) => rows.push({ kind: 'noise', text }),
      stderr: (text) => rows.push({ kind: 'stderr', text }),
      malformed: (_, text, reason) => rows.push({ kind: 'malformed', text: `${reason}: ${text}` }),
      state: (text) => rows.push({ kind: 'state', text }),
      lost: (_, text) => rows.push({ kind: 'state', text }),
      closed: (text) => rows.push({ kind: 'state', text }),
    }),
  };
}

export interface Subject extends AsyncDisposable {
  readonly server: ManagedServer;
  readonly taps: Recorder;
}

/** A managed server that is disposed at the end of its test, whatever happened: `await using subject = manage(…)`. */
export function manage(
  launch: Launch,
  limits: Partial<ServerLimits> = {},
  more: Partial<ManagedServerOptions> = {},
): Subject {
  const taps = recorder();
  const id = more.id ?? 'subject';
  const server = createManagedServer({
    id,
    label: id,
    source: 'test',
    transport: launch.kind,
    launch,
    tap: taps,
    // A busy machine is no reason to fail: a test that is about a timeout sets its own.
    limits: { connectTimeoutMs: 90_000, probeTimeoutMs: 60_000, callTimeoutMs: 60_000, ...limits },
    ...more,
  });
  return { server, taps, [Symbol.asyncDispose]: () => server.dispose() };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie that was not waited for yet is not alive.
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return !/\) Z /.test(stat);
}

export function textOf(result: { readonly content: readonly unknown[] }): string {
  return (result.content[0] as { text: string }).text;
}

export function stateOf<K extends ServerState['kind']>(
  server: ManagedServer,
  kind: K,
): Extract<ServerState, { kind: K }> {
  const state = server.state.value;
  if (state.kind !== kind) throw new Error(`The state is ${JSON.stringify(state)}, not ${kind}`);
  return state as Extract<ServerState, { kind: K }>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
