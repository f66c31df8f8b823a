import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  createInitializeRequest,
  createNotification,
  createToolsCallRequest,
  createToolsListRequest,
  modernMeta,
} from '../../unit/mcpServer/support/messages.ts';

/** How many calls are under way at a time: a busy client, and not one that waits for each answer. */
const window = 16;

export function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** A client so thin that what is measured is the server. */
export class ThinStdio {
  readonly child: ChildProcessWithoutNullStreams;
  #rest = '';
  #waiting: ((line: string) => void)[] = [];
  readonly #lines: string[] = [];

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [...args]);
    this.child.stderr.resume();
    this.child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  send(...messages: readonly object[]): void {
    this.child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  next(): Promise<string> {
    const line = this.#lines.shift();
    return line === undefined ? new Promise((resolve) => void this.#waiting.push(resolve)) : Promise.resolve(line);
  }

  async open(): Promise<void> {
    this.send(
      createInitializeRequest(0),
      createNotification('notifications/initialized'),
      createToolsListRequest('list'),
    );
    while (!(await this.next()).includes('"list"'));
  }

  /** Milliseconds for this many calls. */
  async calls(count: number): Promise<number> {
    const begin = performance.now();
    const call = (id: number): void => this.send(createToolsCallRequest(id, 'echo', { text: 'hello' }));
    for (let id = 1; id <= Math.min(window, count); id++) call(id);
    for (let done = 1; done <= count; done++) {
      await this.next();
      if (done + window <= count) call(done + window);
    }
    return performance.now() - begin;
  }

  async memory(): Promise<number> {
    this.send(createToolsCallRequest('memory', 'memory'));
    const { result } = JSON.parse(await this.next()) as { result: { content: [{ text: string }] } };
    return Number(result.content[0].text);
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    await ended;
  }

  #take(chunk: Buffer): void {
    const pieces = (this.#rest + chunk.toString('utf8')).split('\n');
    this.#rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      const waiting = this.#waiting.shift();
      if (waiting) waiting(piece);
      else this.#lines.push(piece);
    }
  }
}

/** From the start of the process to the answer to tools/list. */
export async function startToList(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const client = new ThinStdio(args);
  await client.open();
  const took = performance.now() - begin;
  await client.close();
  return took;
}

/** Modern calls over kept connections. */
export class ThinHttp {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: window });
  #address: { readonly url: string; readonly token?: string } | undefined;

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, [...args]);
    this.#child.stderr.resume();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async open(): Promise<void> {
    const line = await new Promise<string>((resolve) => {
      this.#child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
    });
    this.#address = JSON.parse(line) as { url: string; token?: string };
  }

  async calls(count: number): Promise<number> {
    const begin = performance.now();
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count) await this.call(next++, 'echo', { text: 'hello' });
    };
    await Promise.all(Array.from({ length: window }, worker));
    return performance.now() - begin;
  }

  call(id: number, name: string, args: Record<string, unknown>): Promise<string> {
    const { url, token } = this.#address!;
    const body = JSON.stringify(createToolsCallRequest(id, name, args, modernMeta()));
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent: this.#agent, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode}: ${text}`)),
        );
      });
      sent.on('error', reject).end(body);
    });
  }

  async memory(): Promise<number> {
    const { result } = JSON.parse(await this.call(0, 'memory', {})) as { result: { content: [{ text: string }] } };
    return Number(result.content[0].text);
  }

  close(): void {
    this.#agent.destroy();
    this.#child.kill('SIGKILL');
  }
}
