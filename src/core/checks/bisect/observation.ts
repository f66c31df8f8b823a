import { clip, sameJson } from '../../../base/json.ts';
import type { Surface } from '../baseline/surface.ts';
import { driftOf } from '../baseline/drift.ts';
import type { Ignored } from '../model/checkFile.ts';
import type { CheckStatus } from '../model/checkResult.ts';
import { applyMask, findNoise, maskOf } from '../snapshot/noise.ts';

/** One check at one commit. */
export interface ObservedCheck {
  readonly status: CheckStatus;
  /** Why it is not as expected. */
  readonly reason?: string;
  readonly ms: number;
  /** Of each step that was run, without what belongs to one session. */
  readonly results: readonly unknown[];
}

/** What a server does at one commit. */
export interface Observation {
  /** It could not be started: why. */
  readonly failure?: string;
  readonly checks: Readonly<Record<string, ObservedCheck>>;
  readonly surface?: Surface;
}

export const changeKinds = ['result', 'surface', 'latency'] as const;
type ChangeKind = (typeof changeKinds)[number];

export interface Change {
  readonly kind: ChangeKind;
  /** A check, or a definition such as `tools/add`. */
  readonly subject: string;
  readonly message: string;
}

/** What differs between two runs of the same commit says nothing about another one. */
export function noiseBetween(first: Observation, second: Observation): ReadonlyMap<string, readonly Ignored[]> {
  const noise = Object.entries(first.checks).map(([id, { results }]) => {
    const again = second.checks[id]?.results ?? results;
    return [id, results.length === again.length ? findNoise(results, again) : []] as const;
  });
  return new Map(noise);
}

/** So many times slower, and by so much, is another class of latency. */
const slowerTimes = 3;
const slowerMs = 50;

export function changesBetween(
  good: Observation,
  here: Observation,
  noise: ReadonlyMap<string, readonly Ignored[]>,
): readonly Change[] {
  if (here.failure !== undefined && good.failure === undefined)
    return [{ kind: 'result', subject: 'server', message: `It does not start: ${here.failure}` }];
  const checks = Object.entries(good.checks).flatMap(([id, before]) => {
    const now = here.checks[id];
    return now ? resultChanges(id, before, now, noise.get(id) ?? []).concat(latencyChanges(id, before, now)) : [];
  });
  const drift = good.surface && here.surface ? driftOf(good.surface, here.surface) : [];
  return [
    ...checks,
    ...drift.map(({ class: kind, subject, message }) => ({
      kind: 'surface' as const,
      subject,
      message: `${message} (${kind})`,
    })),
  ];
}

function resultChanges(
  subject: string,
  before: ObservedCheck,
  now: ObservedCheck,
  noise: readonly Ignored[],
): readonly Change[] {
  if (before.status !== now.status) {
    const why = now.reason === undefined ? '' : `: ${now.reason}`;
    return [{ kind: 'result', subject, message: `It is ${now.status}, it was ${before.status}${why}` }];
  }
  const mask = maskOf(noise);
  if (sameJson(applyMask(before.results, mask), applyMask(now.results, mask))) return [];
  const shown = (value: unknown): string => clip(JSON.stringify(value), 200);
  const at = now.results.findIndex((result, index) => !sameJson(result, before.results[index]));
  const message = `Its result is ${shown(now.results[at])}, it was ${shown(before.results[at])}`;
  return [{ kind: 'result', subject, message }];
}

function latencyChanges(subject: string, before: ObservedCheck, now: ObservedCheck): readonly Change[] {
  if (now.ms < before.ms * slowerTimes || now.ms - before.ms < slowerMs) return [];
  const message = `It takes ${Math.round(now.ms)} ms, it took ${Math.round(before.ms)} ms`;
  return [{ kind: 'latency', subject, message }];
}
