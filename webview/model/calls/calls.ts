import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { CallOutcome, CallView, ResultDiff } from '../../../src/contract/calls.ts';
import type { Cut, Trimmed } from '../../../src/contract/rpc/trimmed.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import { appendAt, replaceAt, valueAt } from '../json/jsonEdit.ts';
import { completed, PartialValue } from '../json/partialValue.ts';

type ResultState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly outcome: CallOutcome; readonly cuts: readonly Cut[] }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

/** What is different since another call. */
export interface Comparison {
  readonly with: Call;
  readonly diff: ResultDiff | 'loading' | 'failed';
}

/** Options of a call other than its arguments. */
export interface RunOptions {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  readonly times?: number;
  readonly concurrency?: number;
}

/** One run of one tool. The host owns it; this is the page's copy. */
export interface Call {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly view: ReadonlySignal<CallView>;
  readonly result: ReadonlySignal<ResultState>;
  cancel(): void;
  /** Requests the result, unless it came with the notification that the call had ended. */
  loadResult(): void;
  /** Loads more of a truncated value. */
  loadMore(cut: Cut): void;
  /** Loads the complete value at a pointer, in parts that each take the page a few milliseconds. */
  loadAll(at: string): void;
  readonly isLoadingAll: ReadonlySignal<boolean>;
  /** Why the last of the actions below failed. */
  readonly actionFailure: ReadonlySignal<FaultShape | undefined>;
  copy(at: string): void;
  save(at: string): void;
  open(at: string): void;
  /** Shown while there is one. */
  readonly comparison: ReadonlySignal<Comparison | undefined>;
  /** Compares with this call, or ends the comparison. */
  compare(before: Call | undefined): void;
  compareInEditor(before: Call): void;
  saveAsCheck(): void;
  /** Makes it again whenever its server has been started again, or no longer. */
  watch(on: boolean): void;
}

export interface ToolCalls {
  /** Newest first. */
  readonly list: ReadonlySignal<readonly Call[]>;
  /** The call that the user chose. */
  readonly open: Signal<string | undefined>;
  /** The call whose result is shown: the newest unless the user chose another. */
  readonly shown: ReadonlySignal<Call | undefined>;
}

/** The calls that the host has reported to this page. */
export class Calls {
  readonly #link: HostLink;
  readonly #now: () => number;
  readonly #byId = new Map<string, CallHandle>();
  readonly #tools = new Map<string, ToolCalls>();
  readonly #all = signal<readonly CallHandle[]>([]);

  constructor(link: HostLink, now: () => number = Date.now) {
    this.#link = link;
    this.#now = now;
  }

  /** Newest first. */
  get all(): ReadonlySignal<readonly Call[]> {
    return this.#all;
  }

  get(id: string): Call | undefined {
    return this.#all.value.find((call) => call.id === id);
  }

  of(server: string, tool: string): ToolCalls {
    const key = toolKey(server, tool);
    let calls = this.#tools.get(key);
    if (!calls) {
      const list = computed(() => this.#all.value.filter((call) => call.server === server && call.tool === tool));
      const open = signal<string | undefined>(undefined);
      const shown = computed(() => list.value.find(({ id }) => id === open.value) ?? list.value[0]);
      this.#tools.set(key, (calls = { list, open, shown }));
    }
    return calls;
  }

  /** Shown at once, before the host has confirmed it. */
  run(server: string, tool: string, args: Readonly<Record<string, unknown>>, options: RunOptions = {}): Call {
    const { list, open } = this.of(server, tool);
    const number = Math.max(0, ...list.peek().map((call) => call.view.peek().number)) + 1;
    const id = newId();
    const startedAt = this.#now();
    const call = this.#add({ id, number, server, tool, args, startedAt, state: { kind: 'running' }, rounds: [] });
    open.value = id;
    this.#link.request('calls/run', { call: id, server, tool, args, ...options }).catch((error: unknown) => {
      call.fail(Fault.from(error).toShape(), this.#now() - startedAt);
    });
    return call;
  }

  update(view: CallView): void {
    const call = this.#byId.get(view.id);
    if (view.isWatched === true && call?.view.peek().isWatched !== true)
      this.of(view.server, view.tool).open.value = view.id; // it takes the place of the one before
    if (call) call.update(view);
    else this.#add(view);
  }

  /** Merges the host's list. A call that the host does not list yet was just started here. */
  updateAll(views: readonly CallView[]): void {
    batch(() => {
      for (const view of views.toReversed()) this.update(view);
      this.#all.value = this.#all.peek().toSorted((a, b) => b.startedAt - a.startedAt);
    });
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#byId.delete(id);
    this.#all.value = this.#all.peek().filter(({ id }) => this.#byId.has(id));
  }

  forget(ids: readonly string[]): void {
    this.drop(ids);
    this.#link.request('calls/forget', { calls: ids }).catch(() => {}); // the page's own list is already updated
  }

  #add(view: CallView): CallHandle {
    const call = new CallHandle(view, this.#link);
    this.#byId.set(view.id, call);
    this.#all.value = [call, ...this.#all.peek()];
    return call;
  }
}

