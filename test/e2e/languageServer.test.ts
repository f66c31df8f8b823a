import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Driver } from './support/driver.ts';
import { keepPicture } from './support/evidence.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const config = `{
  "servers": {
    "notes": {
      "type": "stdio",
      "command": "node",
      "args": ["\${workspaceFolder}/servers/notes.mjs"]
    },
    "typo": {
      "type": "stdio",
      "command": "nodee",
      "args": ["servers/prices.mjs"],
      "env": { "API_TOKEN": "sk-live-0123456789abcdefghij" }
    },
    "broken": {
      "type": "stdio",
      "command": "node",
      "args": ["-e", "console.error('no database here'); process.exit(3)"]
    }
  }
}
`;

function arrange(folder: string): void {
  writeFileSync(join(folder, '.vscode/mcp.json'), config);
  writeFileSync(join(folder, 'data.json'), '{ "plain": true }\n');
  writeFileSync(join(folder, '.mcp.json'), '{ "mcpServers": { "a": { "command": 7 } } }\n');
}

/** The language server is a child of the extension host. */
function serverProcesses(hostPid: number): readonly string[] {
  const table = execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' }).split('\n');
  return table.filter((line) => Number.parseInt(line, 10) === hostPid && line.includes('dist/lsp.js'));
}

function open(driver: Driver, file: string): Promise<void> {
  return driver.run(async (vscode, name) => {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);
    await vscode.window.showTextDocument(uri, { preview: false });
  }, file);
}

interface FindingView {
  readonly code: string;
  readonly message: string;
  readonly line: number;
}

/** The diagnostics of our server for the active file. */
function findingsOf(driver: Driver): Promise<readonly FindingView[]> {
  return driver.run((vscode) =>
    vscode.languages
      .getDiagnostics(vscode.window.activeTextEditor!.document.uri)
      .filter(({ source }) => source === 'MCP Switchboard')
      .map(({ code, message, range }) => ({ code: String(code), message, line: range.start.line })),
  );
}

function text(driver: Driver): Promise<string> {
  return driver.run((vscode) => vscode.window.activeTextEditor!.document.getText());
}

/** Puts the cursor behind the first occurrence of `before`, and waits until the window has it there too. */
async function goTo({ driver, page }: Pick<Window, 'driver' | 'page'>, before: string): Promise<void> {
  const at = await driver.run((vscode, part) => {
    const editor = vscode.window.activeTextEditor!;
    const place = editor.document.positionAt(editor.document.getText().indexOf(part) + part.length);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(new vscode.Range(place, place));
    return { line: place.line + 1, column: place.character + 1 };
  }, before);
  await page.locator('.statusbar-item', { hasText: `Ln ${at.line}, Col ${at.column}` }).waitFor();
}

function run(driver: Driver, command: string): Promise<unknown> {
  return driver.run(async (vscode, id) => void (await vscode.commands.executeCommand(id)), command);
}

/** For a command that ends only when the user has answered. */
function begin(driver: Driver, command: string): Promise<void> {
  return driver.run((vscode, id) => void vscode.commands.executeCommand(id), command);
}

/** The menu closes by itself when findings arrive while it is open: then it is asked for once more. */
async function quickFix(page: Page, driver: Driver, title: string): Promise<void> {
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: title });
  await until(async () => {
    await run(driver, 'editor.action.quickFix');
    await fix.waitFor({ timeout: 3000 });
    await fix.click({ timeout: 3000 });
    return true;
  }, `the fix ${title}`);
}

function withoutBlanks(value: string): string {
  return value.replaceAll(/\s/g, '');
}

function lens(page: Page, title: string | RegExp): Locator {
  return page.locator('.codelens-decoration a', { hasText: title });
}

interface Scenario extends Pick<Window, 'page' | 'workbench' | 'driver'> {
  readonly step: Step;
  readonly editor: Locator;
}

async function findMistakes({ page, driver, editor, step }: Scenario): Promise<void> {
  await step('another JSON file starts no language server', async () => {
    await open(driver, 'data.json');
    await editor.waitFor();
    assert.deepEqual(serverProcesses(driver.pid), []);
  });

  await step('a program that is not on PATH and a literal secret are underlined', async () => {
    await open(driver, '.vscode/mcp.json');
    await until(
      async () => (await findingsOf(driver)).some(({ code }) => code === 'command-not-found'),
      'the findings',
    );
    const codes = (await findingsOf(driver)).map(({ code }) => code);
    assert.ok(codes.includes('secret-literal'), codes.join());
    await editor.locator('.squiggly-warning').first().waitFor();
    assert.equal(serverProcesses(driver.pid).length, 1);
  });

  await step('the hover of a server shows the command line that would run', async () => {
    await goTo({ driver, page }, '"note');
    await run(driver, 'editor.action.showHover');
    const hover = page.locator('.monaco-hover:visible', { hasText: 'servers/notes.mjs' }).first();
    await hover.waitFor();
    assert.match(await hover.innerText(), /node \/.*\/sample-workspace\/servers\/notes\.mjs/);
    await keepPicture(page, 'lsp-hover');
    await page.keyboard.press('Escape');
  });
}

async function fixMistakes({ page, workbench, driver, step }: Scenario): Promise<void> {
  await step('the quick fix inserts the right program', async () => {
    await goTo({ driver, page }, '"nodee');
    await quickFix(page, driver, 'Change to "node"');
    await until(async () => !(await text(driver)).includes('nodee'), 'the fixed text');
    await until(
      async () => !(await findingsOf(driver)).some(({ code }) => code === 'command-not-found'),
      'the finding to go',
    );
  });

  await step('the quick fix moves a secret into an input', async () => {
    await goTo({ driver, page }, '"sk-live');
    await quickFix(page, driver, 'Ask for it with an input');
    await until(
      async () => /"API_TOKEN": "\$\{input:api-token\}"[^]*"id": "api-token"/.test(await text(driver)),
      'the input',
    );
    assert.doesNotMatch(await text(driver), /sk-live/);
  });

  await step('an input is renamed wherever it is used', async () => {
    await goTo({ driver, page }, '"${input:api');
    await begin(driver, 'editor.action.rename');
    const box = page.locator('.rename-box input');
    await box.fill('prices-key');
    await box.press('Enter');
    await until(
      async () => /"API_TOKEN": "\$\{input:prices-key\}"[^]*"id": "prices-key"/.test(await text(driver)),
      'the new name',
    );
  });

  await step('the file of a server is followed as a link', async () => {
    await goTo({ driver, page }, '"${workspaceFolder}/ser');
    await run(driver, 'editor.action.openLink');
    await workbench.tab('notes.mjs').waitFor();
    await run(driver, 'workbench.action.closeActiveEditor');
    await open(driver, '.vscode/mcp.json');
  });

  await step('a known server is completed as a whole, with the input that it needs', async () => {
    await goTo({ driver, page }, '"servers": {');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"fire');
    const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'firecrawl' });
    await row.waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await text(driver)).includes('firecrawl-mcp@'), 'the server');
    assert.match(await text(driver), /"id": "firecrawl-key"/);
    await page.keyboard.press('Escape');
    await run(driver, 'workbench.action.files.save');
  });
}

async function testConnections({ page, workbench, driver, editor, step }: Scenario): Promise<void> {
  await step('a connection is tested only after approval', async () => {
    await lens(page, 'Switchboard: Approve and Start').first().waitFor();
    await goTo({ driver, page }, '"notes');
    await run(driver, 'mcpSwitchboard.servers.focus');
    await driver.run((vscode) => void vscode.commands.executeCommand('mcpSwitchboard.testConnection', 'notes'));
    await workbench.dialog().waitFor();
    assert.match(await workbench.dialog().innerText(), /servers\/notes\.mjs/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await workbench.notifications().filter({ hasText: '"notes" responded in' }).first().waitFor();
  });

  await step('the lens and the hint show what was measured', async () => {
    await open(driver, '.vscode/mcp.json');
    await lens(page, /2 tools · ≈ [\d,]+ tokens/)
      .first()
      .waitFor();
    await editor
      .locator('.view-line', { hasText: /"notes".*\d+\s(?:ms|s)/ })
      .first()
      .waitFor();
  });

  await step('the lens opens the Inspector at its server', async () => {
    await lens(page, /Switchboard: Inspect · 2 tools/)
      .first()
      .click();
    const inspector = await findWebview(page, '[data-testid=inspector]');
    // Hidden where there is little room; before, it showed the embedded server.
    await inspector.getByText('stdio · .vscode/mcp.json').first().waitFor({ state: 'attached' });
  });
}

async function recordAndReportFailures({ page, workbench, driver, editor, step }: Scenario): Promise<void> {
  await step('a server is recorded by wrapping its entry, and the lens releases it', async () => {
    await open(driver, '.vscode/mcp.json');
    const before = withoutBlanks(await text(driver));
    await driver.run((vscode) => void vscode.commands.executeCommand('mcpSwitchboard.recordServer', 'notes'));
    await until(async () => /"tap",\s*"--name",\s*"notes"/.test(await text(driver)), 'the wrapped entry');
    await lens(page, 'Switchboard: Stop Recording').click();
    await until(async () => withoutBlanks(await text(driver)) === before, 'the entry as it was');
  });

  await step('a server that fails is reported in its file, with its last output', async () => {
    await driver.run((vscode) => void vscode.commands.executeCommand('mcpSwitchboard.testConnection', 'broken'));
    await workbench.dialog().waitFor();
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    const failed = await until(
      async () => (await findingsOf(driver)).find(({ code }) => code === 'server-failed'),
      'the failure',
    );
    assert.match(failed.message, /exited with code 3[^]*no database here/);
    await editor.locator('.squiggly-error').first().waitFor();
    await keepPicture(page, 'lsp-failure');
  });
}

async function checkOtherFiles({ workbench, driver, step }: Scenario): Promise<void> {
  await step('the file converts for another client', async () => {
    await driver.run((vscode) => {
      const { uri } = vscode.window.activeTextEditor!.document;
      return vscode.commands.executeCommand('mcpSwitchboard.lsp.convert', uri.toString(), 'codex');
    });
    await until(async () => (await text(driver)).includes('[mcp_servers.notes]'), 'the converted text');
    await run(driver, 'workbench.action.revertAndCloseActiveEditor');
  });

  await step("the profile's own file has our schema and our findings", async () => {
    await run(driver, 'workbench.mcp.openUserMcpJson');
    await workbench.tab('mcp.json').nth(1).waitFor();
    await driver.run(async (vscode) => {
      const editor = vscode.window.activeTextEditor!;
      const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
      const bad =
        '{ "servers": { "x": { "command": "node", "args": 7, "workdir": "/" }, "y": { "command": "nodee" } } }';
      await editor.edit((edit) => edit.replace(whole, bad));
    });
    await until(async () => {
      const codes = (await findingsOf(driver)).map(({ code }) => code);
      const schema = await driver.run((vscode) =>
        vscode.languages
          .getDiagnostics(vscode.window.activeTextEditor!.document.uri)
          .some(({ message }) => message.includes('Expected "array"')),
      );
      return schema && codes.includes('command-not-found');
    }, 'both');
    await run(driver, 'workbench.action.revertAndCloseActiveEditor');
  });

  await step('our schema checks .mcp.json, and its findings are not reported twice', async () => {
    await open(driver, '.mcp.json');
    const all = await until(
      () =>
        driver.run((vscode) => {
          const found = vscode.languages.getDiagnostics(vscode.window.activeTextEditor!.document.uri);
          return found.length > 0 && found.map(({ message, source }) => `${source}: ${message}`);
        }),
      'the schema',
    );
    assert.deepEqual(
      all.filter((line) => line.includes('text') || line.includes('type')),
      ['undefined: Incorrect type. Expected "string".'],
    );
  });
}

test(
  'mistakes in mcp.json are found and fixed while typing',
  inWindow({ arrange, height: 1000 }, async ({ page, workbench, driver }, step) => {
    const editor = page.locator('.editor-instance .monaco-editor').first();
    const scenario: Scenario = { page, workbench, driver, editor, step };
    await findMistakes(scenario);
    await fixMistakes(scenario);
    await testConnections(scenario);
    await recordAndReportFailures(scenario);
    await checkOtherFiles(scenario);
  }),
);
