import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach } from 'node:test';
import { withTimeout } from '../../../src/base/async.ts';
import { type RunningService, startService } from '../../fixtures/manifest/startService.ts';
import { type Home, makeHome } from '../../fixtures/manifest/tools.ts';
import { projectRoot } from '../../support/sources.ts';
import { until } from '../../support/until.ts';

export const cli = path.join(projectRoot, 'src/cli/main.ts');
export const initialize =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"test","version":"1.0"}}}';
export const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** The example of the document, word for word. */
export const serverStatus = {
  id: 'server-status',
  implementation: { methods: { server_status: 'server.status' } },
  tools: [
    {
      name: 'server_status',
      description: 'Check Tairseach server status',
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
  ],
};

type Message = Record<string, unknown>;

export interface Bridge {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: Message[];
  readonly errors: () => string;
  send(...lines: readonly string[]): void;
  /** Waits for what it looks for in `messages`. */
  find<T>(look: () => T | undefined | false, what: string): Promise<T>;
  /** Waits for the response to a request. */
  responseTo(id: unknown): Promise<Message>;
}

/** A bridge process of a home of its own, for each test. */
export class BridgeFixture {
  home!: Home;
  readonly #running: { stop(): Promise<void> }[] = [];

  constructor() {
    beforeEach(async () => void (this.home = await makeHome()));
    afterEach(async () => {
      for (const each of this.#running.splice(0)) await each.stop();
      await this.home.remove();
    });
  }

  /** Ends what a test has started. */
  own(running: { stop(): Promise<void> }): void {
    this.#running.push(running);
  }

  async start(...flags: readonly string[]): Promise<RunningService> {
    const service = await startService(this.home.socket, ...flags);
    this.own(service);
    return service;
  }

  environment(): Record<string, string> {
    const { dir } = this.home;
    return { ...(process.env as Record<string, string>), HOME: dir, XDG_CACHE_HOME: path.join(dir, 'cache') };
  }

  spawn(...flags: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [cli, 'bridge', ...flags], { env: this.environment(), cwd: this.home.dir });
  }

  bridge(...flags: readonly string[]): Bridge {
    const child = this.spawn(...flags);
    const messages: Message[] = [];
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line) as Message));
    this.own({
      stop: async () => {
        if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      },
    });
    const find: Bridge['find'] = async (look, what) => {
      try {
        return (await until(look, what)) as never;
      } catch (error) {
        throw new Error(`${(error as Error).message}; stderr: ${errors}`, { cause: error });
      }
    };
    return {
      child,
      messages,
      errors: () => errors,
      send: (...lines) => void child.stdin.write(lines.join('\n') + '\n'),
      find,
      responseTo: (id) => find(() => messages.find((message) => message['id'] === id), `the response to ${String(id)}`),
    };
  }

  /** `echo LINE | switchboard bridge …`, and everything that it printed. */
  async pipe(line: string, ...flags: readonly string[]): Promise<string> {
    const child = this.spawn(...flags);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stdin.end(line + '\n');
    const [code] = (await withTimeout(once(child, 'exit'), 30_000, 'The bridge')) as [number];
    assert.equal(code, 0);
    return printed;
  }
}
