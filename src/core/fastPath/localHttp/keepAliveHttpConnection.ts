import { type Socket, connect } from 'node:net';
import { HTTPParser } from 'http-parser-js';
import { onAbort } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { httpOverheadBytes } from '../../wire/budgets.ts';
import type { LocalAddress } from '../../http/localAddress.ts';
import type { ResponseHead } from '../../http/localFetch.ts';

/** Receives the response to one request in pieces; `end` or `fail` is the last call. */
export interface ResponseListener {
  head(head: ResponseHead, flow: Flow): void;
  piece(bytes: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Backpressure and cancellation for a listener. */
export interface Flow {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Servers close idle connections after five seconds or more, often unannounced; no request may be sent into that. */
const idleMs = 4_000;
const readBytes = 64 * 1024;

/**
 * HTTP to one server on this machine with nothing but a kept socket and a parser. Node's client
 * takes a fifth of a millisecond longer, of the two or three that a whole call takes.
 */
export class KeepAliveHttpConnection implements Disposable {
  readonly #server: LocalAddress;
  readonly #sockets = new Set<KeepAliveSocket>();
  readonly #idle: KeepAliveSocket[] = [];
  /** How many sockets have just been freed. */
  #settling = 0;
  #isEnded = false;

  constructor(server: LocalAddress) {
    this.#server = server;
  }

  /** `head` holds the caller's header lines, each with its line end. The signal closes the connection, in the middle of a body too. */
  post(head: string, body: string, listener: ResponseListener, signal?: AbortSignal): void {
    const { pathname, search, host } = this.#server.address;
    const length = Buffer.byteLength(body);
    const text = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${head}content-length: ${length}\r\n\r\n${body}`;
    this.#send(text, listener, signal);
  }

  /** Before a request on another connection: a server that serves one at a time would not accept it. */
  closeIdle(): void {
    for (const socket of this.#sockets) if (!socket.isBusy) socket.stop();
  }

  dispose(): void {
    this.#isEnded = true;
    for (const socket of this.#sockets) socket.stop();
  }

  #send(text: string, listener: ResponseListener, signal: AbortSignal | undefined): void {
    if (this.#isEnded || signal?.aborted) return listener.fail(aborted());
    const socket = this.#takeIdle();
    if (!socket && this.#settling > 0) return afterTwoTurns(() => this.#send(text, listener, signal));
    (socket ?? this.#open()).send(text, listener, signal);
  }

  #takeIdle(): KeepAliveSocket | undefined {
    for (let socket = this.#idle.pop(); socket; socket = this.#idle.pop()) {
      if (socket.isFresh) return socket;
      socket.stop();
    }
    return undefined;
  }

  #open(): KeepAliveSocket {
    const socket = new KeepAliveSocket(this.#server, {
      free: () => {
        this.#settling++;
        afterTwoTurns(() => {
          this.#settling--;
          this.#idle.push(socket);
        });
      },
      closed: () => {
        this.#sockets.delete(socket);
        const at = this.#idle.indexOf(socket);
        if (at >= 0) this.#idle.splice(at, 1);
      },
    });
    this.#sockets.add(socket);
    return socket;
  }
}

/** A server that closes the connection right after its response, unannounced, is noticed by then. */
function afterTwoTurns(run: () => void): void {
  setImmediate(() => setImmediate(run));
}

function aborted(): Error {
  return new DOMException('This operation was aborted', 'AbortError');
}

function tooMuchOverhead(): Error {
  return Object.assign(new Error(`More than ${httpOverheadBytes} bytes around a body`), {
    code: 'HPE_HEADER_OVERFLOW',
  });
}

interface SocketEvents {
  free(): void;
  closed(): void;
}

/** One socket, on which requests follow one another. */
class KeepAliveSocket implements Flow {
  readonly #socket: Socket;
  readonly #events: SocketEvents;
  readonly #parser = new HTTPParser(HTTPParser.RESPONSE);
  #listener: ResponseListener | undefined;
  /** The caller of the request under way may give it up. */
  #caller: Disposable | undefined;
  #isInterim = false;
  #staysOpen = false;
  #freeSince = 0;
  /** Bytes since the last one of a body: heads of chunks, trailers, interim responses. The parser keeps them all. */
  #overhead = 0;
  /** Not the socket's own: once that has fired during a long response, reads do not set it again. */
  #idleTimer: NodeJS.Timeout | undefined;

  constructor({ address, socketPath }: LocalAddress, events: SocketEvents) {
    this.#events = events;
    const host = address.hostname.replaceAll(/[[\]]/g, '');
    const port = Number(address.port) || 80;
    const onread = { buffer: Buffer.allocUnsafe(readBytes), callback: this.#read };
    this.#socket = connect({
      onread,
      ...(socketPath === undefined ? { host, port, noDelay: true } : { path: socketPath }),
    })
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#onClosed());
    this.#parser[HTTPParser.kOnHeadersComplete] = ({ statusCode, statusMessage, headers, shouldKeepAlive }) => {
      this.#isInterim = statusCode < 200;
      this.#staysOpen = shouldKeepAlive;
      if (!this.#isInterim) this.#listener?.head({ status: statusCode, statusText: statusMessage, headers }, this);
    };
    this.#parser[HTTPParser.kOnBody] = (bytes) => {
      this.#overhead = 0;
      this.#listener?.piece(bytes);
    };
    this.#parser[HTTPParser.kOnMessageComplete] = () => this.#complete();
  }

  get isBusy(): boolean {
    return this.#listener !== undefined;
  }

  get isFresh(): boolean {
    return this.#socket.writable && performance.now() - this.#freeSince < idleMs;
  }

  send(text: string, listener: ResponseListener, signal: AbortSignal | undefined): void {
    clearTimeout(this.#idleTimer);
    this.#listener = listener;
    this.#caller = signal && onAbort(signal, () => this.#fail(aborted()));
    this.#overhead = 0;
    this.#parser.initialize(HTTPParser.RESPONSE); // bytes after the last response do not belong to this one
    this.#socket.ref();
    this.#socket.write(text);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  stop(): void {
    this.#socket.destroy();
  }

  /** The buffer is reused for the next read, so the bytes are copied. */
  readonly #read = (length: number, buffer: Uint8Array): boolean => {
    if (!this.#listener) this.stop(); // data without a request
    else this.#parse(Buffer.from(buffer.subarray(0, length)));
    return true;
  };

  #parse(bytes: Buffer): void {
    this.#overhead += bytes.length;
    const read = this.#parser.execute(bytes);
    if (read instanceof Error) this.#fail('code' in read ? read : tooMuchOverhead()); // its only error without a code
    else if (this.#overhead > httpOverheadBytes + readBytes) this.#fail(tooMuchOverhead());
  }

  #complete(): void {
    if (this.#isInterim) return;
    const listener = this.#take();
    listener?.end();
    if (!listener || !this.#staysOpen) return this.stop();
    this.#freeSince = performance.now();
    this.#idleTimer = setTimeout(() => this.stop(), idleMs).unref();
    this.#socket.resume().unref(); // an idle connection keeps no process alive
    this.#events.free();
  }

  #onClosed(): void {
    clearTimeout(this.#idleTimer);
    this.#events.closed();
    if (this.#listener) this.#parser.finish(); // a response may end with its connection
    this.#take()?.fail(Object.assign(new Error('Connection reset by the server'), { code: 'ECONNRESET' }));
  }

  #fail(error: Error): void {
    this.#take()?.fail(error);
    this.stop();
  }

  #take(): ResponseListener | undefined {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#caller?.dispose();
    this.#caller = undefined;
    return listener;
  }
}
