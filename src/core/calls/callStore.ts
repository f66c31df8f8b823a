import { unknownCall } from '../../base/faults/callFaults.ts';
import { invalidInput } from '../../base/commonFaults.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { orAborted } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CallOutcome, CallProgress, CallState, CallView, RepeatView, RoundView } from '../../contract/calls.ts';
import type { Clock } from '../ports/ports.ts';
import type { CallOptions, ManagedServer } from '../servers/model/server.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { duringCall } from './callContext.ts';
import type { CallHistory } from './callHistory.ts';
import { failedOutcome, outcomeOf, previewOf, tokensOf } from './outcome.ts';
import { type RepeatOptions, repeat } from './repeat.ts';
import { sizeOf } from './trimResult.ts';

interface RunRequest {
  readonly call: string;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly times?: number | undefined;
  readonly concurrency?: number | undefined;
}

interface CallStoreParts {
  server(id: string): Pick<ManagedServer, 'callTool' | 'start'>;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Absent where calls are not remembered. */
  readonly history?: CallHistory | undefined;
}

interface Entry {
  view: CallView;
  outcome: CallOutcome | undefined;
  readonly abort: AbortController;
  /** It was made in an earlier session or another window: the history knows more of it than we. */
  readonly isStored?: boolean;
  /** It was made here, and the history has it: it is gone when another window forgets it. */
  isKept?: boolean;
}

const mostCalls = 500;
/** Limit of all kept results, in characters: beyond it the oldest results are dropped, their calls stay. */
const largestAll = 128 * 1024 * 1024;
/** Sent with the notification that the call ended; larger ones are requested. */
const inlineSize = 32_000;
const progressMs = 50;

/** Every call that a user makes, also after its end. Views only read it. */
export class CallStore implements Disposable {
  readonly #parts: CallStoreParts;
  readonly #lifetime = new Lifetime();
  readonly #entries = new Map<string, Entry>();
  readonly #views = signal<readonly CallView[]>([]);
  readonly #numbers = new Map<string, number>();

  constructor(parts: CallStoreParts) {
    this.#parts = parts;
    this.#readHistory();
    if (parts.history) this.#lifetime.add(parts.history.onDidChange(() => this.#readHistory()));
    this.#lifetime.defer(() => this.#abortAll());
  }

  /** Newest first. A call that changed is another object. */
  get views(): ReadonlySignal<readonly CallView[]> {
    return this.#views;
  }

  get(id: string): CallView | undefined {
    return this.#entries.get(id)?.view;
  }