class CallHandle implements Call {
  readonly #link: HostLink;
  readonly #view: Signal<CallView>;
  readonly #result = signal<ResultState>({ kind: 'none' });
  readonly actionFailure = signal<FaultShape | undefined>(undefined);
  readonly isLoadingAll = signal(false);
  readonly comparison = signal<Comparison | undefined>(undefined);

  constructor(view: CallView, link: HostLink) {
    this.#link = link;
    this.#view = signal(view);
    this.#inline(view);
  }

  get id(): string {
    return this.#view.peek().id;
  }

  get server(): string {
    return this.#view.peek().server;
  }

  get tool(): string {
    return this.#view.peek().tool;
  }

  get args(): Readonly<Record<string, unknown>> {
    return this.#view.peek().args;
  }

  get startedAt(): number {
    return this.#view.peek().startedAt;
  }

  get view(): ReadonlySignal<CallView> {
    return this.#view;
  }

  get result(): ReadonlySignal<ResultState> {
    return this.#result;
  }

  update(view: CallView): void {
    batch(() => {
      this.#view.value = view;
      this.#inline(view);
    });
  }

  /** The host refused the call, so the page reports the failure itself. */
  fail(fault: FaultShape, durationMs: number): void {
    const outcome: CallOutcome = { status: 'failed', content: [], fault, durationMs };
    const end = { status: outcome.status, durationMs, bytes: 0, preview: fault.message, kept: true };
    this.update({ ...this.#view.peek(), state: { kind: 'done', end, outcome } });
  }

  readonly copy = (at: string): void => this.#act(this.#link.request('calls/copy', { call: this.id, at }));
  readonly save = (at: string): void => this.#act(this.#link.request('calls/save', { call: this.id, at }));
  readonly open = (at: string): void => this.#act(this.#link.request('calls/open', { call: this.id, at }));
  readonly compare = (before: Call | undefined): void => {
    this.comparison.value = before && { with: before, diff: 'loading' };
    if (before) this.#act(this.#compare(before));
  };
  readonly compareInEditor = (before: Call): void =>
    this.#act(this.#link.request('calls/compare', { call: this.id, with: before.id }));

  readonly watch = (on: boolean): void => this.#act(this.#link.request('calls/watch', { call: this.id, on }));
  readonly saveAsCheck = (): void => this.#act(this.#link.request('calls/saveAsCheck', { call: this.id }));

  async #compare(before: Call): Promise<void> {
    const set = (diff: Comparison['diff']): void => {
      if (this.comparison.peek()?.with === before) this.comparison.value = { with: before, diff };
    };
    try {
      set(await this.#link.request('calls/diff', { call: this.id, with: before.id }));
    } catch (error) {
      set('failed'); // the editor still takes it
      throw error;
    }
  }

  #act(action: Promise<void>): void {
    this.actionFailure.value = undefined;
    action.catch((error: unknown) => (this.actionFailure.value = Fault.from(error).toShape()));
  }

  cancel(): void {
    this.#link.request('calls/cancel', { call: this.id }).catch(() => {}); // it has just ended by itself
  }

  loadResult(): void {
    const { state } = this.#view.peek();
    if (state.kind === 'done' && state.end.kept && this.#result.peek().kind === 'none') void this.#load();
  }

  readonly loadMore = (cut: Cut): void => this.#act(this.#loadMore(cut));
  readonly loadAll = (at: string): void => this.#act(this.#loadAll(at));

  async #loadMore(cut: Cut): Promise<void> {
    const part: Trimmed = await this.#link.request('calls/part', { call: this.id, at: cut.at, from: cut.shown });
    const now = this.#result.peek();
    if (now.kind !== 'ready') return;
    const cuts = [...now.cuts.filter((other) => other !== cut), ...part.cuts];
    this.#result.value = { kind: 'ready', outcome: appendAt(now.outcome, cut, part.value) as CallOutcome, cuts };
  }

  async #loadAll(at: string): Promise<void> {
    const before = this.#result.peek();
    if (before.kind !== 'ready' || this.isLoadingAll.peek()) return;
    this.isLoadingAll.value = true;
    try {
      const part = new PartialValue(valueAt(before.outcome, at), at, before.cuts);
      const whole = await completed(part, (places) => this.#link.request('calls/parts', { call: this.id, places }));
      const now = this.#result.peek();
      if (now.kind !== 'ready') return;
      const cuts = now.cuts.filter((cut) => cut.at !== at && !cut.at.startsWith(`${at}/`));
      this.#result.value = { kind: 'ready', outcome: replaceAt(now.outcome, at, whole) as CallOutcome, cuts };
    } finally {
      this.isLoadingAll.value = false;
    }
  }

  #inline({ state }: CallView): void {
    if (state.kind === 'done' && state.outcome)
      this.#result.value = { kind: 'ready', outcome: state.outcome, cuts: [] };
  }

  async #load(): Promise<void> {
    this.#result.value = { kind: 'loading' };
    try {
      const { value, cuts } = await this.#link.request('calls/result', { call: this.id });
      this.#result.value = { kind: 'ready', outcome: value, cuts };
    } catch (error) {
      this.#result.value = { kind: 'failed', fault: Fault.from(error).toShape() };
    }
  }
}

/** `randomUUID` exists only in secure contexts, and a page of a plain HTTP server is none. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function toolKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
