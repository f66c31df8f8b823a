import type { Frame, Locator } from 'playwright-core';
import { patienceMs } from './until.ts';
import { postToHost } from './webviewProbe.ts';

let selections = 7_000;

/** Chooses a tool through the contract: a click in a list of hundreds would first have to scroll to it. */
export async function choose(inspector: Frame, server: string, tool: string): Promise<void> {
  await postToHost(inspector, { kind: 'request', id: selections++, method: 'selection/set', params: { server, tool } });
  // With the server's name: a tool of the same name of another server may still be shown.
  const detail = `[data-testid=tool-detail][data-server="${server}"][data-tool="${tool}"]`;
  await inspector.locator(`${detail} [data-testid=tab-form]`).waitFor();
}

export function result(inspector: Frame): Locator {
  return inspector.locator('[data-testid=results] [data-testid=result]');
}

export async function ended(inspector: Frame, timeout = patienceMs): Promise<Locator> {
  await result(inspector).and(inspector.locator(':not([data-status=running])')).waitFor({ timeout });
  return result(inspector);
}

/** Goes to a part of a server. */
export async function show(inspector: Frame, server: string, part: string): Promise<void> {
  await postToHost(inspector, { kind: 'request', id: selections++, method: 'selection/set', params: { server } });
  await inspector.locator('[data-testid=server-header][data-state=connected]').waitFor();
  await inspector.getByTestId(`tab-${part}`).click();
}

export async function run(inspector: Frame, server: string, tool: string): Promise<Locator> {
  await choose(inspector, server, tool);
  await inspector.getByTestId('run').click();
  return result(inspector);
}

/** The first text of the result as it was sent: JSON is shown as a tree or a table at first, and only once. */
export async function textOf(inspector: Frame, timeout = patienceMs): Promise<string> {
  const block = (await ended(inspector, timeout)).getByTestId('content-text').first();
  await block.waitFor({ timeout });
  const toText = block.locator('[data-testid=as-text], .section-head button[aria-expanded=false]');
  if ((await toText.count()) > 0) await toText.first().click({ timeout });
  return (await block.locator('pre.block-text').first().textContent({ timeout })) ?? '';
}

/** Chooses what is behind a "…" button. */
export async function chooseInMenu(frame: Frame, menu: string, item: string): Promise<void> {
  await frame.getByTestId(menu).click();
  await frame.getByTestId(item).click();
}

/** Wholly, and not scrolled out. */
export function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= window.innerHeight;
  });
}
