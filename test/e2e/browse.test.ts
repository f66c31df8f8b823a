import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame, Locator, Page } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { accessibilityProblems } from './support/accessibility.ts';
import { cutOff } from './support/layout.ts';
import { looksOf } from './support/looks.ts';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { setTheme, themes } from './support/theme.ts';
import { show } from './support/toolCalls.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const fixtures = join(repoRoot, 'test/fixtures');
const everything = join(fixtures, 'servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const appServer = join(fixtures, 'browse/appServer.mjs');

function configure(folder: string): void {
  const servers = {
    everything: { type: 'stdio', command: process.execPath, args: [everything, 'stdio'] },
    weather: { type: 'stdio', command: process.execPath, args: [appServer] },
  };
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
}

/** Approves and starts a server from the Inspector, through its UI. */
async function approveAndStart({ workbench }: Window, inspector: Frame, server: string): Promise<void> {
  await choose(inspector, server);
  await inspector.locator('[data-testid=server-header][data-state=pending]').waitFor();
  await inspector.getByTestId('server-approve').click();
  await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
  await inspector.locator('[data-testid=server-header][data-state=connected]').waitFor();
}

async function choose(inspector: Frame, server: string): Promise<void> {
  await inspector.getByTestId('server-pick').click();
  await inspector.locator('vscode-option', { hasText: server }).click();
}

const part = (inspector: Frame, name: string): Promise<void> => inspector.getByTestId(`tab-${name}`).click();

const type = (inspector: Frame, testId: string, text: string): Promise<void> =>
  inspector.getByTestId(testId).locator('input').fill(text);

/** The document inside the panel of an app: a frame in the webview's own. */
async function appDocument(page: Page): Promise<Frame> {
  const panel = await findWebview(page, '[data-testid=app-panel] iframe');
  return until(() => panel.childFrames()[0], 'the frame of the app');
}

async function assertRestored(inspector: Frame, city: string): Promise<void> {
  await inspector.locator('[data-testid=tab-prompts][aria-selected=true]').waitFor();
  const start = inspector.getByTestId('server-start');
  const detail = inspector.locator('[data-testid=prompt-detail][data-prompt="args-prompt"]');
  await start.or(detail).first().waitFor();
  if (await start.isVisible()) await start.click();
  await detail.waitFor();
  assert.equal(await inspector.getByTestId('argument-city').locator('input').inputValue(), city);
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly switchboard: Switchboard;
  readonly sideBar: Frame;
  /** The one in the editor, until it is closed. */
  readonly inspector: Frame;
}

async function readTheServer({ window, step, inspector }: Scenario): Promise<void> {
  const { page } = window;
  await step('the server: version, capabilities, instructions, cost, statistics, roots, the raw response', async () => {
    await part(inspector, 'server');
    const about = inspector.getByTestId('server-page');
    await about.getByTestId('server-about').getByText('2025-11-25').waitFor();
    const offered = about.locator('[data-capability][data-offered=true]');
    await offered.first().waitFor(); // the cached definitions are shown before the server has connected
    const names = await offered.evaluateAll((items) => items.map((item) => item.getAttribute('data-capability')));
    for (const name of ['tools', 'resources', 'prompts', 'completions', 'logging', 'tasks'])
      assert.ok(names.includes(name), `${name} is in ${names.join()}`);
    await inspector.getByTestId('instructions').getByText('Everything Server').first().waitFor();
    assert.match(await inspector.getByTestId('token-total').innerText(), /≈ [\d,]{4,} tokens/);
    await inspector.getByTestId('roots').getByRole('button').click();
    assert.match(await inspector.getByTestId('roots').innerText(), /sample-workspace/);
    await inspector.getByTestId('raw').getByRole('button').click();
    await inspector.getByTestId('raw').getByText('protocolVersion').first().waitFor();
  });

  await step('its process: number, command, memory, processor time, what it writes, and its states', async () => {
    const process = inspector.getByTestId('process');
    for (const words of [
      /Process ID\s*\d+/,
      /server-everything.*stdio/,
      /Working folder\s*\S*sample-workspace/,
      /Running for\s*\d/,
      /Memory\s*[\d.]+ MB/,
      /Processor\s*\d+%/,
    ])
      await process.filter({ hasText: words }).waitFor();
    assert.equal(await process.locator('.sparkline').count(), 2);
    await inspector.locator('[data-testid=output-follow][aria-pressed=true]').click();
    await inspector.locator('[data-testid=output-follow][aria-pressed=false]').click();
    const lines = inspector.locator('[data-testid=output-lines] [role=option]');
    await lines.filter({ hasText: '[stderr]' }).first().waitFor();
    await type(inspector, 'output-filter', 'nothing like this');
    await inspector.getByTestId('server-output').getByText('No matching lines.').waitFor();
    await type(inspector, 'output-filter', 'stderr');
    await lines.first().waitFor();
    await inspector.getByTestId('server-history').getByRole('button').click();
    await inspector.getByTestId('server-history').getByText('Connect').first().waitFor();
    await keepPicture(page, 'server-process');
  });

  await step(
    'lint: the score and what it lost, findings with their remedies, verdicts of clients, and the tool',
    async () => {
      const lint = inspector.getByTestId('lint');
      await lint.getByRole('button').first().click();
      await lint
        .getByTestId('lint-score')
        .filter({ hasText: /\d of 100 · Points lost: / })
        .waitFor();
      await lint.getByTestId('lint-clients').getByText('Claude').first().waitFor();
      await keepPicture(page, 'server-lint');
      await lint.getByTestId('lint-warning').locator('button.link').first().click();
      await inspector.getByTestId('tool-detail').waitFor();
      await part(inspector, 'server');
    },
  );
}

async function readResources({ window, step, inspector }: Scenario): Promise<void> {
  const { page, folder } = window;
  await step('resources: text is read, followed, and saved through the dialog of VS Code', async () => {
    await part(inspector, 'resources');
    await inspector.locator('[role=option][data-resource]').first().click();
    const read = inspector.locator('[data-testid=contents][data-status=ok]');
    await read.waitFor();
    await inspector.getByTestId('follow').click();
    await inspector.locator('[data-testid=follow][aria-pressed=true]').waitFor();
    await inspector.getByTestId('save-content').first().click();
    const input = page.locator('.quick-input-widget input').first();
    await until(async () => (await input.inputValue()).endsWith('architecture.md'), 'the proposed name');
    await page.keyboard.press('Enter');
    const target = join(folder, 'architecture.md');
    await until(() => existsSync(target) && readFileSync(target, 'utf8').includes('Everything Server'), 'the file');
  });

  await step('templates: expanded as in RFC 6570, and bytes shown as hex', async () => {
    await inspector.locator('[role=option][data-resource*="dynamic/blob/{"]').click();
    await inspector.getByTestId('argument-resourceId').waitFor();
    assert.match(await inspector.getByTestId('template-detail').innerText(), /^resourceId\*$/m);
    assert.ok(await inspector.getByTestId('read').evaluate((button) => button.hasAttribute('disabled')));
    await type(inspector, 'argument-resourceId', '1');
    assert.match(await inspector.getByTestId('expanded').innerText(), /dynamic\/blob\/1$/);
    await inspector.getByTestId('read').click();
    await inspector.locator('[data-testid=resource-content][data-kind=binary]').waitFor();
    await inspector.getByTestId('hex').getByText('00000000').waitFor();
  });
}

async function searchInVain({ step, inspector }: Scenario): Promise<void> {
  await step('a search without matches is cleared by a click', async () => {
    await part(inspector, 'tools');
    await type(inspector, 'tool-search', 'nothing like this');
    await inspector.getByText('No matching tools.').waitFor();
    await inspector.getByTestId('clear-search').click();
    await inspector.locator('[role=option][data-tool="echo"]').waitFor();
  });
}

async function usePromptsEventsAndTasks({ window, step, switchboard, inspector }: Scenario): Promise<void> {
  const { page } = window;
  await step(
    'prompts: arguments that depend on each other are completed, messages shown with their roles',
    async () => {
      await part(inspector, 'prompts');
      await inspector.locator('[role=option][data-prompt="completable-prompt"]').click();
      await type(inspector, 'argument-department', 'Eng');
      await inspector.getByTestId('suggestions').getByText('Engineering').waitFor();
      await page.keyboard.press('Tab');
      await type(inspector, 'argument-name', 'A');
      await inspector.getByTestId('suggestions').getByText('Alice').waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Enter');
      const message = inspector.locator('[data-testid=message][data-role=user]');
      await message.waitFor();
      assert.match(await message.innerText(), /Alice/);
    },
  );

  await step(
    'notifications: the log level is set, log messages arrive, and a changed subscribed resource is marked',
    async () => {
      await part(inspector, 'events');
      await inspector.getByTestId('log-level').click();
      await inspector.locator('vscode-option', { hasText: 'debug' }).click();
      await part(inspector, 'tools');
      await switchboard.runTool(inspector, 'toggle-simulated-logging');
      await switchboard.runTool(inspector, 'toggle-subscriber-updates');
      await part(inspector, 'resources');
      await inspector.locator('[data-resource] [title="Changed since last read"]').first().waitFor();
      await part(inspector, 'tools');
      await inspector.getByTestId('unseen').waitFor();
      await part(inspector, 'events');
      const logMessage = inspector.locator('[role=row][data-event]', { hasText: /level.message/ });
      await logMessage.first().click();
      await inspector.getByTestId('event-detail').getByText('notifications/message').waitFor();
    },
  );

  await step('tasks: a tool that requires a task runs as one, and its result is shown', async () => {
    await part(inspector, 'tools');
    await inspector.locator('[role=option][data-tool="simulate-research-query"]').click();
    await inspector.locator('[data-field="/topic"] input').fill('bees');
    await inspector.getByTestId('run-as-task').click();
    await inspector.locator('[data-testid=task-detail][data-status=completed]').waitFor();
    await inspector.getByTestId('task-result').getByText('Research Report: bees').waitFor();
  });
}

async function moveByKeyboard({ window, step, sideBar }: Scenario): Promise<void> {
  const { page } = window;
  await step('F6 goes from part to part, arrows move in the tabs and in the lists', async () => {
    const now = await findWebview(page, '[data-testid=inspector]', [sideBar]);
    await part(now, 'tools');
    await now.locator('[role=option][data-tool=echo]').waitFor();
    const region = (): Promise<string | undefined> =>
      now.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region']);
    await now.getByTestId('tab-tools').focus();
    await page.keyboard.press('F6');
    assert.equal(await region(), 'list');
    await page.keyboard.press('F6');
    assert.equal(await region(), 'detail');
    await page.keyboard.press('Shift+F6');
    await page.keyboard.press('Shift+F6');
    assert.equal(await region(), 'tabs');
    await page.keyboard.press('ArrowRight');
    await now.locator('[data-testid=tab-resources][aria-selected=true]').waitFor();
    await page.keyboard.press('Alt+3');
    await now.locator('[data-testid=tab-prompts][aria-selected=true]').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('simple');
    await now.locator('[role=option][data-prompt="simple-prompt"]').waitFor();
    assert.equal(await now.locator('[role=option][data-prompt]').count(), 1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await now.locator('[data-testid=prompt-detail][data-prompt="simple-prompt"]').waitFor();
    const before = await listWidth(now);
    await now.locator('.split-sash').first().focus();
    await page.keyboard.press('ArrowRight');
    await until(async () => (await listWidth(now)) > before, 'a wider list');
  });
}

function listWidth(view: Frame): Promise<number> {
  return view
    .locator('.split-pane')
    .first()
    .evaluate(({ clientWidth }) => clientWidth);
}

async function runAnApp({ window, step, sideBar }: Scenario): Promise<void> {
  const { page, workbench } = window;
  await step('an app runs in a sandbox: it can use the bridge and nothing else', async () => {
    const now = await findWebview(page, '[data-testid=inspector]', [sideBar]);
    await part(now, 'tools');
    await approveAndStart(window, now, 'weather');
    await part(now, 'prompts'); // it has none: the next step is its own page
    await now.getByTestId('open-server-page').click();
    await now.getByTestId('server-page').waitFor();
    await part(now, 'tools');
    await now.locator('[role=option][data-tool=weather]').click();
    await now.locator('[data-field="/city"] input').fill('Bergen');
    await now.getByTestId('open-app').click();
    const app = await appDocument(page);
    await app.getByText('end', { exact: false }).waitFor();
    const lines = (await app.locator('#log').innerText()).trim().split('\n');
    for (const line of [
      'parent shut',
      'api undefined',
      'network shut',
      'hidden error -32602',
      'unknown error -32601',
      'input Bergen',
      'result weather in Bergen: rain',
    ])
      assert.ok(lines.includes(line), `"${line}" is in ${lines.join(' | ')}`);
    assert.match(lines[0] ?? '', /^host mcp-switchboard (dark|light)$/);
    await app.locator('#more').click();
    const asked = (tool: string): Locator =>
      workbench.notifications().filter({ hasText: `The app of "weather" wants to call the tool "${tool}".` });
    // The tool calls itself read-only: that is no reason not to ask.
    await asked('forecast').locator('.monaco-button', { hasText: 'Allow for This App' }).click();
    await app.getByText('called forecast in Oslo: rain').waitFor();
    await app.locator('#link').click();
    await workbench.dialog().filter({ hasText: 'https://example.com/map' }).waitFor();
    await keepPicture(window.page, 'app-link');
    await page.keyboard.press('Escape');
    await app.getByText('link {"isError":true}').waitFor();
    await app.locator('#book').click();
    await asked('book').waitFor();
    assert.doesNotMatch(await app.locator('#log').innerText(), /called book/);
    await keepPicture(window.page, 'app-call');
    await asked('book').locator('.monaco-button', { hasText: 'Allow Once' }).click();
    await app.getByText('called book in Oslo: rain').waitFor();
    await workbench.tab('MCP Inspector').click(); // keys typed in the app stay there
    await workbench.runCommand('View: Close All Editors');
  });
}

async function checkThemes({ window, step, switchboard, sideBar }: Scenario): Promise<void> {
  await step('axe-core finds no problem in any tab, in any theme, and each has few sizes', async () => {
    const now = await switchboard.inspectorInEditor(sideBar);
    await choose(now, 'everything');
    await part(now, 'prompts');
    assert.notEqual(await now.locator('.split-sash').first().getAttribute('aria-valuenow'), '0', 'as it was left');
    await part(now, 'tools');
    await now.locator('[role=option][data-tool=echo]').click();
    await now.locator('[data-field="/message"] input').fill('hello');
    await now.getByTestId('run').click();
    await now.locator('[data-testid=result][data-status=ok]').waitFor();
    await part(now, 'prompts');
    await now.locator('[role=option][data-prompt="simple-prompt"]').click();
    await now.getByTestId('get-prompt').click();
    await now.getByTestId('message').first().waitFor();
    for (const theme of themes) {
      await setTheme(window, theme);
      for (const name of ['tools', 'resources', 'prompts', 'tasks', 'events', 'server']) {
        await part(now, name);
        await now.locator(`[data-shown=${name}] [data-region]`).first().waitFor();
        assert.deepEqual(await accessibilityProblems(now, 'editor'), [], `${name} in ${theme}`);
        assert.deepEqual(await cutOff(now), [], `${name} in ${theme}`);
        const { typeSizes, controlHeights } = await looksOf(now);
        assert.ok(typeSizes.length > 0 && typeSizes.length <= 4, `${name} has text of ${typeSizes.join(', ')}`);
        assert.ok(controlHeights.length <= 3, `${name} has controls of ${controlHeights.join(', ')} pixels`);
        if (name === 'tools' || name === 'prompts') await keepPicture(window.page, `wide-${name}-${theme}`);
      }
    }
    await setTheme(window, themes[0]);
  });
}

async function restoreState({ window, step, switchboard, sideBar }: Scenario): Promise<void> {
  const { page, workbench } = window;
  await step('tab, selection and arguments survive hiding the view and reloading the window', async () => {
    await workbench.runCommand('View: Close All Editors');
    await show(sideBar, 'everything', 'prompts');
    await sideBar.locator('[role=option][data-prompt="args-prompt"]').click();
    await type(sideBar, 'argument-city', 'Bergen');
    await workbench.runCommand('View: Show Explorer');
    const shownAgain = await switchboard.inspector();
    await assertRestored(shownAgain, 'Bergen');
    await type(shownAgain, 'argument-city', 'Oslo');
    await shownAgain.getByTestId('argument-city').locator('input').press('Control+Shift+E'); // at once, from the page itself
    await until(() => shownAgain.isDetached(), 'the page is gone');
    await assertRestored(await switchboard.inspector(), 'Oslo');
    // By the command: only then does the window save the state of its views.
    await Promise.all([page.waitForEvent('load'), workbench.runCommand('Developer: Reload Window')]);
    await workbench.ready();
    await assertRestored(await switchboard.inspector(), 'Oslo');
  });

  await step('calls and their results survive a reload of the window, and can be cleared', async () => {
    const now = await switchboard.inspector();
    await part(now, 'calls');
    const row = now.getByTestId('history-row');
    await type(now, 'history-search', 'toggle-simulated-logging');
    await row.click();
    await now.locator('.history-open [data-status=ok]').getByText('simulated').first().waitFor();
    await now.getByTestId('history-clear').click();
    await row.waitFor({ state: 'detached' });
    await type(now, 'history-search', '');
    await row.first().waitFor(); // only what was found is gone
  });
}

test(
  'resources, prompts, notifications, tasks and apps of a server work in the Inspector',
  inWindow({ width: 1700, height: 1000, arrange: configure }, async (window, step) => {
    const switchboard = new Switchboard(window);
    const sideBar = await switchboard.inspector();
    const inspector = await switchboard.inspectorInEditor(sideBar);
    await approveAndStart(window, inspector, 'everything');
    const scenario: Scenario = { window, step, switchboard, sideBar, inspector };
    await readTheServer(scenario);
    await readResources(scenario);
    await searchInVain(scenario);
    await usePromptsEventsAndTasks(scenario);
    await moveByKeyboard(scenario);
    await runAnApp(scenario);
    await checkThemes(scenario);
    await restoreState(scenario);
  }),
);
