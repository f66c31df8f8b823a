import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { type Deferred, deferred, withTimeout } from '../../src/base/async.ts';

const patienceMs = 30_000;

export interface SpokenDiagnostic {
  readonly code?: string | number;
  readonly message: string;
  readonly range: unknown;
}

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly SpokenDiagnostic[];
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message: string };
}

/** An editor of a few lines: speaks the language server protocol with a real process over its pipes. */
export class LspClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly published: Published[] = [];
  /** What it wanted of the editor, and what it wrote into its log. */
  readonly asked: string[] = [];
  readonly logged: string[] = [];
  stderr = '';
  readonly #waiting = new Map<number, Deferred<unknown>>();
  readonly #watchers = new Set<(published: Published) => void>();
  #buffer = Buffer.alloc(0);
  #lastId = 0;

  constructor(args: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}) {
    this.child = spawn(process.execPath, [...args], { cwd: options.cwd, env: options.env ?? process.env });
    this.child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.child.stdin.on('error', () => {}); // it has ended
  }

  async start(folder: string, initializationOptions: unknown = {}, capabilities: unknown = {}): Promise<unknown> {
    const uri = pathToFileURL(folder).href;
    const about = {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'ws' }],
      initializationOptions,
    };
    const answer = await this.request('initialize', { ...about, capabilities });
    this.notify('initialized', {});
    return answer;
  }

  request<T = unknown>(method: string, params: unknown): Promise<T> {
    const id = ++this.#lastId;
    const answer = deferred<unknown>();
    this.#waiting.set(id, answer);
    this.#send({ id, method, params });
    return withTimeout(answer.promise, patienceMs, `${method}, which said: ${this.stderr}`) as Promise<T>;
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  open(uri: string, text: string, languageId = 'jsonc'): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  /** Resolves with the next diagnostics that fit. */
  diagnostics(fits: (published: Published) => boolean): Promise<Published> {
    const answer = deferred<Published>();
    const watch = (published: Published): void => {
      if (!fits(published)) return;
      this.#watchers.delete(watch);
      answer.resolve(published);
    };
    this.#watchers.add(watch);
    return withTimeout(answer.promise, patienceMs, `diagnostics of ${this.child.spawnargs.join(' ')}: ${this.stderr}`);
  }

  /** The orderly end; answers with the exit code. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.child.on('exit', resolve));
    await this.request('shutdown', null);
    this.notify('exit', null);
    return ended;
  }

  #send(message: Message): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  #take(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, Math.max(0, end)))?.[1]);
      if (end < 0 || this.#buffer.length < end + 4 + length) return;
      const body = this.#buffer.toString('utf8', end + 4, end + 4 + length);
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#receive(JSON.parse(body) as Message);
    }
  }

  #receive(message: Message): void {
    const { id, method, params, result, error } = message;
    if (method === undefined) this.#settle(Number(id), result, error);
    else if (id !== undefined) this.#refuse(id, method);
    else if (method === 'window/logMessage') this.logged.push((params as { message: string }).message);
    else if (method === 'textDocument/publishDiagnostics') {
      this.published.push(params as Published);
      for (const watch of this.#watchers) watch(params as Published);
    }
  }

  /** A minimal editor: it does nothing on its own. */
  #refuse(id: number | string, method: string): void {
    this.asked.push(method);
    this.#send({ id, error: { code: -32_601, message: `${method} is not known here` } });
  }

  #settle(id: number, result: unknown, error: Message['error']): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
