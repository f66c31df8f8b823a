import type { Browser, Page } from 'playwright-core';

/** What a browser's main threads were busy with in one go. */
export interface Stalls {
  /** The longest task, in the processor time that it took: other programs on the machine do not count. */
  readonly cpuMs: number;
  /** The same in wall-clock time, as a user perceives it. */
  readonly wallMs: number;
  /** All tasks of more than 50 ms of processor time together. */
  readonly blockedMs: number;
}

export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string } };
}

interface Trace {
  /** Of the main threads of all renderers. */
  readonly tasks: readonly TraceEvent[];
  readonly events: readonly TraceEvent[];
}

/** Traces every renderer from now on; the returned function ends it. */
export async function traceTasks(browser: Browser, page: Page, ...more: string[]): Promise<() => Promise<Trace>> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata', ...more] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const main = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const events = traceEvents.filter(({ pid, tid }) => main.has(`${pid} ${tid}`));
    return { tasks: events.filter(({ name }) => name === 'RunTask'), events };
  };
}

/** Traces every renderer's main thread from now on; the returned function ends it and gives the longest task. */
export async function watchTasks(browser: Browser, page: Page): Promise<() => Promise<Stalls>> {
  const stop = await traceTasks(browser, page);
  return async () => {
    const { tasks } = await stop();
    const longest = (key: 'dur' | 'tdur'): number => tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0);
    const long = tasks.filter(({ tdur = 0 }) => tdur > 50_000);
    return {
      cpuMs: longest('tdur') / 1_000,
      wallMs: longest('dur') / 1_000,
      blockedMs: long.reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0),
    };
  };
}
