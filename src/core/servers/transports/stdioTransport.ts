import { messageTooLarge } from '../../../base/commonFaults.ts';
import { serverExited, spawnFailed } from '../../../base/faults/serverFaults.ts';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { type Deferred, deferred, sleep } from '../../../base/async.ts';
import { clip } from '../../../base/json.ts';
import { asError } from '../../../base/fault.ts';
import type { Tap } from '../../wire/tap.ts';
import type { StdioLaunch } from '../model/launch.ts';
import type { ChildView, Meter, ProcessEnd } from './channel.ts';
import { LineReader, type Oversize } from '../../process/lineReader.ts';
import { missingProgram } from '../../process/findOnPath.ts';
import { spawnProgram } from '../../process/spawnProgram.ts';
import { killOnExit } from '../../process/killOnExit.ts';
import { ProcessTree, leadsGroup, markName, newMark } from '../../process/processTree.ts';
import { oversizeCode } from './rawRequests.ts';
import { StderrReader } from '../../process/stderrReader.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import { idOfOversize } from '../../wire/messageLine.ts';
import { MessageReader } from './messageReader.ts';
import { textToSend } from '../../wire/rawMessageText.ts';
import { ServerReports } from './serverReports.ts';

interface StdioOptions {
  readonly launch: StdioLaunch;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** What is run: absolute, or absent where the command was not found. */
  readonly program: string | undefined;
  readonly searchPath: string;
  readonly maxMessageBytes: number;
  readonly tap: Tap;
  readonly meter: Meter;
  readonly gate: MessageGate;
  /** How long a server has to leave after its stdin was closed, then after SIGTERM. */
  readonly graceMs?: number;
}

const keptNoise = 20;
/** Data that was in the pipe when the process ended still arrives; a helper that holds the pipe open must not delay us. */
const drainMs = 250;

/**
 * The SDK's own stdio transport joins and rescans its buffer for every chunk, closes the connection
 * on a long message, drops noise, never reads stderr and leaves grandchildren alive; this one does not.
 */
export class StdioTransport implements Transport, ChildView {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: StdioOptions;
  readonly #stderr: StderrReader;
  readonly #noise: string[] = [];
  readonly #reports = new ServerReports();
  readonly #exited: Deferred<void> = deferred();
  readonly #mark = newMark();
  #lines: LineReader | undefined;
  #child: ChildProcess | undefined;
  #tree: ProcessTree | undefined;
  #end: ProcessEnd | undefined;
  /** We ended it: its exit is then no failure. */
  #dismissed = false;
  #brokenPipe = false;
  #endedAlone = false;
  #closing: Promise<void> | undefined;
  #settling: Promise<void> | undefined;
  #closed = false;

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#stderr = new StderrReader((text) => {
      options.tap.stderr(text);
      options.launch.onStderr?.(text);
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get end(): ProcessEnd | undefined {
    return this.#endedAlone ? this.#end : undefined;
  }

  get searchPath(): string {
    return this.#options.searchPath;
  }

  stderrTail(): string {
    return this.#stderr.tail();
  }

