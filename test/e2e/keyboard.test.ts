import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { projectRoot } from '../support/sources.ts';
import { Actions } from './support/actions.ts';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

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

function untilIn(view: Frame, selector: string): Promise<boolean> {
  return until(() => isIn(view, selector), `the focus in ${selector}`, 20_000);
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

/** From row to row of Traffic. */
async function pressUntilSelected(page: Page, traffic: Frame, key: string, row: string): Promise<void> {
  const selected = traffic.locator('[role=row].is-selected');
  await selected.waitFor();
  for (let presses = 0; presses < 3 && (await selected.and(traffic.locator(row)).count()) === 0; presses++) {
    const before = await selected.getAttribute('data-seq');
    await page.keyboard.press(key);
    await until(async () => (await selected.getAttribute('data-seq')) !== before, 'another row');
  }
  await selected.and(traffic.locator(row)).waitFor({ timeout: 5_000 });
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly switchboard: Switchboard;
}

/** Puts a server on the clipboard, as a README offers it. */
function copy({ driver }: Window, name: string, ...args: readonly string[]): Promise<unknown> {
  const text = JSON.stringify({ mcpServers: { [name]: { command: 'node', args } } });
  return driver.run((vscode, copied) => vscode.env.clipboard.writeText(copied), text);
}

/** Up to the question whether it may run. */
async function paste({ page, workbench }: Window, actions: Actions): Promise<void> {
  const focused = page.locator('.quick-input-list .monaco-list-row.focused');
  await actions.do('Add Server…', () => command(page, 'MCP Switchboard: Add Server…'));
  await focused.filter({ hasText: 'Known Servers' }).waitFor();
  await actions.do('ArrowDown', () => page.keyboard.press('ArrowDown'));
  await focused.filter({ hasText: 'From Clipboard' }).waitFor();
  await actions.do('Enter', () => page.keyboard.press('Enter'));
  await focused.filter({ hasText: '.vscode/mcp.json' }).waitFor();
  await actions.do('Enter', () => page.keyboard.press('Enter'));
  await workbench.dialog().locator('.monaco-button:focus').waitFor();
  await actions.do('Enter', () => page.keyboard.press('Enter'));
}

async function firstResult({ window, step, switchboard }: Scenario): Promise<void> {
  const { page, folder } = window;
  await step('from an empty folder to the first result of a pasted server', async () => {
    await copy(window, 'notes', join(folder, 'servers/notes.mjs'));
    const actions = new Actions();
    await paste(window, actions);
    await switchboard.serverRow('notes').first().filter({ hasText: '2 tools' }).waitFor();
    const inspector = await findWebview(page, '[data-testid=inspector]');
    await inspector.locator('[role=option][data-tool=find_notes]').waitFor();
    await until(() => inspector.evaluate(() => document.hasFocus()), 'the focus in the Inspector');
    await actions.do('Ctrl+F', () => page.keyboard.press('Control+f'));
    await untilIn(inspector, '.list-head');
    await actions.do('find', () => page.keyboard.type('find'));
    await until(async () => (await inspector.locator('[role=option][data-tool]').count()) === 1, 'the tool alone');
    await actions.do('Enter', () => page.keyboard.press('Enter'));
    await untilIn(inspector, '[data-field] vscode-text-field');
    await keepPicture(page, 'keyboard-form');
    await actions.do('Ctrl+Enter', () => page.keyboard.press('Control+Enter'));
    await inspector.locator('[data-testid=result][data-status=ok]', { hasText: 'Order more tea' }).waitFor();
    actions.expect('firstResultKeys');
  });
}

async function readTraffic({ window, step }: Scenario): Promise<void> {
  const { page } = window;
  await step('from that result to its row in Traffic, its body and back', async () => {
    const actions = new Actions();
    await actions.do('Show Traffic', () => command(page, 'MCP Switchboard: Show Traffic'));
    const traffic = await findWebview(page, '[data-testid=traffic]');
    await untilIn(traffic, '[data-testid=traffic-rows]');
    await traffic.locator('[role=row][data-method="tools/call"]').waitFor();
    await actions.do('End', () => page.keyboard.press('End'));
    // Its sources are in the workspace: lint lists its tools twice after a start, and may be at it still.
    await pressUntilSelected(page, traffic, 'ArrowUp', '[data-method="tools/call"]');
    await traffic.getByTestId('frame-body').waitFor();
    await actions.do('Enter', () => page.keyboard.press('Enter'));
    await untilIn(traffic, '[data-testid=frame-body]');
    await keepPicture(page, 'keyboard-body');
    await actions.do('Escape', () => page.keyboard.press('Escape'));
    await untilIn(traffic, '[data-testid=traffic-rows]');
    actions.expect('trafficKeys');
  });

  await step('the filter of Traffic is reached, and left for what it found', async () => {
    const traffic = await findWebview(page, '[data-testid=traffic]');
    await page.keyboard.press('Control+f');
    await untilIn(traffic, '.traffic-filter');
    await page.keyboard.type('tool:find_notes ');
    await until(async () => (await traffic.locator('[data-seq]').count()) === 1, 'the call alone');
    await page.keyboard.press('Escape'); // closes what is suggested
    await page.keyboard.press('ArrowDown');
    await untilIn(traffic, '[data-testid=traffic-rows]');
    await page.keyboard.press('ArrowDown');
    await traffic.locator('[role=row].is-selected').waitFor();
    await page.keyboard.press('Shift+F10');
    await traffic.locator('.menu:popover-open').getByTestId('row-copy').waitFor();
    await keepPicture(page, 'keyboard-menu');
    await page.keyboard.press('Escape');
  });
}

async function useTree({ window, step, switchboard }: Scenario): Promise<void> {
  const { page } = window;
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
    await until(() => inspector.evaluate(() => document.hasFocus()), 'the focus in the Inspector');
    await untilIn(inspector, '[data-field] vscode-text-field');
  });
}

