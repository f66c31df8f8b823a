import { connectFailed } from '../../../base/faults/serverFaults.ts';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { WebSocket } from 'ws';
import type { Tap } from '../../wire/tap.ts';
import type { WebSocketLaunch } from '../model/launch.ts';
import type { Meter } from './channel.ts';
import { readMessageLine } from '../../wire/messageLine.ts';
import { textToSend } from '../../wire/rawMessageText.ts';

interface WebSocketOptions {
  readonly launch: WebSocketLaunch;
  readonly maxMessageBytes: number;
  readonly handshakeTimeoutMs: number;
  readonly tap: Tap;
  readonly meter: Meter;
}

const closeTimeoutMs = 1_000;

/** One message per frame, sub-protocol "mcp". The SDK has no such transport any more, and Node 20 no WebSocket. */
export class WebSocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: WebSocketOptions;
  #socket: WebSocket | undefined;
  #closed = false;

  constructor(options: WebSocketOptions) {
    this.#options = options;
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
    socket.on('message', (data: Buffer) => this.#take(data));
    socket.on('close', (code, reason) => this.#ended(code, reason.toString('utf8')));
    return new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.on('error', (error) => {
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

  #take(data: Buffer): void {
    const { tap, meter } = this.#options;
    const text = data.toString('utf8');
    meter.received(data.length);
    const line = readMessageLine(text);
    if (line.kind === 'messages') for (const message of line.messages) this.onmessage?.(message);
    else if (line.kind === 'noise') tap.noise(text);
    else tap.malformed('toClient', text, line.reason);
  }

  #ended(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.tap.state(`WebSocket closed with ${code}${reason ? `: ${reason}` : ''}`);
    this.onclose?.();
  }
}

/** A peer that does not answer the closing handshake must not delay the stop. */
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
