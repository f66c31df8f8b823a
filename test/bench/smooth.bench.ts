// Large things in the real Inspector: the longest task of the page while they come, are sorted, searched and scrolled.
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { approveAndStart } from '../e2e/support/servers.ts';
import { Switchboard } from '../e2e/support/switchboard.ts';
import { currentBrowser } from '../e2e/support/testWorkbench.ts';
import { choose, ended } from '../e2e/support/toolCalls.ts';
import { findWebview } from '../e2e/support/webview.ts';
import { type Window, withWindow } from '../e2e/support/window.ts';
import { withServers } from './inspector/ours.ts';
import { type Bench, type Row, row } from './support/row.ts';
import { watchPage } from './smooth/pageTasks.ts';
import { writeRecording } from './smooth/recording.ts';

const server = 'large';
const any = Number.POSITIVE_INFINITY;

type Journeys = Readonly<Record<string, (page: Frame) => Promise<void>>>;

/** What a user does with a large result; each ends when its outcome is on the screen. */
const results: Journeys = {
  '100,000 rows: called': (inspector) => call(inspector, 'rows'),
  '100,000 rows: loaded as a table': async (inspector) => {
    await inspector.getByTestId('load-all').click();
    await inspector.getByTestId('tree-partial').waitFor({ state: 'detached', timeout: 60_000 });
    await inspector.getByTestId('as-table').click();
    await inspector.locator('[data-testid=record-rows] [aria-rowindex="2"]').waitFor();
  },
  '100,000 rows: sorted by name': async (inspector) => {
    await inspector.locator('[data-sort=name]').click();
    const first = inspector.locator('[data-testid=record-rows] [aria-rowindex="2"]');
    await first.filter({ hasText: 'ash' }).waitFor();
  },
  '100,000 rows: scrolled': (inspector) => scroll(inspector, '[data-testid=record-rows]'),
  '100,000 names: called': (inspector) => call(inspector, 'names'),
  '100,000 names: loaded as a tree': async (inspector) => {
    await inspector.getByTestId('load-all').click();
    await inspector.getByTestId('tree-partial').waitFor({ state: 'detached', timeout: 60_000 });
  },
  '100,000 names: searched': (inspector) => search(inspector, 'tree-find', 'willow 99'),
  '100,000 names: scrolled': (inspector) => scroll(inspector, '.json-rows'),
  '20 MB of text: called': (inspector) => call(inspector, 'text'),
  '20 MB of text: loaded': async (inspector) => {
    await inspector.getByTestId('load-all').click();
    await inspector.getByTestId('text-rest').waitFor({ state: 'detached', timeout: 60_000 });
  },
  '20 MB of text: searched': (inspector) => search(inspector, 'text-find', 'line 399999'),
  '20 MB of text: scrolled': (inspector) => scroll(inspector, '[data-testid=text-lines]'),
  'a result 400 levels deep: called': (inspector) => call(inspector, 'deep'),
  'a result 400 levels deep: searched': (inspector) => search(inspector, 'tree-find', 'needle'),
};

/** The bodies of those calls. */
const bodies: Journeys = {
  'a body of 2 MB: opened': (traffic) => openBody(traffic, 'names'),
  'a body of 2 MB: loaded': async (traffic) => {
    await traffic.getByTestId('load-all').click();
    await traffic.getByTestId('tree-partial').waitFor({ state: 'detached', timeout: 60_000 });
  },
  'a body of more than 4 MB: opened': (traffic) => openBody(traffic, 'rows'),
};

const recorded: Journeys = {
  '100,000 frames: opened': (traffic) => traffic.locator('[data-seq]').first().waitFor(),
};

async function openBody(traffic: Frame, tool: string): Promise<void> {
  await traffic.locator('[data-testid=traffic-filter] input').fill(`tool:${tool}`);
  await traffic.locator('[data-testid=traffic-rows] [data-seq]').first().click();
  await traffic.getByTestId('frame-body').waitFor();
}

async function call(inspector: Frame, tool: string): Promise<void> {
  await choose(inspector, server, tool);
  await inspector.getByTestId('run').click();
  await (await ended(inspector, 60_000)).locator('[role=treeitem], [aria-rowindex="2"], pre').first().waitFor();
}

async function search(inspector: Frame, toggle: string, words: string): Promise<void> {
  await inspector.getByTestId(toggle).click();
  await inspector.locator('[role=search] input').fill(words);
  await inspector.locator('[role=search] [role=status]', { hasText: /^1 of/ }).waitFor({ timeout: 60_000 });
}

/** From end to end in forty steps, one in each frame. */
function scroll(inspector: Frame, list: string): Promise<void> {
  return inspector.evaluate(async (selector) => {
    const rows = document.querySelector(selector);
    if (!rows) throw new Error(`no ${selector}`);
    for (let step = 0; step <= 40; step++) {
      rows.scrollTop = (rows.scrollHeight * step) / 40;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, list);
}

async function longestTaskMs(name: string, window: Window, body: () => Promise<void>): Promise<number> {
  const stop = await watchPage(await currentBrowser(), window.page);
  await body();
  const { cpuMs, what } = await stop();
  console.log(`  ${name}: ${cpuMs.toFixed(1)} ms (${what})`);
  return cpuMs;
}

async function measure(window: Window, page: Frame, journeys: Journeys): Promise<Row[]> {
  const idle = await longestTaskMs('at rest', window, () => window.page.waitForTimeout(1_000));
  const rows: Row[] = [];
  for (const [name, journey] of Object.entries(journeys)) {
    const ours = await longestTaskMs(name, window, () => journey(page));
    const spec = { name: `${name}: longest task, processor time`, unit: 'ms', peerName: 'the window at rest' };
    rows.push(row({ ...spec, limit: { ratio: any, ours: 16 } }, [ours], [idle]));
  }
  return rows;
}

async function openRecording({ driver, page, folder }: Window): Promise<Frame> {
  const file = join(folder, 'large.mcptrace');
  await writeRecording(file, 100_000);
  await driver.run(async (vscode, path) => {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
  }, file);
  return findWebview(page, '[data-testid=traffic][data-kind=recording]');
}

export const smooth: Bench = {
  name: 'smooth',
  inVscode: true,
  run: () => {
    const arrange = withServers({ [server]: [join(import.meta.dirname, 'smooth/largeServer.mjs')] });
    return withWindow('large results', { arrange, width: 1400 }, async (window): Promise<Row[]> => {
      const switchboard = new Switchboard(window);
      const inspector = await switchboard.inspector();
      await approveAndStart(window, server);
      return [
        ...(await measure(window, inspector, results)),
        ...(await measure(window, await switchboard.traffic(), bodies)),
        ...(await measure(window, await openRecording(window), recorded)),
      ];
    });
  },
};
