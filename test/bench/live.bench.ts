// The log of traffic at its limit while more comes, beside an empty page that is sent the same messages.
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { type Bench, type Row, row } from './support/row.ts';
import { type TraceEvent, traceTasks } from './traffic/heartbeat.ts';

/** The gate stops a server that sends without a pause for longer than this takes, and forgives after a rest. */
const atOnce = 16_000;
const restMs = 1_000;
const fillings = 6;
const watched = 8_000;
const flood = {
  type: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, 'traffic/floodServer.mjs')],
};

/** A page of the same origin that listens and does nothing. */
async function openMirror(page: Page, browser: Browser): Promise<Page> {
  const mirror = await browser.newPage();
  await mirror.goto(new URL('/app.css', page.url()).href);
  await mirror.evaluate(() => addEventListener('message', () => {}));
  const evaluate = page.evaluate.bind(page) as (...args: readonly unknown[]) => Promise<unknown>;
  const both = (...args: readonly [never, never]): Promise<unknown> => {
    void mirror.evaluate(...args).catch(() => {}); // it is closing
    return evaluate(...args);
  };
  Object.assign(page, { evaluate: both });
  return mirror;
}

function longestMs(tasks: readonly TraceEvent[], isMeant: (task: TraceEvent) => boolean): number {
  return tasks.filter(isMeant).reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1_000;
}

/** Only ours runs scripts of ours. */
function ourProcesses(events: readonly TraceEvent[]): ReadonlySet<number> {
  return new Set(events.filter(({ args }) => args.data?.url?.endsWith('.js')).map(({ pid }) => pid));
}

export const live: Bench = {
  name: 'live log',
  inVscode: false,
  run: async (): Promise<Row[]> => {
    const { openPages } = await import('../webview/pageHost.ts'); // replaces vscode for all that is loaded after it
    await using host = await openPages({ servers: { flood } }, 'en');
    const { core, ports } = host.subject;
    ports.answer = 'Approve';
    await core.approve('flood');
    const send = (count: number) => core.server('flood').callTool('flood', { count });
    const page = await host.open('traffic');
    const browser = page.context().browser()!;
    await using mirror = await openMirror(page, browser);
    for (let at = 0; at < fillings; at++) {
      await send(atOnce);
      await page.getByTestId('traffic-counts').innerText();
      await rest(restMs);
    }
    const stop = await traceTasks(browser, mirror, 'devtools.timeline');
    await send(watched);
    const { tasks, events } = await stop();
    const pids = ourProcesses(events);
    const spec = { name: 'live log of 100,000 rows: longest task, processor time', unit: 'ms' };
    return [
      row(
        { ...spec, peerName: 'an empty page that is sent the same', limit: { ratio: 1.5, ours: 16 } },
        [longestMs(tasks, ({ pid }) => pids.has(pid))],
        [longestMs(tasks, ({ pid }) => !pids.has(pid))],
      ),
    ];
  },
};
