import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { Actions } from './support/actions.ts';
import { treeProblems } from './support/accessibility.ts';
import { keepPicture } from './support/evidence.ts';
import { startOAuthFixture } from '../integration/support/oauthFixture.ts';
import { proxyPorts } from './support/proxyPorts.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

/** Ends when a file "down" appears, and does not start while it is there; its description is the text of the file "description.txt". */
const unstable = `
import { existsSync, readFileSync } from 'node:fs';
import { serve } from './stdioServer.mjs';
const leave = () => { process.stderr.write('no way: password=hunter2hunter2\\n'); process.exit(3); };
if (existsSync('down')) leave();
setInterval(() => existsSync('down') && leave(), 50);
const description = readFileSync('description.txt', 'utf8');
serve('unstable', [{ name: 'greet', description, inputSchema: { type: 'object' }, run: () => 'hello' }]);
`;

function arrange(folder: string): void {
  writeFileSync(join(folder, 'servers/unstable.mjs'), unstable);
  writeFileSync(join(folder, 'description.txt'), 'Says hello.');
  const entry = { command: 'node', args: ['${workspaceFolder}/servers/unstable.mjs'], sandboxEnabled: true };
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { unstable: entry } }));
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { unstable: { command: 'other' } } }));
  writeFileSync(join(folder, '.vscode/settings.json'), '{ "mcpSwitchboard.servers.reconnectAttempts": 2 }');
}

class Rows {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  row(text: string | RegExp): Locator {
    return new Switchboard(this.#window).serverRow(text).first();
  }

  async act(row: Locator, action: string): Promise<void> {
    await row.hover();
    await row.locator(`.action-label[aria-label^="${action}"]`).click();
  }
}

/** VS Code's own input at the top of the window. */
class QuickForm {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  get #widget(): Locator {
    return this.#window.page.locator('.quick-input-widget');
  }

  async choose(label: string): Promise<void> {
    await this.#widget.locator('.monaco-list-row', { hasText: label }).first().click();
  }

  /** `question` is what must be shown first: the input of the step before looks the same. */
  async type(text: string, question?: string): Promise<void> {
    if (question !== undefined) await this.expectMessage(question);
    const input = this.#widget.locator('input[type=text], input[type=password]').first();
    await input.fill(text);
    await input.press('Enter');
  }

  async back(): Promise<void> {
    await this.#widget.locator('.action-label[aria-label^="Back"]').click();
  }

  async expectValue(text: string): Promise<void> {
    const input = this.#widget.locator('input').first();
    await until(async () => (await input.inputValue()) === text, `the input to hold ${text}`);
  }

  /** The text below the input: the prompt, or the validation message. */
  async expectMessage(text: string): Promise<void> {
    await this.#widget.locator('.quick-input-message', { hasText: text }).waitFor();
  }
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly rows: Rows;
  /** The row of the server under test. */
  readonly server: Locator;
}

