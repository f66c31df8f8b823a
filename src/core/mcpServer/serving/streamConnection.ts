import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { clip, parseJson } from '../../../base/json.ts';
import type { Log } from '../../../base/log.ts';
import type { Tap } from '../../wire/tap.ts';
import { Batches, batchVersion } from '../session/batch.ts';
import type { ProtocolSession } from '../session/protocolSession.ts';
import type { LineReader } from '../../process/lineReader.ts';
import { defaultBudgets } from '../../wire/budgets.ts';
import { isLargeBatch } from '../../wire/messageLine.ts';
import { utf8LineReader } from './utf8Lines.ts';
import {
  type Incoming,
  type MessageId,
  type RpcRequest,
  internalError,
  invalidRequest,
  parseError,
  readMessage,
  refusal,
} from '../../wire/message.ts';
import type { DirectToolCalls } from '../../fastPath/serving/directToolCalls.ts';

type Wire = Readonly<Record<string, unknown>>;

interface StreamChannelOptions {
  readonly session: ProtocolSession;
  readonly tap: Tap;
  readonly log: Log;
  readonly maxMessageBytes: number;
  /** The other side will send nothing more. */
  readonly onEnd: () => void;
  readonly onClosed: () => void;
}

/** Beyond this much unread output, nothing more is read: a client that only writes cannot fill our memory. */
const maxUnreadOutputBytes = 64 * 1024 * 1024;
const shownBytes = 2000;
const mostInBatch = defaultBudgets.batchMessages;

