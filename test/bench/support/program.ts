import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A program of a bench that says in one line of JSON that it is ready, and ends with its stdin. */
export class Program {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: NodeJS.AsyncIterator<string>;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, stderr: 'inherit' | 'ignore' = 'inherit') {
    const options = { env: { ...process.env, ...env } };
    this.#child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', stderr] });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async line<T>(): Promise<T> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${this.#child.spawnargs.join(' ')} ended before it was ready`);
    return JSON.parse(value) as T;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}

/** Processor time of all threads of a process so far; the ticks of `stat` are ten milliseconds long. */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ofThread = (id: string): number =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]);
  return threads.reduce((sum, id) => sum + ofThread(id), 0) / 1e6;
}

/** Pages that several processes have are counted in parts. */
export function proportionalMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}
