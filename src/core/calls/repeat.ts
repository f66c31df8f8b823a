import type { CallOutcome, RepeatView } from '../../contract/calls.ts';
import type { Clock } from '../ports/ports.ts';
import { latencyOf } from './latency.ts';

export interface RepeatOptions {
  readonly times: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

const tellMs = 100;

/** Runs the same call many times with limited concurrency; reports progress and returns the first failure or the last outcome. */
export async function repeat(
  options: RepeatOptions,
  run: () => Promise<CallOutcome>,
  update: (view: RepeatView) => void,
): Promise<CallOutcome> {
  const { times, concurrency, signal, clock } = options;
  const samples: number[] = [];
  const begin = clock.monotonicMs();
  let [started, errors, toldAt] = [0, 0, begin];
  let [failure, last]: (CallOutcome | undefined)[] = [];

  const view = (): RepeatView => {
    const latency = latencyOf(samples);
    const seconds = (clock.monotonicMs() - begin) / 1_000;
    const perSecond = seconds > 0 ? samples.length / seconds : 0;
    return { times, concurrency, done: samples.length, errors, perSecond, ...(latency && { latency }) };
  };
  const lane = async (): Promise<void> => {
    while (started < times && !signal.aborted) {
      started++;
      last = await run();
      if (last.status === 'cancelled') return;
      samples.push(last.durationMs);
      if (last.status !== 'ok') errors++;
      if (last.status !== 'ok') failure ??= last;
      if (clock.monotonicMs() - toldAt < tellMs) continue;
      toldAt = clock.monotonicMs();
      update(view());
    }
  };
  update(view());
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, times)) }, lane));
  update(view());
  const durationMs = clock.monotonicMs() - begin;
  const shown = failure ?? last ?? { status: 'cancelled' as const, content: [], durationMs };
  return { ...shown, durationMs };
}
