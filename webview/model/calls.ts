import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Fault } from '../../src/base/fault.ts';
import type { CallOutcome, CallProgress } from '../../src/protocol/inspector.ts';
import type { HostLink } from './servers.ts';

export type CallState =
  | { readonly kind: 'running'; readonly progress?: CallProgress }
  | { readonly kind: 'done'; readonly outcome: CallOutcome }
  /** The view was closed while the call ran: its answer went nowhere. */
  | { readonly kind: 'lost' };

/** One run of one tool. Its result lives here and nowhere else, so it can never appear under another tool. */
export interface Call {
  readonly id: string;
  /** Counts up per tool: what the person sees as #1, #2 … */
  readonly number: number;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly state: ReadonlySignal<CallState>;
  cancel(): void;
}

export interface ToolCalls {
  /** Newest first. */
  readonly list: Signal<readonly Call[]>;
  /** The one whose result is open; the newest unless the person chose another. */
  readonly open: Signal<string | undefined>;
}

const keptPerTool = 20;

export class Calls {
  readonly #link: HostLink;
  readonly #now: () => number;
  readonly #tools = new Map<string, ToolCalls>();
  readonly #running = new Map<string, Signal<CallState>>();
  /** Changes whenever a call begins or ends. */
  readonly version = signal(0);

  constructor(link: HostLink, now: () => number = Date.now) {
    this.#link = link;
    this.#now = now;
  }

  of(server: string, tool: string): ToolCalls {
    const key = toolKey(server, tool);
    let calls = this.#tools.get(key);
    if (!calls) this.#tools.set(key, (calls = { list: signal([]), open: signal(undefined) }));
    return calls;
  }

  run(server: string, tool: string, args: Readonly<Record<string, unknown>>): Call {
    const abort = new AbortController();
    const state = signal<CallState>({ kind: 'running' });
    const { list, open } = this.of(server, tool);
    const number = (list.peek()[0]?.number ?? 0) + 1;
    const id = `${this.#now().toString(36)}-${number}-${toolKey(server, tool)}`;
    const call: Call = { id, number, server, tool, args, startedAt: this.#now(), state, cancel: () => abort.abort() };
    list.value = trim([call, ...list.peek()]);
    open.value = id;
    this.#running.set(id, state);
    this.version.value++;
    void this.#finish(call, state, abort.signal);
    return call;
  }

  progress(progress: CallProgress): void {
    const state = this.#running.get(progress.call);
    if (state) state.value = { kind: 'running', progress };
  }

  /** Calls of an earlier life of this page. */
  restore(call: Omit<Call, 'state' | 'cancel'>, state: CallState): void {
    const { list } = this.of(call.server, call.tool);
    list.value = trim([...list.peek(), { ...call, state: signal(state), cancel: () => {} }]);
  }

  all(): Call[] {
    return [...this.#tools.values()].flatMap(({ list }) => list.peek());
  }

  async #finish(call: Call, state: Signal<CallState>, abort: AbortSignal): Promise<void> {
    const { id, server, tool, args } = call;
    try {
      state.value = {
        kind: 'done',
        outcome: await this.#link.request('tools/call', { server, tool, args, call: id }, abort),
      };
    } catch (error) {
      state.value = { kind: 'done', outcome: failedOutcome(error, this.#now() - call.startedAt) };
    } finally {
      this.#running.delete(id);
      this.version.value++;
    }
  }
}

function failedOutcome(error: unknown, durationMs: number): CallOutcome {
  if (Fault.is(error, 'cancelled')) return { status: 'cancelled', content: [], durationMs };
  return { status: 'failed', content: [], fault: Fault.from(error).toShape(), durationMs };
}

/** Old results go, running calls stay whatever their age. */
function trim(calls: readonly Call[]): readonly Call[] {
  if (calls.length <= keptPerTool) return calls;
  return calls.filter((call, index) => index < keptPerTool || call.state.peek().kind === 'running');
}

export function toolKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
