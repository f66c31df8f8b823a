import { randomUUID } from 'node:crypto';
import { type Deferred, deferred, onAbort, orAborted } from '../../base/async.ts';
import { Fault } from '../../base/fault.ts';
import type { ProgressReport } from '../embedded/tool.ts';
import type { Question, Questioned } from './askRouter.ts';

interface Put {
  readonly question: Question;
  readonly answer: Deferred<unknown>;
}

export type Round<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'asks'; readonly key: string; readonly question: Question };

/**
 * One call on behalf of an agent. It outlives the request that began it: where the server asks something, the
 * request is answered with the question, and the next one brings the answer and waits on for the same call.
 */
export class AgentCall<T> implements Questioned {
  readonly owner: object;
  readonly #methods: ReadonlySet<string>;
  readonly #abort = new AbortController();
  readonly #waiting: Put[] = [];
  #asked = deferred<void>();
  #result: Promise<T> | undefined;
  #id: string | undefined;
  #round = 0;
  readonly #held: ProgressReport[] = [];
  readonly #stirred = deferred<void>();
  #listener: ((report: ProgressReport) => void) | undefined;

  constructor(owner: object, methods: ReadonlySet<string>) {
    this.owner = owner;
    this.#methods = methods;
  }

  /** For a call that goes on in another request. */
  get id(): string {
    return (this.#id ??= randomUUID());
  }

  begin(work: (signal: AbortSignal) => Promise<T>): void {
    this.#result = work(this.#abort.signal);
    this.#result.catch(() => {}); // told to whoever waits in the current round
  }

  /** Resolves when there is progress that nobody heard. */
  get stirred(): Promise<void> {
    return this.#stirred.promise;
  }

  readonly progress = (report: ProgressReport): void => {
    if (this.#listener) return this.#listener(report);
    this.#held.push(report);
    this.#stirred.resolve();
  };

  /** Progress goes to where the current round can hear it, with what nobody has heard yet. */
  listen(listener: (report: ProgressReport) => void): void {
    this.#listener = listener;
    for (const report of this.#held.splice(0)) listener(report);
  }

  answers(method: Question['method']): boolean {
    return this.#methods.has(method);
  }

  put(question: Question, signal: AbortSignal): Promise<unknown> {
    const put = { question, answer: deferred<unknown>() };
    this.#waiting.push(put);
    this.#asked.resolve();
    return orAborted(put.answer.promise, AbortSignal.any([signal, this.#abort.signal]));
  }

  /** Waits for the result or the next question. A client that goes away meanwhile ends the call. */
  async round(signal?: AbortSignal): Promise<Round<T>> {
    const gone = signal && onAbort(signal, () => this.end());
    if (signal?.aborted) this.end();
    try {
      const done = this.#result!.then((result) => ({ kind: 'done', result }) as const);
      const asks = this.#asked.promise.then(
        () => ({ kind: 'asks', key: this.#key, question: this.#waiting[0]!.question }) as const,
      );
      return await Promise.race([done, asks]);
    } finally {
      gone?.dispose();
    }
  }

  /** The agent's answer to the question of the last round; one that is missing counts as none. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    const put = this.#waiting.shift();
    put?.answer.resolve(responses[this.#key]);
    this.#round++;
    if (this.#waiting.length === 0) this.#asked = deferred<void>();
  }

  end(): void {
    this.#abort.abort(new Fault('cancelled', 'The agent cancelled the call'));
  }

  get #key(): string {
    return `question-${this.#round}`;
  }
}
