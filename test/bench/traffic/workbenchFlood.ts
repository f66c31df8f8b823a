import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { currentBrowser } from '../../e2e/support/testWorkbench.ts';
import type { Driver } from '../../e2e/support/driver.ts';
import { approveAndStart } from '../../e2e/support/servers.ts';
import { Switchboard } from '../../e2e/support/switchboard.ts';
import { until } from '../../e2e/support/until.ts';
import { findWebview } from '../../e2e/support/webview.ts';
import { type Window, withWindow } from '../../e2e/support/window.ts';
import { type Stalls, watchTasks } from './heartbeat.ts';

export interface WorkbenchFlood {
  readonly view: Stalls;
  readonly idleView: Stalls;
  /** The longest time without a response of the extension host. */
  readonly hostMs: number;
  readonly idleHostMs: number;
  readonly heapMb: number;
  readonly heapBeforeMb: number;
  /** Frames that the view can show, and those that are gone. */
  readonly kept: number;
  readonly dropped: number;
  /** From the last letter of a query to its first rows, and to the end of the search, in processor time. */
  readonly filterFirstMs: number;
  readonly filterAllMs: number;
}

const server = join(import.meta.dirname, 'floodServer.mjs');

function arrange(folder: string): void {
  const flood = { type: 'stdio', command: process.execPath, args: [server] };
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { flood } }));
}

/** A timer of 1 ms in the extension host: what the thread did between two of them is how long others waited. */
function watchHost(driver: Driver): Promise<void> {
  return driver.run(() => {
    const spent = (): number => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1_000;
    };
    const watch = { last: spent(), longestMs: 0, timer: undefined as ReturnType<typeof setInterval> | undefined };
    watch.timer = setInterval(() => {
      const now = spent();
      watch.longestMs = Math.max(watch.longestMs, now - watch.last);
      watch.last = now;
    }, 1);
    (globalThis as { floodWatch?: typeof watch }).floodWatch = watch;
  });
}

function hostStallMs(driver: Driver): Promise<number> {
  return driver.run(() => {
    const { floodWatch } = globalThis as { floodWatch?: { longestMs: number; timer: ReturnType<typeof setInterval> } };
    clearInterval(floodWatch?.timer);
    return floodWatch?.longestMs ?? Number.NaN;
  });
}

async function heapMb({ page }: Window, frame: Frame): Promise<number> {
  const session = await page
    .context()
    .newCDPSession(frame)
    .catch(() => page.context().newCDPSession(page));
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  await session.detach();
  return usedSize / 1_048_576;
}

async function startServer(window: Window, switchboard: Switchboard): Promise<Frame> {
  await switchboard.open();
  const row = switchboard.serverRow('flood').first();
  await approveAndStart(window, 'flood');
  await row.filter({ hasText: /1 tool/ }).waitFor();
  await row.click();
  await switchboard.serverRow('flood').nth(1).click(); // its tool of the same name
  const inspector = await switchboard.inspector();
  await inspector.locator('[data-testid=tool-detail][data-tool=flood]').waitFor();
  return inspector;
}

async function quiet(window: Window): Promise<Pick<WorkbenchFlood, 'idleView' | 'idleHostMs'>> {
  const stop = await watchTasks(await currentBrowser(), window.page);
  await watchHost(window.driver);
  await window.page.waitForTimeout(3_000);
  return { idleView: await stop(), idleHostMs: await hostStallMs(window.driver) };
}

async function countsOf(traffic: Frame): Promise<{ kept: number; dropped: number; toLoad: number }> {
  const text = await traffic.getByTestId('traffic-counts').innerText();
  const number = (words: RegExp): number => Number(words.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
  return { kept: number(/^([\d,]+)/), dropped: number(/([\d,]+) dropped/), toLoad: number(/([\d,]+) to load/) };
}

/** Types a query and waits, within the page, until it has found something, or everything. */
function filter(traffic: Frame, query: string, wanted: 'first' | 'all'): Promise<void> {
  return traffic.evaluate(
    async ([text, until]) => {
      const input = document.querySelector('[data-testid=traffic-filter]')?.shadowRoot?.querySelector('input');
      const counts = document.querySelector('[data-testid=traffic-counts]');
      if (!input || !counts) throw new Error('no filter');
      const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      while (!/^[1-9][\d,]* of/.test(counts.textContent ?? '')) await turn();
      const isOver = (): boolean => until === 'first' || counts.textContent?.includes('Searching') === false;
      while (!isOver()) await turn();
    },
    [query, wanted] as const,
  );
}

/** What the page's main thread spent on it. */
async function filterCpuMs({ page }: Window, traffic: Frame, query: string, wanted: 'first' | 'all'): Promise<number> {
  await traffic.getByRole('textbox', { name: 'Filter traffic' }).fill('');
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spentMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const before = await spentMs();
  await filter(traffic, query, wanted);
  const spent = (await spentMs()) - before;
  await session.detach();
  return spent;
}

/** A flood of notifications with the traffic view open, in a real VS Code window. */
export function floodWorkbench(count: number): Promise<WorkbenchFlood> {
  return withWindow('a flood', { arrange, width: 1600, height: 1000 }, async (window) => {
    const switchboard = new Switchboard(window);
    const inspector = await startServer(window, switchboard);
    const traffic = await switchboard.traffic();
    await traffic.locator('[data-seq]').first().waitFor();
    const idle = await quiet(window);
    const heapBeforeMb = await heapMb(window, traffic);
    await inspector.locator('[data-field="/count"] input').fill(String(count));
    const stop = await watchTasks(await currentBrowser(), window.page);
    await watchHost(window.driver);
    await inspector.getByTestId('run').click();
    await inspector.locator('[data-testid=result]:not([data-status=running])').first().waitFor({ timeout: 120_000 });
    await until(async () => {
      const { kept, toLoad } = await countsOf(traffic);
      return kept >= Math.min(count, 100_000) && toLoad === 0;
    }, 'every frame in the view');
    const [view, hostMs] = [await stop(), await hostStallMs(window.driver)];
    const heap = await heapMb(window, await findWebview(window.page, '[data-testid=traffic]'));
    const { kept, dropped } = await countsOf(traffic);
    const filterFirstMs = await filterCpuMs(window, traffic, 'number 99', 'first');
    const filterAllMs = await filterCpuMs(window, traffic, 'number 98', 'all');
    return { view, hostMs, ...idle, heapMb: heap, heapBeforeMb, kept, dropped, filterFirstMs, filterAllMs };
  });
}
