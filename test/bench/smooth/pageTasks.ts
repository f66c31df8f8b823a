import type { Browser, Page } from 'playwright-core';
import { type TraceEvent, traceTasks } from '../traffic/heartbeat.ts';

/** The longest task in which our page ran or was laid out, in processor time, and what it was busy with. */
interface LongestTask {
  readonly cpuMs: number;
  readonly what: string;
}

const ourScripts = /\/webview\/(?:chunks\/)?[\w.-]+\.js/;

/** All webviews share the workbench's thread: tasks that ran only scripts of the workbench are not ours. */
export async function watchPage(browser: Browser, page: Page): Promise<() => Promise<LongestTask>> {
  const stop = await traceTasks(browser, page, 'devtools.timeline', 'v8');
  return async () => {
    const { tasks, events } = await stop();
    const inner = events.filter(({ name, dur = 0 }) => name !== 'RunTask' && dur > 0);
    const found = tasks
      .toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
      .slice(0, 50)
      .map((task) => ({ task, inside: inner.filter((event) => isWithin(event, task)) }))
      .find(({ inside }) => isOurs(inside));
    return { cpuMs: (found?.task.tdur ?? 0) / 1_000, what: found ? describe(found.inside) : '' };
  };
}

function isWithin(event: TraceEvent, { pid, tid, ts, dur = 0 }: TraceEvent): boolean {
  return event.pid === pid && event.tid === tid && event.ts >= ts && event.ts + (event.dur ?? 0) <= ts + dur;
}

function isOurs(inside: readonly TraceEvent[]): boolean {
  const urls = inside.flatMap(({ args }) => args.data?.url ?? []);
  return urls.length === 0 || urls.some((url) => ourScripts.test(url));
}

function describe(inside: readonly TraceEvent[]): string {
  const sums = new Map<string, number>();
  for (const { name, dur = 0, args } of inside) {
    const data = args.data as { url?: string; functionName?: string; lineNumber?: number } | undefined;
    const key =
      data?.url === undefined
        ? name
        : `${name} ${data.functionName ?? ''} ${data.url.split('/').at(-1)}:${data.lineNumber}`;
    sums.set(key, (sums.get(key) ?? 0) + dur / 1_000);
  }
  const most = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, 7);
  return most.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ');
}
