import { messageTooLarge } from '../../../base/commonFaults.ts';
import { connectFailed } from '../../../base/faults/serverFaults.ts';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { WebSocket } from 'ws';
import { asError } from '../../../base/fault.ts';
import { clip } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import type { Tap } from '../../wire/tap.ts';
import type { WebSocketLaunch } from '../model/launch.ts';
import type { Meter } from './channel.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import { MessageReader } from './messageReader.ts';
import { textToSend } from '../../wire/rawMessageText.ts';

interface WebSocketOptions {
  readonly launch: WebSocketLaunch;
  readonly maxMessageBytes: number;
  readonly handshakeTimeoutMs: number;
  readonly tap: Tap;
  readonly meter: Meter;
  readonly gate: MessageGate;
}

const closeTimeoutMs = 1_000;
const normalClosure = 1_000;
const mostUnreadBytes = 1024 * 1024;

/** One message per frame, sub-protocol "mcp". The SDK has no such transport any more, and Node 20 no WebSocket. */
export class WebSocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: WebSocketOptions;
  #socket: WebSocket | undefined;
  #closed = false;
  #failure: unknown;

  constructor(options: WebSocketOptions) {
    this.#options = options;
  }

  /** The last one below the protocol. */
  get failure(): unknown {
    return this.#failure;
  }

  start(): Promise<void> {
    const { launch, maxMessageBytes, handshakeTimeoutMs } = this.#options;
    const socket = new WebSocket(launch.url, ['mcp'], {
      headers: { ...launch.headers },
      maxPayload: maxMessageBytes,
      handshakeTimeout: handshakeTimeoutMs,
      followRedirects: false,
    });
    this.#socket = socket;
    this.#read(socket);
    socket.on('close', (code, reason) => this.#ended(code, reason.toString('utf8')));
    return new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.on('error', (error) => {
        this.#failure = isTooLong(error) ? messageTooLarge('fromServer', maxMessageBytes) : error;
        reject(error);
        this.onerror?.(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(connectFailed('closed'));
    const text = textToSend(message);
    this.#options.meter.sent(Buffer.byteLength(text));
    return new Promise((resolve, reject) => {
      socket.send(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    if (socket && socket.readyState !== WebSocket.CLOSED) await endOf(socket);
    this.#ended(1000, '');
  }

  #read(socket: WebSocket): void {
    const { tap, meter, gate } = this.#options;
    const reader = new MessageReader({
      gate,
      tap,
      meter,
      delimiterBytes: 0,
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      deliver: (message) => this.onmessage?.(message),
      failed: (error) => this.onerror?.(asError(error)),
    });
    socket.on('message', (data: Buffer) => reader.push([data]));
    socket.on('ping', () => {
      reader.push(['']); // counts as a message: each is answered with a pong, which the server may not read
      if (socket.bufferedAmount > mostUnreadBytes) gate.stop('unreadBytes', mostUnreadBytes);
    });
    socket.once('close', () => reader.dispose());
  }

  #ended(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.tap.state(`WebSocket closed with ${code}${reason ? `: ${reason}` : ''}`);
    if (code !== normalClosure) this.#failure ??= closedWith(code, reason);
    this.onclose?.();
  }
}

/** `reason` is a text of the server. */
function closedWith(code: number, reason: string): Error {
  const shown = clip(reason, 200);
  return new Error(
    shown === ''
      ? l10n.t('the server closed the WebSocket with code {0}', code)
      : l10n.t('the server closed the WebSocket with code {0}: {1}', code, shown),
  );
}

function isTooLong(error: Error): boolean {
  return (error as { code?: unknown }).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}

/** A peer that does not answer the closing handshake must not hold the stop. */
function endOf(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.terminate(), closeTimeoutMs);
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.close(1000);
  });
}
