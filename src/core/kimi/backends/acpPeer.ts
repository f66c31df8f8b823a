import { peerClosed } from '../../../base/commonFaults.ts';
import { kimiFailed } from '../../../base/faults/productFaults.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { deferred, type Deferred } from '../../../base/async.ts';
import { type Fault, messageOf } from '../../../base/fault.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import { textLineReader } from '../../process/lineReader.ts';

export interface AcpHandlers {
  /** Throwing answers the agent with an error. */
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  note(method: string, params: Readonly<Record<string, unknown>>): void;
}

/** JSON-RPC over the standard streams of `kimi acp`, one message per line. */
export class AcpPeer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #handlers: AcpHandlers;
  readonly #pending = new Map<number, Deferred<Readonly<Record<string, unknown>>>>();
  #nextId = 1;

  constructor(child: ChildProcessWithoutNullStreams, handlers: AcpHandlers) {
    this.#child = child;
    this.#handlers = handlers;
    const lines = textLineReader((line) => this.#receive(line));
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stdin.on('error', () => {}); // reported by its exit
    child.once('close', () => this.#close());
  }

  call(method: string, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    const id = this.#nextId++;
    const answer = deferred<Readonly<Record<string, unknown>>>();
    this.#pending.set(id, answer);
    this.#send({ id, method, params });
    return answer.promise;
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #receive(line: string): void {
    const parsed = parseJson(line);
    if (!parsed.ok || !isRecord(parsed.value)) return; // noise
    const { id, method, params } = parsed.value;
    const args = isRecord(params) ? params : {};
    if (typeof method !== 'string') this.#settle(parsed.value);
    else if (id === undefined) this.#tell(method, args);
    else void this.#answer(id, method, args);
  }

  /** A notification that cannot be handled must not end the reading of the lines, nor the process. */
  #tell(method: string, params: Readonly<Record<string, unknown>>): void {
    try {
      this.#handlers.note(method, params);
    } catch (error) {
      this.#failed(kimiFailed('reported', messageOf(error), { cause: error }));
    }
  }

  #failed(fault: Fault): void {
    for (const pending of this.#pending.values()) pending.reject(fault);
    this.#pending.clear();
  }

  #settle(message: Record<string, unknown>): void {
    const pending = this.#pending.get(message['id'] as number);
    this.#pending.delete(message['id'] as number);
    if (isRecord(message['error'])) pending?.reject(acpFault(message['error']));
    else pending?.resolve(isRecord(message['result']) ? message['result'] : {});
  }

  async #answer(id: unknown, method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      this.#send({ id, result: (await this.#handlers.request(method, params)) ?? null });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#send({ id, error: { code: -32_603, message } });
    }
  }

  #close(): void {
    this.#failed(peerClosed('kimi'));
  }
}

function acpFault(error: Record<string, unknown>): Fault {
  const data = isRecord(error['data']) ? error['data'] : {};
  const detail = typeof data['details'] === 'string' ? `: ${data['details']}` : '';
  const message = typeof error['message'] === 'string' ? error['message'] : 'ACP error';
  return kimiFailed('reported', `${message}${detail}`, {
    data: { code: error['code'] },
  });
}
