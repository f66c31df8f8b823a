import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { inWindow } from './support/window.ts';

/** The palette without the mouse. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').waitFor();
  await page.keyboard.type(title);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
  await page.keyboard.press('Enter');
}

function isIn(view: Frame, selector: string): Promise<boolean> {
  return view.evaluate((wanted) => (document.activeElement?.closest(wanted) ?? undefined) !== undefined, selector);
}

/** Presses a key until the focus is where it is wanted; each press is waited for, since the page moves the focus later. */
async function pressUntil(page: Page, view: Frame, key: string, selector: string): Promise<void> {
  const isThere = (): Promise<boolean> => isIn(view, selector);
  for (let presses = 0; presses < 40 && !(await isThere()); presses++) {
    const before = await view.evaluateHandle(() => document.activeElement);
    await page.keyboard.press(key);
    const hasMoved = (): Promise<boolean> => view.evaluate((last) => document.activeElement !== last, before);
    await until(hasMoved, `${key} to move the focus`, 2_000).catch(() => {}); // a part inside an element has moved it
  }
  assert.ok(await isThere(), `${key} leads to ${selector}`);
}

async function pressUntilRow(page: Page, key: string, row: string): Promise<void> {
  const focused = page.locator('.part.sidebar .monaco-list-row.focused', { hasText: row });
  for (let presses = 0; presses < 10 && (await focused.count()) === 0; presses++) await page.keyboard.press(key);
  await focused.waitFor({ timeout: 5_000 });
}

test(
  'without a mouse, from a new window to the result of a tool',
  inWindow({}, async (window, step) => {
    const { page, workbench } = window;
    const switchboard = new Switchboard(window);
    const row = switchboard.serverRow('notes').first();

    await step('a server is approved and started', async () => {
      await command(page, 'MCP Switchboard: Focus on Servers View');
      await row.filter({ hasText: 'Needs your approval' }).waitFor();
      await command(page, 'MCP Switchboard: Approve and Start');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'notes' }).waitFor();
      await page.keyboard.type('notes');
      await page.keyboard.press('Enter');
      await workbench.dialog().waitFor();
      await page.keyboard.press('Enter');
      await row.filter({ hasText: '2 tools' }).waitFor();
    });

    await step('the tree leads to one of its tools in the Inspector', async () => {
      await command(page, 'MCP Switchboard: Focus on Servers View');
      await page.locator('.part.sidebar .monaco-list:focus').waitFor();
      await pressUntilRow(page, 'ArrowDown', 'notes');
      await page.keyboard.press('ArrowRight');
      await switchboard.serverRow('find_notes').waitFor();
      await pressUntilRow(page, 'ArrowDown', 'find_notes');
      await page.keyboard.press('Enter');
      const inspector = await findWebview(page, '[data-testid=inspector]');
      await inspector.locator('[data-testid=tool-detail][data-tool=find_notes]').waitFor();
    });

    await step('in the Inspector a tool is found, filled in and run, and its result reached', async () => {
      await command(page, 'MCP Switchboard: Focus on Inspector View');
      const inspector = await findWebview(page, '[data-testid=inspector]');
      await until(() => inspector.evaluate(() => document.hasFocus()), 'the focus');
      await page.keyboard.press('Alt+ArrowLeft');
      await page.keyboard.press('Control+f');
      await until(() => isIn(inspector, '.list-head'), 'the search field');
      await page.keyboard.type('add');
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      await inspector.locator('[data-testid=tool-detail][data-tool=add_note]').waitFor();
      await until(() => isIn(inspector, '[data-field] vscode-text-field'), 'the cursor in the form');
      await page.keyboard.type('by keyboard');
      const field = inspector.locator('[data-field] vscode-text-field').first();
      await until(() => field.evaluate((element) => 'value' in element && element.value === 'by keyboard'), 'the text');
      const first = await field.evaluateHandle((element) => element.closest('[data-field]'));
      await page.keyboard.press('Tab');
      const isOut = (): Promise<boolean> =>
        inspector.evaluate((box) => document.activeElement?.closest('[data-field]') !== box, first);
      await until(isOut, 'a field to be one stop for Tab');
      await pressUntil(page, inspector, 'Shift+Tab', '[data-field] vscode-text-field');
      await page.keyboard.press('Control+.');
      await until(() => isIn(inspector, '[data-inner]'), 'the actions of the field');
      await page.keyboard.press('Escape');
      await until(() => isIn(inspector, '[data-field] vscode-text-field'), 'the way back to the field');
      await page.keyboard.press('Control+Enter');
      await inspector.locator('[data-testid=results] [data-testid=result][data-status=ok]').waitFor();
      await pressUntil(page, inspector, 'Tab', '[data-testid=results]');
      await keepPicture(window.page, 'keyboard');
    });
  }),
);
