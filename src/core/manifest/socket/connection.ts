import { cancelled, messageTooLarge } from '../../../base/commonFaults.ts';
import { serviceClosed, serviceNeverReached, serviceProtocolBroken } from '../../../base/faults/productFaults.ts';
import type { Socket } from 'node:net';
import { cancelledFault, deferred } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import { LineReader, type Oversize } from '../../process/lineReader.ts';
import type { ProgressReport } from '../../mcpServer/tool.ts';
import { idOfOversize } from '../../wire/messageLine.ts';
import { PendingCalls } from './pendingCalls.ts';
import { type Reply, readServiceLine } from './reply.ts';

export interface ServiceCall {
  readonly method: string;
  readonly params: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: ProgressReport) => void;
}

interface ConnectionLimits {
  readonly maxMessageBytes: number;
  readonly log: Log;
}

/** One open connection: any number of calls at once, each with an id of its own, the first being 1. */
export class ServiceConnection implements Disposable {
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #pending: PendingCalls;
  readonly #gone = deferred<void>();
  #closed: Fault | undefined;
  #lostCalls = false;
  #answers = 0;

  constructor(socket: Socket, limits: ConnectionLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#pending = new PendingCalls((id) => this.#notice('$/cancelRequest', { id }));
    const reader = new LineReader(
      limits.maxMessageBytes,
      (line) => this.#read(line),
      (line) => this.#skipped(line),
    );
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('end', () => this.#close(serviceClosed()));
    socket.on('close', () => this.#close(serviceClosed()));
    socket.on('error', (error) => this.#close(serviceClosed(error)));
  }

  get open(): boolean {
    return this.#closed === undefined;
  }

  get answers(): number {
    return this.#answers;
  }

  /** The service closed the connection while calls were pending. */
  get lostCalls(): boolean {
    return this.#lostCalls;
  }

  /** Resolves when it is closed, for whatever reason. */
  get closed(): Promise<void> {
    return this.#gone.promise;
  }

  send(call: ServiceCall): Promise<Reply> {
    if (call.signal?.aborted) return Promise.reject(cancelledFault(call.signal));
    if (this.#closed) return Promise.reject(serviceNeverReached(this.#closed));
    const id = this.#pending.nextId();
    const line = frame({ id, method: call.method, params: call.params });
    const { maxMessageBytes } = this.#limits;
    if (line.length * 3 > maxMessageBytes && Buffer.byteLength(line) > maxMessageBytes) {
      return Promise.reject(messageTooLarge('toServer', maxMessageBytes));
    }
    const answer = this.#pending.add(id, call);
    this.#socket.write(line, (error) => {
      if (error && neverLeft(error)) this.#pending.fail(id, serviceNeverReached(error));
    });
    return answer;
  }

  dispose(): void {
    this.#close(cancelled('stopped'));
  }

  #read(bytes: Buffer): void {
    const text = bytes.toString('utf8').trim();
    if (text === '') return;
    const line = readServiceLine(text);
    switch (line.kind) {
      case 'reply':
        this.#answers++;
        if (!this.#pending.answer(line.id, line.reply)) this.#break('it answers a call that was never made');
        break;
      case 'broken':
        this.#pending.fail(line.id, serviceProtocolBroken('broken', line.reason));
        break;
      case 'rejected':
        this.#break(`it could not read a call: ${JSON.stringify(line.error)}`);
        break;
      case 'garbage':
        this.#break(line.reason);
        break;
      case 'progress':
        this.#pending.progress(line.id, line.report);
        break;
      case 'request':
        this.#write({ id: line.id, error: { code: -32601, message: 'Method not found' } });
        break;
      case 'ignored':
        break;
      default:
        line satisfies never;
    }
  }

  /** A response that is too long fails only its own call, if the id can be read. */
  #skipped(line: Oversize): void {
    const id = idOfOversize(line);
    const fault = messageTooLarge('fromService', this.#limits.maxMessageBytes, line.bytes);
    if (typeof id === 'number' && this.#pending.wasMade(id)) this.#pending.fail(id, fault);
    else this.#close(fault);
  }

  /** After invalid data the stream cannot be trusted, so every pending call fails now and the next one gets a new connection. */
  #break(reason: string): void {
    this.#limits.log.warn('the service broke the protocol', { reason });
    this.#close(serviceProtocolBroken('notResponse', reason));
  }

  #notice(method: string, params: unknown): void {
    this.#write({ method, params });
  }

  #write(message: Readonly<Record<string, unknown>>): void {
    if (this.open) this.#socket.write(frame(message), () => {});
  }

  #close(fault: Fault): void {
    if (this.#closed) return;
    this.#closed = fault;
    this.#lostCalls = fault.code === 'socket/closed' && this.#pending.size > 0;
    this.#pending.failAll(fault);
    this.#socket.destroy();
    this.#gone.resolve();
  }
}

/** Some readers of lines, Node's own among them, end a line at these characters too; inside JSON they can be escaped. */
function frame(message: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ jsonrpc: '2.0', ...message });
  return (
    json.replaceAll(/[\u0085\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`) + '\n'
  );
}

function neverLeft(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