  outcome(id: string): CallOutcome {
    const entry = this.#entries.get(id);
    const outcome = entry?.outcome ?? (entry?.isStored ? this.#parts.history?.outcome(id) : undefined);
    if (!outcome) throw unknownCall('result');
    return outcome;
  }

  /** Starts a call and leaves it running; its end is seen in `views`. */
  run(request: RunRequest): void {
    if (this.#entries.has(request.call)) throw invalidInput('callExists');
    const entry: Entry = { view: this.#begin(request), outcome: undefined, abort: new AbortController() };
    this.#entries.set(request.call, entry);
    this.#keep(entry, entry.view);
    this.#show();
    void this.#work(entry, request);
  }

  cancel(id: string): void {
    this.#entries.get(id)?.abort.abort();
  }

  /** Of the calls of a server at most one is watched. */
  watch(id: string, on: boolean): void {
    const server = this.#entries.get(id)?.view.server;
    for (const entry of this.#entries.values())
      if (entry.view.server === server && (entry.view.id === id || entry.view.isWatched))
        this.#update(entry, { isWatched: on && entry.view.id === id });
  }

  forget(ids: readonly string[]): void {
    this.#parts.history?.forget(ids);
    for (const id of ids) this.#drop(id);
    this.#show();
  }

  /** The server sent a client request. If its call is unknown, it belongs to the only call that runs there, if there is just one. */
  addRound(server: string, call: string | undefined, round: RoundView): void {
    const entry = this.#entries.get(call ?? this.onlyRunning(server) ?? '');
    if (entry) this.#update(entry, { rounds: [...entry.view.rounds, round] });
  }

  onlyRunning(server: string): string | undefined {
    const running = [...this.#entries.values()].filter(
      ({ view }) => view.server === server && view.state.kind === 'running',
    );
    return running.length === 1 ? running[0]?.view.id : undefined;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #begin({ call, server, tool, args, meta, timeoutMs }: RunRequest): CallView {
    const key = JSON.stringify([server, tool]);
    const number = (this.#numbers.get(key) ?? 0) + 1;
    this.#numbers.set(key, number);
    return {
      id: call,
      number,
      server,
      tool,
      args,
      ...(meta && { meta }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      startedAt: this.#parts.clock.now(),
      state: { kind: 'running' },
      rounds: [],
    };
  }

  async #work(entry: Entry, request: RunRequest): Promise<void> {
    const { clock, redactor } = this.#parts;
    const begin = clock.monotonicMs();
    try {
      // Outside the call's context: later messages of a connection must not count as caused by the call that opened it.
      await orAborted(this.#parts.server(request.server).start(), entry.abort.signal);
    } catch (error) {
      return this.#end(entry, failedOutcome(error, clock.monotonicMs() - begin, redactor));
    }
    this.#end(entry, await duringCall(request.call, () => this.#answer(entry, request)));
  }

  #answer(entry: Entry, request: RunRequest): Promise<CallOutcome> {
    const { times = 1, concurrency = 1 } = request;
    if (times <= 1) return this.#once(entry, request, true);
    const options: RepeatOptions = { times, concurrency, signal: entry.abort.signal, clock: this.#parts.clock };
    const update = (view: RepeatView): void => this.#update(entry, { repeat: view });
    return repeat(options, () => this.#once(entry, request, false), update);
  }

  async #once(entry: Entry, { server, tool, args, ...rest }: RunRequest, watch: boolean): Promise<CallOutcome> {
    const { clock, redactor } = this.#parts;
    const begin = clock.monotonicMs();
    let askedMs = 0;
    const durationMs = (): number => Math.max(0, clock.monotonicMs() - begin - askedMs);
    const options: CallOptions = {
      onAsked: (ms) => (askedMs += ms),
      signal: entry.abort.signal,
      ...(rest.meta && { meta: rest.meta }),
      ...(rest.timeoutMs !== undefined && { timeoutMs: rest.timeoutMs }),
      ...(watch && { onProgress: this.#teller(entry) }),
    };
    try {
      const result = await this.#parts.server(server).callTool(tool, args, options);
      return outcomeOf(result, durationMs());
    } catch (error) {
      return failedOutcome(error, durationMs(), redactor);
    }
  }

  /** A server may report progress thousands of times a second; views are updated twenty times. The newest is never left out. */
  #teller(entry: Entry): (progress: CallProgress) => void {
    let newest: CallProgress | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      timer = undefined;
      if (newest) this.#update(entry, { state: { kind: 'running', progress: newest } });
      newest = undefined;
    };
    return (progress) => {
      newest = progress;
      if (timer !== undefined) return;
      update();
      timer = setTimeout(update, progressMs);
    };
  }

  #end(entry: Entry, outcome: CallOutcome): void {
    const { status, durationMs } = outcome;
    const bytes = sizeOf(outcome);
    entry.outcome = outcome;
    const preview = previewOf(outcome, this.#parts.redactor);
    const end = { status, durationMs, bytes, tokens: tokensOf(outcome), preview, kept: true };
    const state: CallState = { kind: 'done', end, ...(bytes <= inlineSize && { outcome }) };
    this.#keep(entry, { ...entry.view, state }); // before anyone sees it: what is shown is never lost
    this.#update(entry, { state });
    this.#makeRoom();
  }

  #update(entry: Entry, change: Partial<CallView>): void {
    if (this.#entries.get(entry.view.id) !== entry) return; // forgotten while it ran
    if (entry.outcome && change.state?.kind === 'running') return; // late progress
    entry.view = { ...entry.view, ...change };
    this.#show();
  }

  #show(): void {
    this.#views.value = [...this.#entries.values()].map(({ view }) => view).toReversed();
  }

  /** Old calls are removed; of calls with large results only the result is. */
  #makeRoom(): void {
    const entries = [...this.#entries.values()];
    const surplus = entries.filter(({ view }) => view.state.kind !== 'running').slice(0, -mostCalls);
    for (const { view } of surplus) this.#entries.delete(view.id);
    if (surplus.length > 0) this.#show();
    let room = largestAll;
    for (const entry of entries.toReversed()) {
      const { state } = entry.view;
      if (state.kind !== 'done' || !entry.outcome) continue;
      room -= state.end.bytes;
      if (room < 0 && entry !== entries.at(-1)) this.#letGo(entry, state);
    }
  }

  #letGo(entry: Entry, state: Extract<CallState, { kind: 'done' }>): void {
    entry.outcome = undefined;
    this.#update(entry, { state: { kind: 'done', end: { ...state.end, kept: false } } });
  }

  #drop(id: string): void {
    this.#entries.get(id)?.abort.abort();
    this.#entries.delete(id);
  }

  #keep(entry: Entry, view: CallView): void {
    if (this.#entries.get(view.id) !== entry) return;
    entry.isKept = this.#parts.history?.keep({ view, outcome: entry.outcome }) ?? false;
  }

  /** Who opens the window again sees that these have no end. */
  #abortAll(): void {
    for (const entry of this.#entries.values()) {
      entry.abort.abort();
      if (entry.view.state.kind !== 'running') continue;
      this.#parts.history?.keep({ view: { ...entry.view, state: { kind: 'lost' } } });
    }
  }

  /** Brings in what is new there and drops what is gone; a call that is known and over stays the object it was. */
  #readHistory(): void {
    const { history } = this.#parts;
    if (!history) return;
    const stored = new Map(history.read().map((view) => [view.id, view]));
    for (const [id, entry] of this.#entries) if (isOver(entry) && !stored.has(id)) this.#entries.delete(id);
    for (const view of stored.values()) this.#takeStored(view);
    const sorted = [...this.#entries].toSorted(([, a], [, b]) => a.view.startedAt - b.view.startedAt);
    this.#entries.clear();
    for (const [id, entry] of sorted) this.#entries.set(id, entry);
    this.#show();
  }

  #takeStored(view: CallView): void {
    const known = this.#entries.get(view.id);
    if (known && (!known.isStored || known.view.state.kind === view.state.kind)) return;
    const { server, tool, number } = view;
    const key = JSON.stringify([server, tool]);
    this.#numbers.set(key, Math.max(number, this.#numbers.get(key) ?? 0));
    this.#entries.set(view.id, { view, outcome: undefined, abort: new AbortController(), isStored: true });
  }
}

/** And in the history, unless a window has forgotten it. */
function isOver({ isStored, isKept, view }: Entry): boolean {
  return isStored === true || (isKept === true && view.state.kind !== 'running');
}