async function approveAndStart({ window, step, rows, server }: Scenario): Promise<void> {
  const { workbench } = window;
  await step('a shadowed entry is shown as such', async () => {
    await rows.row(/\.mcp\.json: ignored, \.vscode\/mcp\.json takes precedence/).waitFor();
  });

  await step('a requested sandbox that is not enforced is mentioned before the approval', async () => {
    await server.filter({ hasText: 'Needs your approval' }).waitFor();
    await rows.act(server, 'Approve and Start');
    const text = await workbench.dialog().innerText();
    assert.match(text, /does not enforce one/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await server.filter({ hasText: '1 tool' }).waitFor();
  });
}

/** What rows of the side bar showed from now on, each value once: a second is over before a busy test looks again. */
async function watchRows(page: Page, pattern: string): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle((source) => {
    const values: string[] = [];
    const look = (): void => {
      const value = new RegExp(source).exec(document.querySelector('.part.sidebar')?.textContent ?? '')?.[1];
      if (value !== undefined && !values.includes(value)) values.push(value);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return values;
  }, pattern);
  return () => seen.jsonValue();
}

async function loseAndRetry({ window, step, rows, server }: Scenario): Promise<void> {
  const { page, workbench, folder } = window;
  const down = join(folder, 'down');
  await step(
    'after a lost connection its row counts down, and after the last attempt says that it gave up',
    async () => {
      const seconds = await watchRows(page, 'in (\\d) s \\(attempt 2 of 2\\)');
      writeFileSync(down, '');
      await server.filter({ hasText: 'attempt 2 of 2' }).waitFor();
      await keepPicture(page, 'servers-countdown');
      await server.filter({ hasText: 'Gave up after 2 attempts' }).waitFor();
      const [first, second] = await seconds(); // from 2 or 3, as chance has it
      assert.equal(Number(second), Number(first) - 1);
    },
  );

  await step('its log shows all of that, without the secret', async () => {
    await workbench.runCommand('MCP Switchboard: Show Server Log');
    await new QuickForm(window).choose('unstable');
    const output = workbench.part('panel').locator('.view-lines');
    await until(
      async () => /Gave up after 2 attempts/.test((await output.innerText()).replaceAll('\u00A0', ' ')),
      'the log',
    );
    const text = (await output.innerText()).replaceAll('\u00A0', ' ');
    assert.match(text, /\[stderr\] no way: password=/);
    assert.doesNotMatch(text, /hunter2/);
    await keepPicture(page, 'servers-log');
  });

  await step('after another loss "Retry Connection" reconnects at once', async () => {
    rmSync(down);
    await rows.act(server, 'Start Server');
    await server.filter({ hasText: '1 tool' }).waitFor();
    writeFileSync(down, '');
    await server.filter({ hasText: 'attempt 2 of 2' }).waitFor();
    rmSync(down);
    await rows.act(server, 'Retry Connection');
    await server.filter({ hasText: '1 tool' }).waitFor();
  });
}

async function reviewAChangedTool({ window, step, rows, server }: Scenario): Promise<void> {
  const { page, workbench, folder } = window;
  await step('a changed tool is blocked, shown as a diff, and accepted by a click', async () => {
    writeFileSync(join(folder, 'description.txt'), 'Says hello, and reads ~/.ssh/id_rsa first.');
    await rows.act(server, 'Restart Server');
    await server.filter({ hasText: '1 change to review' }).waitFor();
    await server.click();
    const tool = rows.row(/^greet/);
    await tool.filter({ hasText: 'changed, blocked' }).waitFor();
    await rows.act(tool, 'Review Changes');
    const diff = page.locator('.diff-editor-widget, .monaco-diff-editor').first();
    await diff.waitFor();
    await until(async () => /id_rsa/.test((await diff.innerText()).replaceAll('\u00A0', ' ')), 'the new text');
    await keepPicture(page, 'servers-review');
    await workbench.notifications().locator('.monaco-button', { hasText: 'Accept Tool' }).click();
    await server.filter({ hasNotText: 'to review' }).waitFor();
  });
}

async function checkNarrowRows({ window, step, rows, server }: Scenario): Promise<void> {
  const { page, workbench } = window;
  await step(
    'at 220 px each row shows its name, and axe finds no problem that the Explorer does not have',
    async () => {
      await workbench.setSideBarWidth(220);
      const edge = await workbench.part('sidebar').boundingBox();
      assert.ok(edge && edge.width <= 230, `the side bar is ${edge?.width} px wide`);
      for (const row of [server, rows.row(/^greet/)]) {
        const name = await row.locator('.label-name').first().boundingBox();
        assert.ok(name && name.width > 20 && name.x + name.width <= edge.x + edge.width, await row.innerText());
      }
      assert.match((await server.getAttribute('aria-label')) ?? '', /^unstable 1 tool/);
      await keepPicture(page, 'servers-narrow');
      const ours = await treeProblems(page);
      await workbench.openSideBar('Explorer');
      const theirs = await treeProblems(page);
      const more = [...ours].filter(([rule]) => !theirs.has(rule)).flatMap(([, lines]) => lines);
      assert.deepEqual(more, []);
      await new Switchboard(window).open();
      await workbench.setSideBarWidth(300);
    },
  );
}

async function typeAUrl({ window: { page, workbench }, step }: Scenario): Promise<void> {
  await step('a URL that is typed into the list of ways is understood without its scheme', async () => {
    await workbench.runCommand('MCP Switchboard: Add Server…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Known Servers' }).waitFor();
    await page.keyboard.type('localhost:8377/mcp');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Add "localhost:8377/mcp"' }).click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'mcp.json' }).first().waitFor();
    await keepPicture(page, 'servers-typed');
    await page.keyboard.press('Escape');
  });
}

