import type { Drawn } from '../support/draw.ts';

/** The first click, cut into parts. */
export interface Phases {
  readonly 'until VS Code asked for the tree': number;
  readonly 'loading the app': number;
  readonly 'reading the configuration': number;
  readonly 'starting all else': number;
  readonly 'until the rows were drawn': number;
}

/** From the line that the app writes when it is ready; nothing while that is not there. */
export function phasesOf(log: string, { clickedAt, drawnAt }: Drawn): Phases | undefined {
  const line = log.split('\n').find((each) => each.includes('] ready '));
  const [time = ''] = /^\S+ \S+/.exec(line ?? '') ?? [];
  const readyAt = Date.parse(time.replace(' ', 'T'));
  const field = (name: string): number => Number(new RegExp(`${name}=(\\d+)`).exec(line ?? '')?.[1]);
  const [load, read, rest] = [field('loadMs'), field('readMs'), field('featuresMs')];
  if (Number.isNaN(readyAt + load + read + rest)) return undefined;
  return {
    'until VS Code asked for the tree': readyAt - load - read - rest - clickedAt,
    'loading the app': load,
    'reading the configuration': read,
    'starting all else': rest,
    'until the rows were drawn': drawnAt - readyAt,
  };
}