/** One JSON-RPC message per line over a pair of streams, with strict reading. Each message is written whole. */
export class StreamChannel implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #reader: Readable;
  readonly #writer: Writable;
  readonly #options: StreamChannelOptions;
  readonly #lines: LineReader;
  readonly #batches = new Batches((answers) => this.#write(answers));
  /** Our pending requests to the client. */
  readonly #asked = new Set<MessageId>();
  #direct: DirectToolCalls | undefined;
  #ended = false;
  #closed = false;
  #gathers = false;

  constructor(reader: Readable, writer: Writable, options: StreamChannelOptions) {
    this.#reader = reader;
    this.#writer = writer;
    this.#options = options;
    this.#lines = utf8LineReader(
      {
        line: (text, bytes) => this.#readLine(text, bytes),
        oversize: () => this.#refuseOversize(),
        garbled: (bytes) => this.#refuseText(`${bytes} bytes`, 'not UTF-8'),
      },
      options.maxMessageBytes,
    );
  }

  /** From now on plain calls are answered without the SDK. */
  answerDirectly(calls: DirectToolCalls | undefined): void {
    this.#direct = calls;
  }

  async start(): Promise<void> {
    this.#reader.on('data', this.#onData);
    this.#reader.on('end', this.#onEnd);
    this.#reader.on('error', this.#onFailure);
    this.#reader.on('close', this.#onEnd);
    this.#writer.on('error', this.#onFailure);
    this.#writer.on('drain', this.#onDrain);
    if (this.#reader.readableEnded || this.#reader.destroyed) setImmediate(this.#onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    const outgoing = this.#options.session.sent(message as unknown as Wire);
    if ('method' in outgoing && 'id' in outgoing) {
      this.#asked.add(outgoing['id'] as MessageId);
      if (this.#ended) return queueMicrotask(() => this.#failQuestions());
    }
    if (!this.#batches.keep(outgoing)) this.#write(outgoing);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#release();
    this.#direct?.dispose();
    this.#reader.off('data', this.#onData);
    this.#reader.off('end', this.#onEnd);
    this.#reader.off('close', this.#onEnd);
    this.#writer.off('drain', this.#onDrain);
    // Both 'error' listeners stay: a late EPIPE without one would end the process.
    this.#reader.pause();
    this.onclose?.();
    this.#options.onClosed();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    if (this.#writer.writableLength > maxUnreadOutputBytes) this.#reader.pause();
  };

  readonly #onDrain = (): void => {
    if (!this.#closed && this.#reader.isPaused()) this.#reader.resume();
  };

  readonly #onEnd = (): void => {
    this.#reader.off('end', this.#onEnd);
    this.#reader.off('close', this.#onEnd);
    this.#ended = true;
    this.#lines.flush();
    this.#failQuestions();
    this.#options.onEnd();
  };

  readonly #onFailure = (error: Error): void => {
    if (this.#closed) return;
    this.#options.log.debug('the connection broke', { error });
    this.onerror?.(error);
    void this.close();
  };

  /** The client cannot respond any more, so pending client requests are ended. */
  #failQuestions(): void {
    for (const id of this.#asked) {
      this.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: internalError.code, message: 'The client has closed the connection' },
      });
    }
    this.#asked.clear();
  }

  #readLine(text: string, bytes: number): void {
    if (isLargeBatch(text, mostInBatch))
      return this.#refuseBatch(text, `a batch holds at most ${mostInBatch} messages`);
    const parsed = parseJson(text);
    if (!parsed.ok) return this.#refuseText(text, parsed.reason);
    if (Array.isArray(parsed.value)) return this.#readBatch(parsed.value, text);
    const incoming = readMessage(parsed.value);
    this.#tapIncoming(incoming, text, bytes);
    const verdict = this.#options.session.admit(incoming);
    if (verdict.kind === 'pass') this.#deliver(verdict.message as unknown as JSONRPCMessage);
    else if (verdict.kind === 'answer') this.#write(verdict.message);
    else this.#options.log.debug('ignored', { reason: verdict.reason });
  }

  #readBatch(values: readonly unknown[], text: string): void {
    const { session } = this.#options;
    if (session.lifecycle.protocolVersion !== batchVersion || values.length === 0) {
      const isEmpty = values.length === 0;
      return this.#refuseBatch(text, isEmpty ? 'the batch is empty' : 'batches are not part of this protocol version');
    }
    const answers: Wire[] = [];
    const passed: JSONRPCMessage[] = [];
    for (const value of values) {
      const incoming = withoutHandshake(readMessage(value));
      // A refused message may be nested too deeply to be serialized.
      const isRefused = incoming.kind === 'invalid' || incoming.kind === 'ignored';
      this.#tapIncoming(incoming, isRefused ? '' : JSON.stringify(value));
      const verdict = session.admit(incoming);
      if (verdict.kind === 'pass') passed.push(verdict.message as unknown as JSONRPCMessage);
      else if (verdict.kind === 'answer') answers.push(verdict.message);
    }
    this.#batches.open(
      answers,
      passed.flatMap((message) => ('method' in message && 'id' in message ? [message.id] : [])),
    );
    for (const message of passed) this.#deliver(message);
  }

  #refuseBatch(text: string, reason: string): void {
    this.#options.tap.malformed('toServer', clip(text, shownBytes), 'a batch');
    this.#write(refusal(invalidRequest(reason)));
  }

  #deliver(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#asked.delete(message.id as MessageId);
    else if (message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'] as MessageId;
      this.#batches.forget(id);
      if (this.#direct?.cancel(id)) return;
    } else if ('id' in message && this.#direct?.take(message as RpcRequest)) return;
    this.onmessage?.(message);
  }

  #tapIncoming(incoming: Incoming, text: string, bytes = Buffer.byteLength(text)): void {
    const { tap } = this.#options;
    if (incoming.kind === 'invalid') tap.malformed('toServer', clip(text, shownBytes), JSON.stringify(incoming.error));
    else if (incoming.kind === 'ignored') tap.malformed('toServer', clip(text, shownBytes), incoming.reason);
    else tap.frame('toServer', incoming.message as unknown as Wire, bytes);
  }

  #refuseText(text: string, reason: string): void {
    this.#options.tap.malformed('toServer', clip(text, shownBytes), reason);
    this.#write(refusal(parseError));
  }

  #refuseOversize(): void {
    const message = `Message exceeds limit of ${this.#options.maxMessageBytes} bytes`;
    this.#options.log.error(message);
    this.#options.tap.malformed('toServer', '', message);
    this.#write(refusal({ code: -32600, message }));
  }

  #write(outgoing: Wire | readonly Wire[]): void {
    if (this.#closed || !this.#writer.writable) return;
    const bytes = Buffer.from(this.#serialize(outgoing));
    for (const message of isBatch(outgoing) ? outgoing : [outgoing])
      this.#options.tap.frame('toClient', message, bytes.length);
    this.#gather();
    this.#writer.write(bytes);
  }

  /** What is answered in one go leaves in one go: writing is a quarter of the work for a busy client's calls. */
  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    this.#writer.cork();
    process.nextTick(() => this.#release());
  }

  #release(): void {
    if (this.#gathers) this.#writer.uncork();
    this.#gathers = false;
  }

  #serialize(outgoing: Wire | readonly Wire[]): string {
    try {
      return `${JSON.stringify(outgoing)}\n`;
    } catch (error) {
      // A result that cannot be serialized (a cycle, or too deep): the request still gets a response.
      this.#options.log.error('an answer could not be written', { error });
      if (isBatch(outgoing))
        return `${JSON.stringify(outgoing.map((one) => refusal(internalError, one['id'] as MessageId)))}\n`;
      return `${JSON.stringify(refusal(internalError, outgoing['id'] as MessageId))}\n`;
    }
  }
}

function isBatch(outgoing: Wire | readonly Wire[]): outgoing is readonly Wire[] {
  return Array.isArray(outgoing);
}

/** The handshake may not be part of a batch. */
function withoutHandshake(incoming: Incoming): Incoming {
  if (incoming.kind !== 'request' || incoming.message.method !== 'initialize') return incoming;
  return { kind: 'invalid', error: invalidRequest('initialize cannot be part of a batch'), id: incoming.message.id };
}
