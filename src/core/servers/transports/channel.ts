import type { Transport } from '@modelcontextprotocol/client';
import type { TransportKind } from '../model/launch.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import type { HttpExchanges } from './httpExchanges.ts';

/** How a child process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly livedMs?: number;
}

/** Counts what crosses the wire; `take…` gives the size of the frame that is being handled right now. */
export class Meter {
  bytesIn = 0;
  bytesOut = 0;
  #lastIn: number | undefined;
  #lastOut: number | undefined;

  received(bytes: number): void {
    this.bytesIn += bytes;
    this.#lastIn = bytes;
  }

  /** Of the frame that comes next, where its bytes are counted as they come. */
  sizeOfNext(bytes: number): void {
    this.#lastIn = bytes;
  }

  sent(bytes: number): void {
    this.bytesOut += bytes;
    this.#lastOut = bytes;
  }

  takeIn(): number | undefined {
    const bytes = this.#lastIn;
    this.#lastIn = undefined;
    return bytes;
  }

  takeOut(): number | undefined {
    const bytes = this.#lastOut;
    this.#lastOut = undefined;
    return bytes;
  }
}

/** A connection to one server, not yet started: an SDK transport with its meter, process and exchanges. */
export interface Channel {
  readonly kind: TransportKind;
  readonly transport: Transport;
  readonly meter: Meter;
  /** What all that the server sends is counted by. */
  readonly gate: MessageGate;
  /** A silent peer on a pipe is a legacy server, a silent one on the network an outage. */
  readonly pipe: boolean;
  /** The size of a frame is known while it is sent, so the tap can record it. */
  readonly knowsSizes: boolean;
  /** Over HTTP: the exchange of each request. */
  readonly exchanges?: HttpExchanges;
  readonly process?: ChildView;
  /** The last failure below the protocol; the SDK often keeps only its text. */
  lastFailure?(): unknown;
  /** An error after which the connection is of no use. */
  isFatal?(error: Error): boolean;
}

/** What a failure report needs to know about a child process. */
export interface ChildView {
  readonly pid: number | undefined;
  /** Only if it ended by itself. */
  readonly end: ProcessEnd | undefined;
  /** The last 32 KiB that the server wrote to stderr. */
  stderrTail(): string;
  /** The first lines on stdout that were no messages. */
  noise(): readonly string[];
  /** What follows them without a line break, where it is no message: a prompt. */
  openLine(): string;
  /** Its last log messages and errors that belong to no request. */
  reports(): readonly string[];
  /** The PATH that the command was looked up in. */
  readonly searchPath: string;
}
