import { isRecord } from '../../src/base/json.ts';
import type { CallOutcome } from '../../src/protocol/inspector.ts';
import type { Call, Calls } from './calls.ts';

/** One call as it is kept while the page is away. */
interface KeptCall {
  readonly id: string;
  readonly number: number;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  /** Absent when the call was still running, or when its result is too large to keep here. */
  readonly outcome?: CallOutcome;
}

const mostCalls = 40;
const largestOutcome = 64_000;
const largestAll = 400_000;

const sizes = new WeakMap<object, number>();

/** Measured once per outcome: they do not change. */
function sizeOf(outcome: object): number {
  let size = sizes.get(outcome);
  if (size === undefined) sizes.set(outcome, (size = JSON.stringify(outcome).length));
  return size;
}

export function keepCalls(calls: Calls): KeptCall[] {
  let room = largestAll;
  const newest = calls.all().toSorted((a, b) => b.startedAt - a.startedAt);
  return newest.slice(0, mostCalls).map((call) => {
    const kept = toKept(call, room);
    if (kept.outcome) room -= sizeOf(kept.outcome);
    return kept;
  });
}

function toKept({ id, number, server, tool, args, startedAt, state }: Call, room: number): KeptCall {
  const now = state.peek();
  const isKept = now.kind === 'done' && sizeOf(now.outcome) <= Math.min(largestOutcome, room);
  return { id, number, server, tool, args, startedAt, ...(isKept && { outcome: now.outcome }) };
}

export function restoreCalls(calls: Calls, kept: readonly unknown[]): void {
  for (const entry of kept) {
    if (!isKept(entry)) continue;
    const { outcome, ...call } = entry;
    calls.restore(call, outcome ? { kind: 'done', outcome } : { kind: 'lost' });
  }
}

function isKept(entry: unknown): entry is KeptCall {
  if (!isRecord(entry)) return false;
  const { id, number, server, tool, args, startedAt, outcome } = entry;
  const texts = [id, server, tool].every((value) => typeof value === 'string');
  const numbers = [number, startedAt].every((value) => typeof value === 'number');
  return texts && numbers && isRecord(args) && (outcome === undefined || isOutcome(outcome));
}

function isOutcome(value: unknown): boolean {
  return isRecord(value) && typeof value['status'] === 'string' && Array.isArray(value['content']);
}
