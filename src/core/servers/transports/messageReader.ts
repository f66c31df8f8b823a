import { l10n } from '../../../base/l10n.ts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { clip } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import { MessageIntake } from '../../wire/messageIntake.ts';
import { type Reading, readMessages } from '../../wire/messageLine.ts';
import type { Tap } from '../../wire/tap.ts';
import type { Meter } from './channel.ts';
import { malformedCode } from './rawRequests.ts';

interface ReaderParts {
  readonly gate: MessageGate;
  readonly tap: Tap;
  /** Where each text is one frame of the wire. */
  readonly meter?: Pick<Meter, 'received'>;
  readonly delimiterBytes?: number;
  pause(): void;
  resume(): void;
  deliver(message: JSONRPCMessage): void;
  /** A text that is no message at all. */
  noise?(text: string): void;
  failed(error: unknown): void;
}

type Item = Buffer | string | Exclude<Reading, { kind: 'noise' | 'hugeBatch' }>;

const shownText = 2_000;

/** From the texts of a stream to messages, for every transport: counted, bounded, and a few at a time. */
export class MessageReader implements Disposable {
  readonly #parts: ReaderParts;
  readonly #intake: MessageIntake<Item>;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#intake = new MessageIntake(parts.gate, parts, (item) => this.#take(item));
  }

  /** Each is meant to be a message, or a batch of them. An empty one is only counted. */
  push(texts: readonly (Buffer | string)[], busyMs?: number): void {
    this.#intake.push(texts, busyMs);
  }

  /** When all of it has been handled and the server may send more. */
  idle(): Promise<void> {
    return this.#intake.idle();
  }

  dispose(): void {
    this.#intake.dispose();
  }

  #take(item: Item): void {
    if (typeof item === 'object' && 'kind' in item) return this.#deliver(item, '');
    this.#parts.meter?.received(Buffer.byteLength(item) + (this.#parts.delimiterBytes ?? 0));
    const text = (typeof item === 'string' ? item : item.toString('utf8')).trim();
    if (text !== '') this.#read(text);
  }

  #read(text: string): void {
    const { gate, tap } = this.#parts;
    const readings = readMessages(text, gate.budgets);
    const [first] = readings;
    if (first?.kind === 'hugeBatch') return gate.stop('batch', gate.budgets.batchMessages);
    const messages = readings.filter((each) => each.kind === 'message' || each.kind === 'malformed');
    if (messages.length === 0) return this.#parts.noise ? this.#parts.noise(text) : tap.noise(text);
    if (messages.length === 1) this.#deliver(messages[0]!, text);
    else this.#intake.insert(messages); // each part of a batch is a message of its own
  }

  #deliver(reading: Exclude<Item, Buffer | string>, text: string): void {
    const { tap, deliver } = this.#parts;
    if (reading.kind === 'message') return deliver(reading.message);
    const { answers, reason } = reading;
    tap.malformed('toClient', clip(text, shownText), reason);
    if (answers === undefined) return;
    const error = { code: malformedCode, message: l10n.t('The response of the server is malformed: {0}', reason) };
    deliver({ jsonrpc: '2.0', id: answers === 'unknown' ? null : answers, error } as unknown as JSONRPCMessage);
  }
}