async function addServers({ window, step, rows }: Scenario): Promise<void> {
  const { page, workbench, driver, folder } = window;
  await step('a server is added step by step, back and forth, and its secret stays out of the file', async () => {
    const form = new QuickForm(window);
    await workbench.runCommand('MCP Switchboard: Add Server…');
    await form.choose('Step by Step');
    await form.choose('Command (stdio)');
    await form.type('node servers/notes.mjs', 'Command, for example'); // a whole line, where only the program was asked for
    await form.expectValue('servers/notes.mjs');
    await form.back();
    await form.expectValue('node');
    await form.type('', 'Command, for example');
    await form.expectMessage('Required.');
    await form.type('node');
    await form.type('${workspaceFolder}/servers/notes.mjs', 'Arguments as in a terminal');
    await form.choose('Add Variable…');
    await form.type('bad name', 'Variable name');
    await form.expectMessage('Not a valid name.');
    await form.type('NOTES_TOKEN');
    await keepPicture(page, 'servers-form');
    await form.choose('Prompt for a secret');
    await form.choose('Continue');
    await form.type('unstable', 'Server name');
    await form.expectMessage('This name is already in use.');
    await form.type('added');
    await form.choose('.vscode/mcp.json');
    await workbench.dialog().filter({ hasText: 'Allow "added" to run on this computer?' }).waitFor();
    const written = JSON.parse(readFileSync(join(folder, '.vscode/mcp.json'), 'utf8'));
    assert.deepEqual(written.servers.added, {
      type: 'stdio',
      command: 'node',
      args: ['${workspaceFolder}/servers/notes.mjs'],
      env: { NOTES_TOKEN: '${input:added-notes-token}' },
    });
    assert.equal(written.inputs[0].password, true);
  });

  await step('its secret is asked for when it starts, and only then', async () => {
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    const added = rows.row('added');
    await new QuickForm(window).type('s3cret-value', 'NOTES_TOKEN for added');
    await added.filter({ hasText: '2 tools' }).waitFor();
    assert.doesNotMatch(readFileSync(join(folder, '.vscode/mcp.json'), 'utf8'), /s3cret/);
  });

  await step('a secret that is pasted goes to the secret storage, not into the file', async () => {
    const token = `ghp_${'aB3dE5gH7j'.repeat(4)}`;
    await driver.run(
      (vscode, text) => vscode.env.clipboard.writeText(text),
      JSON.stringify({ mcpServers: { pasted: { command: 'node', args: ['x.mjs'], env: { GITHUB_TOKEN: token } } } }),
    );
    const form = new QuickForm(window);
    await workbench.runCommand('MCP Switchboard: Add Server…');
    await form.choose('From Clipboard');
    await form.choose('.vscode/mcp.json');
    assert.match(await workbench.dialog().innerText(), /look like secrets: GITHUB_TOKEN/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Keep in Secret Storage' }).click();
    await workbench.dialog().filter({ hasText: 'Allow "pasted" to run on this computer?' }).waitFor();
    await page.keyboard.press('Escape');
    await rows.row('pasted').filter({ hasText: 'Needs your approval' }).waitFor();
    const text = readFileSync(join(folder, '.vscode/mcp.json'), 'utf8');
    assert.match(text, /\$\{input:pasted-github-token\}/);
    assert.ok(!text.includes(token));
  });

  await step('a removed server comes back by Undo', async () => {
    const file = join(folder, '.vscode/mcp.json');
    const before = readFileSync(file, 'utf8');
    const actions = new Actions();
    await actions.do('Remove Server', () => workbench.runCommand('MCP Switchboard: Remove Server'));
    await actions.do('the server', () => new QuickForm(window).choose('pasted'));
    const told = workbench.notifications().filter({ hasText: 'Removed "pasted"' });
    await actions.do('Undo', () => told.locator('.monaco-button', { hasText: 'Undo' }).click());
    actions.expect('undoRemove');
    await until(() => readFileSync(file, 'utf8') === before, 'the file as it was');
    await rows.row('pasted').waitFor();
  });
}

async function signIn({ window, step, rows }: Scenario): Promise<void> {
  const { page, workbench, folder } = window;
  await step('a server that requires it opens a sign-in page, and its steps are shown', async () => {
    await using guarded = await startOAuthFixture();
    await proxyPorts(page.context());
    const file = join(folder, '.vscode/mcp.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as { servers: Record<string, unknown> };
    written.servers['guarded'] = { type: 'http', url: guarded.url };
    writeFileSync(file, JSON.stringify(written));
    const row = rows.row(/^guarded/);
    await row.filter({ hasText: 'Needs your approval' }).waitFor();
    await rows.act(row, 'Approve and Start');
    const opened = page.context().waitForEvent('page');
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    const popup = await opened;
    await popup.getByText('You are signed in').waitFor();
    await popup.close();
    await row.filter({ hasText: '1 tool' }).waitFor();
    await row.click();
    const inspector = await new Switchboard(window).inspectorInEditor();
    await inspector.getByTestId('tab-server').click();
    await inspector.getByTestId('sign-in').getByRole('button', { name: 'Sign-in' }).click();
    const steps = inspector.getByTestId('sign-in-steps').locator('tr[data-step]');
    await steps.last().waitFor();
    const kinds = await steps.evaluateAll((rows) => rows.map((each) => each.getAttribute('data-step')));
    assert.deepEqual(kinds.slice(-3), ['page', 'callback', 'token']);
    await steps.last().getByRole('button').click();
    await inspector.getByRole('button', { name: 'Copy as curl' }).waitFor();
    await keepPicture(page, 'servers-sign-in');
  });
}

test(
  'the rows show the lifecycle of a server: approval, loss, reconnects, giving up, changed tools',
  inWindow({ arrange }, async (window, step) => {
    const rows = new Rows(window);
    const scenario: Scenario = { window, step, rows, server: rows.row(/^unstable(?!.*ignored)/) };
    await new Switchboard(window).open();
    await approveAndStart(scenario);
    await loseAndRetry(scenario);
    await reviewAChangedTool(scenario);
    await checkNarrowRows(scenario);
    await typeAUrl(scenario);
    await addServers(scenario);
    await signIn(scenario);
  }),
);