  openLine(): string {
    const line = this.#lines?.openLine ?? '';
    return /^\s*[{[]/.test(line) ? '' : line;
  }

  noise(): readonly string[] {
    return this.#noise;
  }

  reports(): readonly string[] {
    return this.#reports.list();
  }

  async start(): Promise<void> {
    if (this.#child) throw new Error('This transport was started before');
    const child = this.#spawn();
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.once('spawn', () => {
        if (child.pid !== undefined) this.#adopt(child, child.pid);
        resolve();
      });
      // Without a process there is no exit event: this is the only event of a command that cannot be run.
      child.once('error', (error) => {
        if (child.pid !== undefined) return this.onerror?.(error);
        this.#exited.resolve();
        reject(spawnFailed(this.#options.launch.command, error));
      });
    });
  }

  #spawn(): ChildProcess {
    const { launch, env, program, searchPath } = this.#options;
    if (program === undefined) throw spawnFailed(launch.command, missingProgram(launch.command, searchPath));
    try {
      return spawnProgram(program, launch.args, {
        env: { ...env, [markName]: this.#mark },
        ...(launch.cwd !== undefined && { cwd: launch.cwd }),
        detached: leadsGroup,
      });
    } catch (error) {
      // A null byte in an argument, or an environment that is too long.
      throw spawnFailed(launch.command, error);
    }
  }

  #adopt(child: ChildProcess, pid: number): void {
    const tree = new ProcessTree(pid, this.#mark);
    this.#tree = tree;
    const guard = killOnExit({ tree });
    const begun = performance.now();
    this.#readStdout(child.stdout!);
    child.stderr!.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.stdin!.on('error', (error) => {
      this.#brokenPipe = true; // EPIPE: the exit event has the reason
      this.onerror?.(error);
    });
    child.once('exit', (code, signal) => {
      guard.dispose();
      this.#end = { code, signal, livedMs: performance.now() - begun };
      this.#endedAlone = !this.#dismissed;
      this.#options.tap.state(signal ? `process ended by ${signal}` : `process ended with code ${code}`);
      this.#exited.resolve();
      void this.#settle(child, tree);
    });
  }

  #readStdout(stdout: Readable): void {
    const { tap, meter, gate, maxMessageBytes } = this.#options;
    const reader = new MessageReader({
      gate,
      tap,
      meter,
      delimiterBytes: 1,
      pause: () => stdout.pause(),
      resume: () => stdout.resume(),
      deliver: (message) => {
        this.#reports.take(message);
        this.onmessage?.(message);
      },
      noise: (text) => this.#takeNoise(text),
      failed: (error) => this.onerror?.(asError(error)),
    });
    let whole: Buffer[] = [];
    const lines = (this.#lines = new LineReader(
      maxMessageBytes,
      (line) => whole.push(line),
      (line) => this.#refuse(line),
    ));
    stdout.on('data', (chunk: Buffer) => {
      const begin = performance.now();
      lines.push(chunk);
      const taken = whole;
      whole = [];
      reader.push(taken, performance.now() - begin);
      const mostDropped = maxMessageBytes * gate.budgets.endlessFactor;
      if (lines.droppedBytes > mostDropped) gate.stop('endless', mostDropped);
    });
    stdout.once('end', () => {
      lines.flush();
      reader.push(whole);
      void this.#expectExit();
    });
    stdout.once('close', () => reader.dispose());
    stdout.on('error', (error) => this.onerror?.(error));
  }

  #takeNoise(text: string): void {
    if (this.#noise.length < keptNoise) this.#noise.push(clip(text, 500));
    this.#options.tap.noise(text);
  }

  /** A process that has closed its stdout can answer nothing any more, however long it lives. */
  async #expectExit(): Promise<void> {
    if (!(await this.#exitsWithin(drainMs)) && !this.#closing) this.#options.gate.stop('outputClosed', 0);
  }

  /** The message is lost, the connection is not; the waiting caller gets the reason. */
  #refuse(line: Oversize): void {
    const { tap, maxMessageBytes } = this.#options;
    const fault = messageTooLarge('sized', maxMessageBytes, line.bytes);
    this.#options.meter.received(line.bytes);
    tap.malformed('toClient', clip(line.head, 200), fault.message);
    const id = idOfOversize(line);
    if (id === undefined) return this.onerror?.(fault);
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: oversizeCode, message: fault.message } });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin || this.#end || this.#closing) return Promise.reject(serverExited('notRunning'));
    const text = textToSend(message) + '\n';
    this.#options.meter.sent(Buffer.byteLength(text));
    // Settled by the write's callback, which also comes when the child dies with a full pipe; `drain` does not.
    return new Promise((resolve, reject) => {
      stdin.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const child = this.#child;
    const tree = this.#tree;
    if (!child || !tree) return this.#tellClosed();
    if (!this.#end) await this.#dismiss(child, tree);
    await this.#settle(child, tree);
  }

  async #dismiss(child: ChildProcess, tree: ProcessTree): Promise<void> {
    const graceMs = this.#options.graceMs ?? 1_500;
    await tree.remember();
    if (this.#brokenPipe) await this.#exitsWithin(drainMs);
    this.#dismissed = true;
    child.stdin?.end();
    if (!(await this.#exitsWithin(graceMs))) await tree.signal('SIGTERM');
    if (!(await this.#exitsWithin(graceMs))) await tree.signal('SIGKILL');
    await this.#exitsWithin(5_000);
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    if (this.#end) return true;
    const enough = new AbortController();
    await Promise.race([this.#exited.promise, sleep(ms, enough.signal).catch(() => {})]);
    enough.abort();
    return this.#end !== undefined;
  }

  /** After the exit: lets the last data arrive, ends what the server left running, frees the pipes. */
  #settle(child: ChildProcess, tree: ProcessTree): Promise<void> {
    this.#settling ??= (async () => {
      await Promise.all([drained(child), tree.sweep()]);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      this.#stderr.end();
      this.#tellClosed();
    })();
    return this.#settling;
  }

  #tellClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}

async function drained({ stdout }: ChildProcess): Promise<void> {
  if (!stdout?.readable) return;
  const enough = new AbortController();
  const closed = new Promise<void>((resolve) => stdout.once('close', resolve));
  await Promise.race([closed, sleep(drainMs, enough.signal).catch(() => {})]);
  enough.abort();
}
