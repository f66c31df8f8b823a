import type { Event } from '../../base/event.ts';
import { isRecord } from '../../base/json.ts';
import type { CallOutcome, CallView } from '../../contract/calls.ts';
import type { RowKey, StorePort, StoreRow } from '../ports/ports.ts';
import { isAlive } from '../process/signals.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { sizeOf } from './trimResult.ts';

/** A call as it is written down: without secrets, and without a result that is too large. */
interface StoredCall {
  readonly view: CallView;
  readonly outcome?: CallOutcome | undefined;
}

interface HistoryParts {
  readonly store: StorePort;
  /** The workspace whose calls these are. */
  readonly scope: () => string;
  readonly redactor: Redactor;
}

const callKind = 'call';
const largestOutcome = 64_000;
const largestView = 256_000;

/** Remembers calls across restarts of the window, one row each, and sees those of other windows on the same folder. */
export class CallHistory {
  readonly #parts: HistoryParts;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Another window has added or removed calls. */
  readonly onDidChange: Event<void> = (listener) =>
    this.#parts.store.onDidChange((kinds) => kinds.has(callKind) && listener());

  /** Oldest first, without results. A call that runs in another window is not there yet. */
  read(): readonly CallView[] {
    const { store, scope } = this.#parts;
    const rows = store.quietly(() => store.list(callKind, scope())) ?? [];
    return rows.flatMap(({ value, hasBody }) => toView(value, hasBody)).toSorted((a, b) => a.startedAt - b.startedAt);
  }

  outcome(id: string): CallOutcome | undefined {
    const outcome = this.#parts.store.body(this.#key(id));
    return isOutcome(outcome) ? outcome : undefined;
  }

  /** True: it is written down. */
  keep(call: StoredCall): boolean {
    const { view, outcome } = this.#clean(call);
    if (sizeOf(view, largestView) > largestView) return false; // arguments that large are not worth the wait
    return this.#put([rowOf(this.#key(view.id), view, outcome)]);
  }

  forget(ids: readonly string[]): void {
    this.#put(ids.map((id) => ({ ...this.#key(id), value: undefined })));
  }

  #put(rows: readonly StoreRow[]): boolean {
    const { store } = this.#parts;
    const isWritten = store.quietly(() => {
      store.put(rows);
      return true;
    });
    return isWritten === true;
  }

  #key(id: string): RowKey {
    return { kind: callKind, scope: this.#parts.scope(), key: id };
  }

  #clean({ view, outcome }: StoredCall): StoredCall {
    const { redactor } = this.#parts;
    const { state } = view;
    const isKept = outcome !== undefined && sizeOf(outcome, largestOutcome) <= largestOutcome;
    const done = state.kind === 'done' ? { kind: 'done' as const, end: { ...state.end, kept: isKept } } : state;
    const { isWatched: _, ...kept } = view; // in this window, while it is open
    const clean = {
      ...kept,
      args: redactor.value(view.args),
      ...(view.meta && { meta: redactor.value(view.meta) }),
      rounds: redactor.value(view.rounds),
      state: redactor.value(done), // progress holds a message of the server
    };
    return { view: clean, ...(isKept && { outcome: redactor.value(outcome) }) };
  }
}

/** The process that runs it is named, so that a call whose window was killed is known to have no end. */
function rowOf(key: RowKey, view: CallView, outcome: CallOutcome | undefined): StoreRow {
  return { ...key, value: { pid: process.pid, view }, ...(outcome && { body: outcome }) };
}

/** What an earlier version kept in a file of the workspace's storage. */
export function rowsOfOldCalls(calls: unknown, scope: string): readonly StoreRow[] {
  return (Array.isArray(calls) ? calls.toReversed() : []).flatMap((call) => {
    if (!isRecord(call)) return [];
    const outcome = isOutcome(call['outcome']) ? call['outcome'] : undefined;
    return toView({ view: call['view'] }, outcome !== undefined).map((view) =>
      rowOf({ kind: callKind, scope, key: view.id }, view, outcome),
    );
  });
}

/** What is stored is taken with care: it may be from another version. */
function toView(value: unknown, hasOutcome: boolean): CallView[] {
  if (!isRecord(value) || !isRecord(value['view'])) return [];
  const view = value['view'];
  const texts = ['id', 'server', 'tool'].every((key) => typeof view[key] === 'string');
  const numbers = ['number', 'startedAt'].every((key) => typeof view[key] === 'number');
  const { args, state, rounds } = view;
  if (!texts || !numbers || !isRecord(args) || !isRecord(state) || !Array.isArray(rounds)) return [];
  if (state['kind'] === 'running' && isAlive(Number(value['pid']))) return [];
  return [ended(view as unknown as CallView, hasOutcome)];
}

function isOutcome(value: unknown): value is CallOutcome {
  return isRecord(value) && typeof value['status'] === 'string' && Array.isArray(value['content']);
}

/** What ran when the window closed has no end. */
function ended(view: CallView, hasOutcome: boolean): CallView {
  const { state } = view;
  if (state.kind !== 'done' || !isRecord(state.end)) return { ...view, state: { kind: 'lost' } };
  return { ...view, state: { kind: 'done', end: { ...state.end, kept: hasOutcome } } };
}
