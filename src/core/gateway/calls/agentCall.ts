import { cancelled } from '../../../base/commonFaults.ts';
import { type Deferred, deferred, onAbort, orAborted } from '../../../base/async.ts';
import type { ProgressReport } from '../../mcpServer/tool.ts';
import type { Question, QuestionKind, Questioned } from './clientRequestRouter.ts';

type Questions = Readonly<Record<string, Question>>;
type Responses = Readonly<Record<string, unknown>>;

interface Put {
  readonly questions: Questions;
  readonly isOpenAtServer: boolean;
  readonly answer: Deferred<Responses>;
}

export type Round<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'inputRequired'; readonly questions: Questions; readonly isOpenAtServer: boolean };

/**
 * One call on behalf of an agent. It outlives the request that began it: where the server asks something, the
 * request is answered with the client request, and the next one brings the response and continues the same call.
 */
export class AgentCall<T> implements Questioned {
  readonly owner: object;
  readonly statelessAgent: string | undefined;
  readonly #kinds: ReadonlySet<string>;
  readonly #abort = new AbortController();
  readonly #waiting: Put[] = [];
  #asked = deferred<void>();
  #result: Promise<T> | undefined;
  #puts = 0;
  readonly #held: ProgressReport[] = [];
  readonly #firstActivity = deferred<void>();
  #listener: ((report: ProgressReport) => void) | undefined;

  constructor(owner: object, kinds: ReadonlySet<string>, statelessAgent?: string) {
    this.owner = owner;
    this.#kinds = kinds;
    this.statelessAgent = statelessAgent;
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

  get isAsking(): boolean {
    return this.#waiting.length > 0;
  }

  async put(question: Question, signal?: AbortSignal): Promise<unknown> {
    const key = `question-${this.#puts++}`;
    return (await this.#put({ [key]: question }, true, signal))[key];
  }

  /** What a modern server requires, by its own keys: nothing is open there meanwhile. A missing response counts as declined. */
  putAll(questions: Questions, signal?: AbortSignal): Promise<Responses> {
    return this.#put(questions, false, signal);
  }

  #put(questions: Questions, isOpenAtServer: boolean, signal?: AbortSignal): Promise<Responses> {
    const put = { questions, isOpenAtServer, answer: deferred<Responses>() };
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
      const asked = this.#asked.promise.then(() => {
        const { questions, isOpenAtServer } = this.#waiting[0]!;
        return { kind: 'inputRequired', questions, isOpenAtServer } as const;
      });
      return await Promise.race([done, asked]);
    } finally {
      gone?.dispose();
    }
  }

  /** The agent's responses to the client requests of the last round. */
  answer(responses: Responses): void {
    const put = this.#nextPut();
    const asked = Object.entries(responses).filter(([key]) => put !== undefined && Object.hasOwn(put.questions, key));
    put?.answer.resolve(Object.fromEntries(asked));
  }

  /** The agent does not answer the client requests of the last round: the server gets the reason, and the call continues. */
  refuse(error: unknown): void {
    this.#nextPut()?.answer.reject(error);
  }

  end(): void {
    this.#abort.abort(cancelled('byAgent'));
  }

  #nextPut(): Put | undefined {
    const put = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#asked = deferred<void>();
    return put;
  }
}
