import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandLine, processesWith } from '../../support/markedProcesses.ts';
import { projectRoot } from '../../support/sources.ts';
import { until } from '../../support/until.ts';
import { cliPath } from '../../integration/support/cliProcess.ts';
import { listToolsInput } from './gatewayMessages.ts';

const server = path.join(projectRoot, 'test/fixtures/bad-servers/stubbornKinds.mjs');

/** How a server is hard to end, and how many processes it has at least. */
export const stubbornKinds: Readonly<Record<string, number>> = {
  ignoresEof: 1,
  ignoresSignals: 1,
  plainChild: 2,
  detachedChild: 2,
  doubleFork: 2,
  ownGroup: 3,
  manyChildren: 13,
  chain: 5,
  restarts: 3,
  emptyEnvironment: 2,
};

interface Verb {
  readonly hang: string;
  args(config: string, command: readonly string[]): readonly string[];
}

/** What keeps each verb busy while it is ended. */
export const verbs: Readonly<Record<string, Verb>> = {
  list: { hang: 'hang', args: (config) => ['list', '--config', config, '--trust'] },
  call: { hang: 'hangCall', args: (config) => ['call', 'it', 'echo', '--config', config, '--trust'] },
  gateway: { hang: '', args: (config) => ['gateway', '--config', config, '--trust'] },
  tap: { hang: '', args: (_, command) => ['tap', '--', ...command] },
};

type End = (host: Host) => void;

/** `needsNext`: what such a host leaves is ended by the next command. */
interface Way {
  readonly end: End;
  readonly needsNext?: true;
  /** Only for verbs that read stdin. */
  readonly byInput?: true;
}

export const ways: Readonly<Record<string, Way>> = {
  'the end of stdin': { end: ({ child }) => child.stdin?.end(), byInput: true },
  SIGINT: { end: ({ child }) => child.kill('SIGINT') },
  SIGTERM: { end: ({ child }) => child.kill('SIGTERM') },
  SIGHUP: { end: ({ child }) => child.kill('SIGHUP') },
  SIGKILL: { end: ({ child }) => child.kill('SIGKILL'), needsNext: true },
  'an uncaught exception': { end: ({ child }) => child.kill('SIGUSR2') },
  'the death of its parent': { end: ({ child }) => child.kill('SIGKILL'), byInput: true },
};

/** NODE_OPTIONS with which a host throws on SIGUSR2, where nothing catches it. */
export const crashOnSignal = `--import=data:text/javascript,${encodeURIComponent('process.on("SIGUSR2", () => { throw new Error("crash"); });')}`;

/** Arguments for a process that holds the pipes of a host, as a client does: when it is killed, the host is alone. */
export function underParent(args: readonly string[], input: string): readonly string[] {
  const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'pipe' })`;
  return ['-e', `${start}.stdin.write(${JSON.stringify(input)}); setInterval(() => {}, 1000);`];
}

/** A command line of ours with one stubborn server. */
export class Host {
  readonly child: ChildProcess;
  readonly word = `stubborn-${randomUUID()}`;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'switchboard-ends-'));
  readonly #kind: string;

  constructor(verb: string, kind: string, way: string) {
    const { args, hang } = verbs[verb]!;
    this.#kind = kind;
    const command = [process.execPath, server, kind, this.word, hang];
    const config = path.join(this.#folder, 'mcp.json');
    const it = { command: command[0], args: command.slice(1) };
    writeFileSync(config, JSON.stringify({ mcpServers: { it } }));
    this.child = this.#start(args(config, command), way === 'the death of its parent');
    this.child.stdin?.write(listToolsInput);
  }

  async running(): Promise<void> {
    const least = stubbornKinds[this.#kind]!;
    await until(() => this.left().length >= least, `${least} processes of ${this.#kind}`);
  }

  /** All that carries the word, except hosts that pass it on. */
  left(): readonly number[] {
    return processesWith(this.word).filter((pid) => !commandLine(pid).includes(cliPath));
  }

  async next(): Promise<void> {
    const config = path.join(this.#folder, 'none.json');
    writeFileSync(config, '{"mcpServers":{}}');
    await once(this.#start(['list', '--config', config], false), 'exit');
  }

  dispose(): void {
    for (const pid of processesWith(this.word)) process.kill(pid, 'SIGKILL');
    this.child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(args: readonly string[], hasParent: boolean): ChildProcess {
    const env = { ...process.env, XDG_STATE_HOME: this.#folder, NODE_OPTIONS: crashOnSignal };
    const own = [cliPath, ...args];
    const child = spawn(process.execPath, hasParent ? underParent(own, listToolsInput) : own, {
      env,
      cwd: this.#folder,
    });
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.on('error', () => {});
    return child;
  }
}
