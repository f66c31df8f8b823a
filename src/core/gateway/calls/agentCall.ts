import { cancelled } from '../../../base/commonFaults.ts';
import { randomUUID } from 'node:crypto';
import { type Deferred, deferred, onAbort, orAborted } from '../../../base/async.ts';
import type { ProgressReport } from '../../mcpServer/tool.ts';
import type { Question, QuestionKind, Questioned } from './clientRequestRouter.ts';

interface Put {
  readonly question: Question;
  readonly answer: Deferred<unknown>;
}

export type Round<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'inputRequired'; readonly key: string; readonly question: Question };

/**
 * One call on behalf of an agent. It outlives the request that began it: where the server asks something, the
 * request is answered with the client request, and the next one brings the response and continues the same call.
 */
export class AgentCall<T> implements Questioned {
  readonly owner: object;
  readonly #kinds: ReadonlySet<string>;
  readonly #abort = new AbortController();
  readonly #waiting: Put[] = [];
  #asked = deferred<void>();
  #result: Promise<T> | undefined;
  #id: string | undefined;
  #round = 0;
  readonly #held: ProgressReport[] = [];
  readonly #firstActivity = deferred<void>();
  #listener: ((report: ProgressReport) => void) | undefined;

  constructor(owner: object, kinds: ReadonlySet<string>) {
    this.owner = owner;
    this.#kinds = kinds;
  }

  /** For a call that continues in another request. */
  ensureId(): string {
    return (this.#id ??= randomUUID());
  }

  begin(work: (signal: AbortSignal) => Promise<T>): void {
    this.#result = work(this.#abort.signal);
    this.#result.catch(() => {}); // reported to the caller of the current round
  }

  /** Resolves when there is unreported progress. */
  get hadProgress(): Promise<void> {
    return this.#firstActivity.promise;
  }

  readonly progress = (report: ProgressReport): void => {
    if (this.#listener) return this.#listener(report);
    this.#held.push(report);
    this.#firstActivity.resolve();
  };

  /** Progress goes to the listener of the current round, starting with what is unreported. */
  listen(listener: (report: ProgressReport) => void): void {
    this.#listener = listener;
    for (const report of this.#held.splice(0)) listener(report);
  }

  answers(kind: QuestionKind): boolean {
    return this.#kinds.has(kind);
  }

  /** It was cancelled, by either side. */
  get isEnded(): boolean {
    return this.#abort.signal.aborted;
  }

  put(question: Question, signal?: AbortSignal): Promise<unknown> {
    const put = { question, answer: deferred<unknown>() };
    this.#waiting.push(put);
    this.#asked.resolve();
    return orAborted(put.answer.promise, AbortSignal.any([...(signal ? [signal] : []), this.#abort.signal]));
  }

  /** Waits for the result or the next client request. A client that disconnects meanwhile ends the call. */
  async round(signal?: AbortSignal): Promise<Round<T>> {
    const gone = signal && onAbort(signal, () => this.end());
    if (signal?.aborted) this.end();
    try {
      const done = this.#result!.then((result) => ({ kind: 'done', result }) as const);
      const asked = this.#asked.promise.then(
        () => ({ kind: 'inputRequired', key: this.#key, question: this.#waiting[0]!.question }) as const,
      );
      return await Promise.race([done, asked]);
    } finally {
      gone?.dispose();
    }
  }

  /** The agent's response to the client request of the last round; a missing one counts as declined. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    const { [this.#key]: response } = responses;
    this.#nextQuestion()?.answer.resolve(response);
  }

  /** The agent does not answer the client request of the last round: the server gets the reason, and the call continues. */
  refuse(error: unknown): void {
    this.#nextQuestion()?.answer.reject(error);
  }

  end(): void {
    this.#abort.abort(cancelled('byAgent'));
  }

  #nextQuestion(): Put | undefined {
    const put = this.#waiting.shift();
    this.#round++;
    if (this.#waiting.length === 0) this.#asked = deferred<void>();
    return put;
  }

  get #key(): string {
    return `question-${this.#round}`;
  }
}
