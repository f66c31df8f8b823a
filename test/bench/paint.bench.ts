import type { Driver } from '../e2e/support/driver.ts';
import { extensionId } from '../e2e/support/extension.ts';
import { findWebview } from '../e2e/support/webview.ts';
import { type Window, withWindow } from '../e2e/support/window.ts';
import { type Bench, type Row, row } from './support/row.ts';

const rounds = 24;
const empty = { name: '', command: 'plainTreeBench.page', content: '[data-page=empty]' };
const pages = [
  { name: 'Inspector', command: 'mcpSwitchboard.openInspector', content: '[data-testid=inspector]' },
  { name: 'Threat Knowledge Base', command: 'mcpSwitchboard.openKnowledge', content: '[data-testid=knowledge]' },
  { name: 'MCP Traffic History', command: 'mcpSwitchboard.openAllTraffic', content: '[data-testid=traffic]' },
] as const;

/** Answers with the time at which the command was given: the page's clock is of the same machine. */
function open(driver: Driver, command: string): Promise<number> {
  return driver.run((vscode, name) => {
    const start = Date.now();
    return vscode.commands.executeCommand(name).then(() => start);
  }, command);
}

/** From the command that opens a page in an editor to the first thing on its screen. */
async function firstPaint({ driver, page }: Window, what: { readonly command: string; readonly content: string }) {
  const start = await open(driver, what.command);
  const frame = await findWebview(page, what.content);
  const painted = await frame.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [first] = list.getEntriesByName('first-contentful-paint');
          if (first) resolve(performance.timeOrigin + first.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  await page.evaluate(untilIdle); // what one page leaves to do is not paid by the next
  return painted - start;
}

/** Runs in the workbench. */
async function untilIdle(): Promise<void> {
  for (let calm = 0; calm < 3; calm++) await new Promise((resolve) => requestIdleCallback(resolve));
}

/** Both extensions awake and each page shown once, so that only the page is measured. */
async function warmUp(window: Window): Promise<void> {
  await window.driver.run(async (vscode, id) => {
    const api = await vscode.extensions.getExtension<{ getTools(): Promise<unknown[]> }>(id)?.activate();
    await api?.getTools();
  }, extensionId);
  for (const what of [empty, ...pages]) await firstPaint(window, what);
}

/** All in turns, forth and back and each round beginning with another one; a second empty page tells what is noise. */
async function paintAll(window: Window): Promise<Row[]> {
  await warmUp(window);
  const all = [empty, { ...empty }, ...pages];
  const times = all.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (let step = 0; step < all.length; step++) {
      const at = (round + (round % 2 === 0 ? step : all.length - step)) % all.length;
      times[at]!.push(await firstPaint(window, all[at]!));
    }
  const [peer = [], again = [], ...ours] = times;
  const spec = { unit: 'ms', peerName: 'an empty webview' };
  return [
    ...pages.map(({ name }, at) =>
      row({ ...spec, name: `first paint of the ${name}`, limit: { ratio: 1.2 } }, ours[at]!, peer),
    ),
    row({ ...spec, name: '(first paint of another empty webview)', limit: undefined }, again, peer),
  ];
}

export const paint: Bench = {
  name: 'paint',
  inVscode: true,
  run: () => withWindow('bench of the first paint', {}, paintAll),
};
