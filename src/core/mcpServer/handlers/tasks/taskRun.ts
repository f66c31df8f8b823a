import { randomUUID } from 'node:crypto';
import type { Result } from '@modelcontextprotocol/server';
import { type Deferred, cancelledFault, deferred, onAbort } from '../../../../base/async.ts';
import type { RpcError } from '../../../wire/message.ts';
import type { ClientRequest } from '../../tool.ts';

type Fields = Readonly<Record<string, unknown>>;
type Requests = Readonly<Record<string, ClientRequest>>;

/** What the run waits for: the requests by the key that the client sees, and the answers so far. */
interface Pending {
  readonly requests: Map<string, readonly [key: string, request: ClientRequest]>;
  readonly answers: Record<string, unknown>;
  readonly complete: Deferred<Fields>;
}

type TaskState =
  | { readonly status: 'working' }
  | { readonly status: 'input_required'; readonly pending: Pending }
  | { readonly status: 'completed'; readonly result: Result }
  | { readonly status: 'failed'; readonly error: RpcError }
  | { readonly status: 'cancelled' };

/** From its creation, unless it runs longer; an outcome is kept for a while in any case. */
const leastTtlMs = 3_600_000;
const keepOutcomeMs = 600_000;
const pollIntervalMs = 1_000;

/** A call that goes on after its request was answered, as the extension `io.modelcontextprotocol/tasks` describes it. */
export class TaskRun {
  readonly id = randomUUID();
  readonly #created = Date.now();
  readonly #cancelled = new AbortController();
  #updated = this.#created;
  #message: string | undefined;
  #asked = 0;
  #state: TaskState = { status: 'working' };

  /** Fires when the client cancels the task or the server ends. */
  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  get #isOver(): boolean {
    return !(this.#state.status === 'working' || this.#state.status === 'input_required');
  }

  isExpired(now: number): boolean {
    return this.#isOver && now > this.#created + this.#ttlMs;
  }

  report(message: string): void {
    if (this.#isOver) return;
    this.#message = message;
    this.#updated = Date.now();
  }

  /** Waits for the client's answers. A key is never used twice: clients answer each only once. */
  request(requests: Requests): Promise<Fields> {
    if (this.signal.aborted) return Promise.reject(cancelledFault(this.signal));
    const complete = deferred<Fields>();
    onAbort(this.signal, () => complete.reject(cancelledFault(this.signal)));
    const keyed = Object.entries(requests).map((entry) => [`${entry[0]}-${++this.#asked}`, entry] as const);
    this.#become({ status: 'input_required', pending: { requests: new Map(keyed), answers: {}, complete } });
    return complete.promise;
  }

  /** Unknown keys, and those that were answered before, are ignored. */
  answer(responses: Fields): void {
    if (this.#state.status !== 'input_required') return;
    const { requests, answers, complete } = this.#state.pending;
    for (const [shown, response] of Object.entries(responses)) {
      const asked = requests.get(shown);
      if (!asked) continue;
      answers[asked[0]] = response;
      requests.delete(shown);
      this.#updated = Date.now();
    }
    if (requests.size > 0) return;
    this.#become({ status: 'working' });
    complete.resolve(answers);
  }

  complete(result: Result): void {
    this.#become({ status: 'completed', result });
  }

  fail(error: RpcError): void {
    this.#become({ status: 'failed', error });
  }

  cancel(): void {
    this.#become({ status: 'cancelled' });
    this.#cancelled.abort();
  }

  /** The response to the call. */
  created(): Result {
    // `content` is what the SDK demands of every result of a call; it is left out where the message is sent.
    return { resultType: 'task', content: [], ...this.#facts() };
  }

  /** The response to `tasks/get`. */
  detailed(): Result {
    return { ...this.#facts(), ...detailsOf(this.#state) };
  }

  /** An outcome is final: what a cancelled run still returns changes nothing. */
  #become(state: TaskState): void {
    if (this.#isOver) return;
    this.#state = state;
    this.#updated = Date.now();
  }

  get #ttlMs(): number {
    return Math.max(leastTtlMs, this.#updated - this.#created + keepOutcomeMs);
  }

  #facts(): Fields {
    return {
      taskId: this.id,
      status: this.#state.status,
      ...(this.#message !== undefined && !this.#isOver && { statusMessage: this.#message }),
      createdAt: new Date(this.#created).toISOString(),
      lastUpdatedAt: new Date(this.#updated).toISOString(),
      ttlMs: this.#ttlMs,
      pollIntervalMs,
    };
  }
}

function detailsOf(state: TaskState): Fields {
  switch (state.status) {
    case 'input_required':
      return {
        inputRequests: Object.fromEntries([...state.pending.requests].map(([shown, [, request]]) => [shown, request])),
      };
    case 'completed':
      return { result: state.result };
    case 'failed':
      return { error: state.error };
    default:
      return {};
  }
}
