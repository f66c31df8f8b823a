import { signal } from '@preact/signals-core';
import { parseQuery, type QueryContext } from '../../../src/contract/traffic/trafficQuery.ts';
import { tokenize } from '../../../src/contract/traffic/trafficTokens.ts';
import type { CallSpan, TrafficSpans } from '../../../src/contract/traffic/trafficTools.ts';

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const minRangeMs = 1;
const overviewBars = 120;
/** One call after the other is no mountain. */
const leastScale = 4;

/** Calls by the time at which they ran. */
export class Timeline {
  /** 0 until the host has answered. */
  readonly version = signal(0);
  /** What is zoomed to, if anything. */
  readonly zoom = signal<TimeRange | undefined>(undefined);
  /** With what was before the last long pause. */
  readonly showsAll = signal(false);
  #generation: number | undefined;
  #known = 0;
  readonly #spans = new Map<number, CallSpan>();
  readonly #open = new Set<number>();

  /** From where the host should continue. */
  get since(): { readonly since: number; readonly generation: number } {
    return { since: this.#known, generation: this.#generation ?? 0 };
  }

  add({ generation, version, spans }: TrafficSpans): void {
    const isOther = generation !== this.#generation;
    if (isOther) for (const known of [this.#spans, this.#open]) known.clear();
    this.#generation = generation;
    this.#known = version;
    for (const span of spans) this.#take(span);
    // With nothing new only bars that still grow change.
    if (spans.length > 0 || isOther || this.#open.size > 0) this.version.value++;
  }

  #take(span: CallSpan): void {
    this.#spans.set(span.seq, span); // one that has ended keeps its position
    if (span.durationMs === undefined) this.#open.add(span.seq);
    else this.#open.delete(span.seq);
  }

  /** In the order of their start; those that fit the query. */
  matching(query: string): readonly CallSpan[] {
    const parsed = parseQuery(query);
    const all = [...this.#spans.values()];
    if (parsed.kind !== 'some') return all;
    return all.filter((span) => parsed.test(asRow(span), contextOf(span)));
  }

  /** Zooms by a factor, around a position between 0 (left) and 1 (right). */
  zoomBy(factor: number, whole: TimeRange, position = 0.5, now = this.zoom.value ?? whole): void {
    const length = now.toMs - now.fromMs;
    const wanted = Math.max(minRangeMs, length * factor);
    if (wanted >= whole.toMs - whole.fromMs) return this.fit(true);
    const at = now.fromMs + length * position;
    this.#show(at - wanted * position, wanted, whole);
  }

  /** To what happened since the last long pause, or to all. */
  fit(showsAll: boolean): void {
    this.zoom.value = undefined;
    this.showsAll.value = showsAll;
  }

  panBy(share: number, whole: TimeRange, now = this.zoom.value): void {
    if (!now || now === whole) return;
    const length = now.toMs - now.fromMs;
    this.#show(now.fromMs + length * share, length, whole);
  }

  #show(fromMs: number, lengthMs: number, whole: TimeRange): void {
    const from = Math.max(whole.fromMs, Math.min(fromMs, whole.toMs - lengthMs));
    this.zoom.value = { fromMs: from, toMs: from + lengthMs };
  }
}

/** What the user marked, as terms of the query. */
export function brushTerms({ fromMs, toMs }: TimeRange): readonly string[] {
  return [`time>=${Math.floor(fromMs)}`, `time<=${Math.ceil(toMs)}`];
}

/** The marked range of a query. */
export function brushOf(query: string): TimeRange | undefined {
  const [from, to] = ['>=', '<='].map((wanted) => {
    const term = tokenize(query).find(({ field, sign }) => field === 'time' && sign === wanted);
    return Number(term?.value ?? Number.NaN);
  }) as [number, number];
  return to > from ? { fromMs: from, toMs: to } : undefined;
}

function asRow(span: CallSpan): Parameters<Extract<ReturnType<typeof parseQuery>, { kind: 'some' }>['test']>[0] {
  const { status, ...rest } = span;
  return { ...rest, ...(status && { status }), connection: '', kind: 'request', bytes: 0, preview: '' };
}

function contextOf({ durationMs }: CallSpan): QueryContext {
  return { isPinned: () => false, isPending: () => durationMs === undefined, body: () => '' };
}

function endOf({ at, durationMs }: CallSpan, nowMs: number): number {
  return at + (durationMs ?? Math.max(0, nowMs - at));
}

const maxWaitMs = 60_000;

/** A subscription, or what has waited as long as one: it must not stretch the timeline. */
export function isStream({ method, at, durationMs }: CallSpan, nowMs: number): boolean {
  return method === 'subscriptions/listen' || (durationMs === undefined && nowMs - at > maxWaitMs);
}

/** From the first start to the last end of what is no stream, and never empty. */
export function wholeRange(spans: readonly CallSpan[], nowMs: number): TimeRange {
  let fromMs = Infinity;
  let toMs = -Infinity;
  for (const span of spans) {
    if (isStream(span, nowMs)) continue;
    fromMs = Math.min(fromMs, span.at);
    toMs = Math.max(toMs, endOf(span, nowMs));
  }
  if (fromMs > toMs) return { fromMs: nowMs - 1_000, toMs: nowMs };
  return { fromMs, toMs: Math.max(toMs, fromMs + minRangeMs) };
}

const longPauseMs = 600_000;

/** Since the last long pause: the calls of another day would flatten those that the user looks at. */
export function recentRange(spans: readonly CallSpan[], whole: TimeRange, nowMs: number): TimeRange {
  let fromMs = whole.fromMs;
  let busyUntil = whole.fromMs;
  for (const span of spans) {
    if (isStream(span, nowMs)) continue;
    if (span.at - busyUntil > longPauseMs) fromMs = span.at;
    busyUntil = Math.max(busyUntil, endOf(span, nowMs));
  }
  return fromMs === whole.fromMs ? whole : { fromMs, toMs: Math.max(whole.toMs, fromMs + minRangeMs) };
}

export function spansIn(spans: readonly CallSpan[], { fromMs, toMs }: TimeRange, nowMs: number): readonly CallSpan[] {
  return spans.filter((span) => span.at <= toMs && endOf(span, nowMs) >= fromMs);
}

/** Start and length of a call as fractions of the visible range, clipped at the edges. */
export function positionOf(
  span: CallSpan,
  { fromMs, toMs }: TimeRange,
  nowMs: number,
): { left: number; width: number } {
  const length = toMs - fromMs;
  const left = Math.max(0, (span.at - fromMs) / length);
  const right = Math.min(1, (endOf(span, nowMs) - fromMs) / length);
  return { left: Math.min(1, left), width: Math.max(0, right - left) };
}

/** How many calls ran at once over time, as fractions of the maximum, or of the least scale. */
export function concurrency(spans: readonly CallSpan[], { fromMs, toMs }: TimeRange, nowMs: number): readonly number[] {
  const changes = new Int32Array(overviewBars + 1);
  const bar = (ms: number): number => Math.floor(((ms - fromMs) / (toMs - fromMs)) * (overviewBars - 1));
  for (const span of spans) {
    if (isStream(span, nowMs)) continue;
    changes[bar(span.at)]!++;
    changes[bar(Math.min(toMs, endOf(span, nowMs))) + 1]!--;
  }
  let running = 0;
  const counts = Array.from({ length: overviewBars }, (_, at) => (running += changes[at] ?? 0));
  const most = Math.max(leastScale, ...counts);
  return counts.map((count) => count / most);
}

/** Round steps of 1, 2 or 5 milliseconds to seconds, minutes or hours, about `wanted` of them. */
export function ticks({ fromMs, toMs }: TimeRange, wanted = 5): readonly number[] {
  const rough = (toMs - fromMs) / wanted;
  const unit = units.find((ms) => rough > ms / 2) ?? 1;
  const power = unit * 10 ** Math.floor(Math.log10(rough / unit));
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= rough) ?? 10);
  const found: number[] = [];
  for (let offset = 0; offset <= toMs - fromMs && found.length <= wanted * 2; offset += step) found.push(offset);
  return found;
}

const units = [3_600_000, 60_000];

/** Without the last ticks, whose text would be cut off; where it is narrow, those between would lie over each other. */
export function axisTicks(range: TimeRange, isNarrow: boolean): readonly number[] {
  const end = (isNarrow ? 0.55 : 0.92) * (range.toMs - range.fromMs);
  const found = ticks(range).filter((offset) => offset < end);
  return isNarrow ? [0, ...found.slice(1).slice(-1)] : found;
}
