import { type Socket, connect } from 'node:net';
import { HTTPParser } from 'http-parser-js';
import type { Disposable } from '../../../base/lifetime.ts';
import type { LocalAddress } from '../../http/localAddress.ts';
import type { ResponseHead } from '../../http/localFetch.ts';

/** Told of the answer to one request, piece by piece. After `end` or `fail` comes nothing. */
export interface ResponseListener {
  head(head: ResponseHead, flow: Flow): void;
  piece(bytes: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** For a listener that cannot keep up, or has heard enough. */
export interface Flow {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Servers close what is idle after five seconds or more, often without saying so; a request must not meet that. */
const idleMs = 4_000;
const readBytes = 64 * 1024;

/**
 * HTTP to one server on this machine, as bare as it can be: a socket that stays open and a parser. Node's client
 * takes a fifth of a millisecond longer for the same, of the two or three that a whole call takes.
 */
export class KeepAliveHttpConnection implements Disposable {
  readonly #place: LocalAddress;
  readonly #lines = new Set<Line>();
  readonly #idle: Line[] = [];
  /** How many have just been freed. */
  #resting = 0;
  #isEnded = false;

  constructor(place: LocalAddress) {
    this.#place = place;
  }

  /** `head` are the header lines that the caller wants, each with its end. */
  post(head: string, body: string, listener: ResponseListener): void {
    const { pathname, search, host } = this.#place.address;
    const length = Buffer.byteLength(body);
    const text = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${head}content-length: ${length}\r\n\r\n${body}`;
    this.#send(text, listener);
  }

  dispose(): void {
    this.#isEnded = true;
    for (const line of this.#lines) line.stop();
  }

  #send(text: string, listener: ResponseListener): void {
    if (this.#isEnded) return listener.fail(new DOMException('This operation was aborted', 'AbortError'));
    const line = this.#takeIdle();
    if (!line && this.#resting > 0) return afterTwoTurns(() => this.#send(text, listener));
    (line ?? this.#open()).send(text, listener);
  }

  #takeIdle(): Line | undefined {
    for (let line = this.#idle.pop(); line; line = this.#idle.pop()) {
      if (line.isFresh) return line;
      line.stop();
    }
    return undefined;
  }

  #open(): Line {
    const line = new Line(this.#place, {
      free: () => {
        this.#resting++;
        afterTwoTurns(() => {
          this.#resting--;
          this.#idle.push(line);
        });
      },
      gone: () => {
        this.#lines.delete(line);
        const at = this.#idle.indexOf(line);
        if (at >= 0) this.#idle.splice(at, 1);
      },
    });
    this.#lines.add(line);
    return line;
  }
}

/** A server that hangs up right after its answer, without a word before, is noticed by then. */
function afterTwoTurns(run: () => void): void {
  setImmediate(() => setImmediate(run));
}

interface LineEvents {
  free(): void;
  gone(): void;
}

/** One socket, on which requests follow one another. */
class Line implements Flow {
  readonly #socket: Socket;
  readonly #events: LineEvents;
  readonly #parser = new HTTPParser(HTTPParser.RESPONSE);
  #listener: ResponseListener | undefined;
  #isInterim = false;
  #staysOpen = false;
  #freeSince = 0;

  constructor({ address, socketPath }: LocalAddress, events: LineEvents) {
    this.#events = events;
    const host = address.hostname.replaceAll(/[[\]]/g, '');
    const port = Number(address.port) || 80;
    const onread = { buffer: Buffer.allocUnsafe(readBytes), callback: this.#read };
    this.#socket = connect({
      onread,
      ...(socketPath === undefined ? { host, port, noDelay: true } : { path: socketPath }),
    })
      .setTimeout(idleMs, () => this.#listener ?? this.stop())
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#closed());
    this.#parser[HTTPParser.kOnHeadersComplete] = ({ statusCode, statusMessage, headers, shouldKeepAlive }) => {
      this.#isInterim = statusCode < 200;
      this.#staysOpen = shouldKeepAlive;
      if (!this.#isInterim) this.#listener?.head({ status: statusCode, statusText: statusMessage, headers }, this);
    };
    this.#parser[HTTPParser.kOnBody] = (bytes) => this.#listener?.piece(bytes);
    this.#parser[HTTPParser.kOnMessageComplete] = () => this.#complete();
  }

  get isFresh(): boolean {
    return this.#socket.writable && performance.now() - this.#freeSince < idleMs;
  }

  send(text: string, listener: ResponseListener): void {
    this.#listener = listener;
    this.#parser.initialize(HTTPParser.RESPONSE); // whatever a server said after its last answer is not for this one
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

  /** The buffer is used again for what comes next. */
  readonly #read = (length: number, buffer: Uint8Array): boolean => {
    if (!this.#listener) this.stop(); // nobody has asked anything
    else this.#parse(Buffer.from(buffer.subarray(0, length)));
    return true;
  };

  #parse(bytes: Buffer): void {
    const read = this.#parser.execute(bytes);
    if (read instanceof Error) this.#fail(read);
  }

  #complete(): void {
    if (this.#isInterim) return;
    const listener = this.#take();
    listener?.end();
    if (!listener || !this.#staysOpen) return this.stop();
    this.#freeSince = performance.now();
    this.#socket.resume().unref(); // an idle connection keeps no process alive
    this.#events.free();
  }

  #closed(): void {
    this.#events.gone();
    if (this.#listener) this.#parser.finish(); // an answer may end with its connection
    this.#take()?.fail(Object.assign(new Error('Connection reset by the server'), { code: 'ECONNRESET' }));
  }

  #fail(error: Error): void {
    this.#take()?.fail(error);
    this.stop();
  }

  #take(): ResponseListener | undefined {
    const listener = this.#listener;
    this.#listener = undefined;
    return listener;
  }
}
