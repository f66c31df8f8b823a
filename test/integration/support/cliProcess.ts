import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { withTimeout } from '../../../src/base/async.ts';
import { projectRoot } from '../../support/sources.ts';
import { until } from '../../support/until.ts';
import {
  type Answer,
  type Json,
  createInitializeRequest,
  createNotification,
  parseResponse,
} from '../../unit/mcpServer/support/messages.ts';

/** The built command line; another build can be tried by naming it. */
export const cliPath = process.env['SWITCHBOARD_CLI'] ?? join(projectRoot, 'dist/cli.cjs');

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const patienceMs = 30_000;

/** A real process of ours, spoken to by hand. */
export class CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(
    args: readonly string[],
    options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly readStderr?: boolean } = {},
  ) {
    this.child = spawn(process.execPath, [cliPath, ...args], {
      env: options.env ?? process.env,
      cwd: options.cwd ?? projectRoot,
    });
    this.child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString('utf8')));
    if (options.readStderr !== false)
      this.child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString('utf8')));
    this.child.stdin.on('error', () => {}); // it has ended before we stopped writing
    const event = options.readStderr === false ? 'exit' : 'close';
    const ended = new Promise<Ended>((resolve) => {
      this.child.on(event, (code, signal) => resolve({ code, signal, stdout: this.stdout, stderr: this.stderr }));
    });
    this.ended = withTimeout(ended, patienceMs, `switchboard ${args.join(' ')}`).finally(() =>
      this.child.kill('SIGKILL'),
    );
  }

  send(...messages: readonly Json[]): void {
    this.child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  /** Lines that have come so far. */
  lines(): readonly string[] {
    return this.stdout.split('\n').slice(0, -1);
  }

  answers(): readonly Answer[] {
    return this.lines().map(parseResponse);
  }

  async answerTo(id: string | number): Promise<Answer> {
    const find = (): Answer | undefined => this.answers().find((answer) => answer.id === id && !('method' in answer));
    return until(find, `the response to ${id}`).catch((error: Error) => {
      throw new Error(`${error.message}; stdout: ${this.stdout}; stderr: ${this.stderr}`, { cause: error });
    });
  }

  async initialize(): Promise<Answer> {
    this.send(createInitializeRequest('init'), createNotification('notifications/initialized'));
    return this.answerTo('init');
  }

  end(): Promise<Ended> {
    this.child.stdin.end();
    return this.ended;
  }
}

/** Runs to the end with this input. */
export function runCli(args: readonly string[], input = '', env?: NodeJS.ProcessEnv): Promise<Ended> {
  const cli = new CliProcess(args, env ? { env } : {});
  cli.child.stdin.end(input);
  return cli.ended;
}