async function useForm({ window, step }: Scenario): Promise<void> {
  const { page } = window;
  await step('in the Inspector a tool is found, filled in and run, and its result reached', async () => {
    await command(page, 'MCP Switchboard: Focus on Inspector View');
    const inspector = await findWebview(page, '[data-testid=inspector]');
    await until(() => inspector.evaluate(() => document.hasFocus()), 'the focus');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Control+f');
    await untilIn(inspector, '.list-head');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('add');
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await inspector.locator('[data-testid=tool-detail][data-tool=add_note]').waitFor();
    await untilIn(inspector, '[data-field] vscode-text-field');
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
    await untilIn(inspector, '[data-inner]');
    await page.keyboard.press('Escape');
    await untilIn(inspector, '[data-field] vscode-text-field');
    await page.keyboard.press('Control+Enter');
    await inspector.locator('[data-testid=results] [data-testid=result][data-status=ok]').waitFor();
    await pressUntil(page, inspector, 'Tab', '[data-testid=results]');
    await keepPicture(page, 'keyboard');
  });

  await step('the page of the server and the history of calls are a key away', async () => {
    const inspector = await findWebview(page, '[data-testid=inspector]');
    await page.keyboard.press('Alt+6');
    await inspector.getByTestId('server-page').waitFor();
    await keepPicture(page, 'keyboard-server');
    await page.keyboard.press('Alt+7');
    await inspector.getByTestId('history-row').first().waitFor();
    await page.keyboard.press('Alt+1');
  });
}

async function answerAndRead({ window, step, switchboard }: Scenario): Promise<void> {
  const { page } = window;
  await step('a question of a server is answered', async () => {
    await copy(window, 'asking', join(projectRoot, 'test/fixtures/client-requests/server.mjs'));
    await paste(window, new Actions());
    await switchboard
      .serverRow('asking')
      .first()
      .filter({ hasText: /\d+ tools/ })
      .waitFor();
    const inspector = await findWebview(page, '[data-testid=inspector]');
    await inspector.locator('[role=option][data-tool=ask_form]').waitFor();
    await until(() => inspector.evaluate(() => document.hasFocus()), 'the focus in the Inspector');
    await page.keyboard.press('Control+t');
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    const field = page.locator('.quick-input-widget input[type=text]').first();
    await until(() => field.evaluate((input) => document.activeElement === input), 'the cursor in the list');
    await page.keyboard.type('ask_form');
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'ask_form' }).waitFor();
    await page.keyboard.press('Enter');
    await inspector.locator('[data-testid=tool-detail][data-tool=ask_form]').waitFor();
    await untilIn(inspector, '[data-region=detail]');
    await page.keyboard.press('Control+Enter');
    await inspector.getByTestId('client-request').waitFor();
    await pressUntil(page, inspector, 'Tab', '[data-testid=client-request] [data-field="/name"] vscode-text-field');
    await page.keyboard.type('Ada');
    await keepPicture(page, 'keyboard-question');
    await page.keyboard.press('Control+Enter');
    await inspector.locator('[data-testid=result][data-status=ok]', { hasText: 'Ada' }).waitFor();
  });

  await step('a pattern of the knowledge base is found and read', async () => {
    await command(page, 'MCP Switchboard: Show Threat Knowledge Base');
    const view = await findWebview(page, '[data-testid=knowledge]');
    await untilIn(view, '[data-testid=knowledge-search]');
    await page.keyboard.type('tmkb-authz-001');
    const first = view.locator('[role=option][data-pattern]').first();
    await until(
      async () => (await first.getAttribute('data-pattern')) === 'TMKB-AUTHZ-001',
      'the pattern before others',
    );
    await page.keyboard.press('ArrowDown');
    await untilIn(view, '[data-testid=pattern-list]');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await view.locator('[data-testid=pattern][data-pattern="TMKB-AUTHZ-001"]').waitFor();
    await keepPicture(page, 'keyboard-knowledge');
  });
}

test(
  'without a mouse, from an empty folder through the main parts of the product',
  inWindow(
    { height: 1000, arrange: (folder) => rmSync(join(folder, '.vscode'), { recursive: true }) },
    async (window, step) => {
      const scenario: Scenario = { window, step, switchboard: new Switchboard(window) };
      await firstResult(scenario);
      await readTraffic(scenario);
      await useTree(scenario);
      await useForm(scenario);
      await answerAndRead(scenario);
    },
  ),
);
