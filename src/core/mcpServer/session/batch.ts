import type { MessageId } from '../../wire/message.ts';

type Wire = Readonly<Record<string, unknown>>;

interface OpenBatch {
  readonly answers: Wire[];
  readonly waiting: Set<MessageId>;
}

/** The one revision that has batches: its responses are sent together, as JSON-RPC specifies. */
export const batchVersion = '2025-03-26';

/** Collects the responses to each batch until the last is there. */
export class Batches {
  readonly #write: (answers: readonly Wire[]) => void;
  readonly #byId = new Map<MessageId, OpenBatch>();

  constructor(write: (answers: readonly Wire[]) => void) {
    this.#write = write;
  }

  /** `answers` are the responses known at once; `waiting` are the pending requests. */
  open(answers: readonly Wire[], waiting: readonly MessageId[]): void {
    const batch: OpenBatch = { answers: [...answers], waiting: new Set(waiting) };
    for (const id of waiting) this.#byId.set(id, batch);
    this.#settle(batch);
  }

  /** True where the response belongs to a batch and has been kept for it. */
  keep(answer: Wire): boolean {
    const batch = 'method' in answer ? undefined : this.#byId.get(answer['id'] as MessageId);
    if (!batch) return false;
    batch.answers.push(answer);
    this.#leave(answer['id'] as MessageId, batch);
    return true;
  }

  /** A cancelled request is not waited for. */
  forget(id: MessageId): void {
    const batch = this.#byId.get(id);
    if (batch) this.#leave(id, batch);
  }

  #leave(id: MessageId, batch: OpenBatch): void {
    this.#byId.delete(id);
    batch.waiting.delete(id);
    this.#settle(batch);
  }

  #settle(batch: OpenBatch): void {
    if (batch.waiting.size === 0 && batch.answers.length > 0) this.#write(batch.answers);
  }
}
