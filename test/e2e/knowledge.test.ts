import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { outDir } from '../../scripts/lib/paths.mjs';
import { Actions } from './support/actions.ts';
import { accessibilityProblems } from './support/accessibility.ts';
import type { Driver } from './support/driver.ts';
import { setTheme, themes } from './support/theme.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const sample = [
  '// see TMKB-AUTHZ-001',
  "app.get('/invoices/:id', requireLogin, async (req, res) => {",
  '  res.json(await Invoice.findByPk(req.params.id));',
  '});',
].join('\n');

function arrange(folder: string): void {
  mkdirSync(join(folder, '.tmkb'));
  writeFileSync(join(folder, '.tmkb', 'bad.yaml'), 'id: ACME-WEB-001\ntitle: x\nseverity: terrible\n');
  writeFileSync(join(folder, 'invoices.js'), sample);
}

function problemsOf(driver: Driver, file: string): Promise<readonly string[] | false> {
  return driver.run((vscode, name) => {
    const found = vscode.languages.getDiagnostics().filter(([uri]) => uri.path.endsWith(name));
    const ours = found.flatMap(([, list]) => list.filter(({ source }) => source === 'MCP Switchboard'));
    return ours.length > 0 ? ours.map(({ message, range }) => `${range.start.line + 1}: ${message}`) : (false as const);
  }, file);
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly view: Frame;
}

async function searchBesideCode({ window, step, view }: Scenario): Promise<void> {
  const { page, driver } = window;
  await step('the summary for an agent is copied', async () => {
    await view.getByTestId('copy-brief').click();
    const copied = await until(async () => {
      const text = await driver.run((vscode) => vscode.env.clipboard.readText());
      return text.startsWith('TMKB-AUTHZ-') && text;
    }, 'the clipboard');
    assert.equal(copied.split('\n').length, 4);
  });

  await step('axe-core finds no problem in any theme', async () => {
    for (const theme of themes) {
      await setTheme(window, theme);
      await page.screenshot({ path: join(outDir, 'e2e', `knowledge-${theme.replaceAll(' ', '-')}.png`) });
      assert.deepEqual(await accessibilityProblems(view, 'editor'), [], theme);
    }
  });

  await step('a search without results says so, and part of an id finds by name', async () => {
    const back = view.getByRole('button', { name: 'Back to Patterns' });
    if (await back.isVisible()) await back.click();
    const search = view.locator('[data-testid=knowledge-search] input');
    await search.fill('recipe for rhubarb crumble');
    await view.getByTestId('knowledge-note').filter({ hasText: 'No close match' }).waitFor();
    await search.fill('tmkb-mcp');
    await view.getByTestId('knowledge-note').filter({ hasText: 'the name' }).waitFor();
  });

  await step('an id in the code has a hover whose link opens the pattern', async () => {
    const hover = await driver.run(async (vscode) => {
      const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'invoices.js');
      const place = new vscode.Position(0, 10);
      const hovers = await vscode.commands.executeCommand<import('vscode').Hover[]>(
        'vscode.executeHoverProvider',
        uri,
        place,
      );
      return hovers.flatMap(({ contents }) => contents.map((one) => (typeof one === 'string' ? one : one.value)));
    });
    assert.match(hover.join('\n'), /TMKB-AUTHZ-001.*command:mcpSwitchboard\.openPattern\?/s);
    await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.openPattern', 'TMKB-AUTHZ-001'));
    await view.locator('[data-testid=pattern][data-pattern="TMKB-AUTHZ-001"]').waitFor();
  });
}

/** The knowledge base has an editor of its own: it never stands in the Inspector's place. */
async function inspectMeanwhile({ window, step, view }: Scenario): Promise<void> {
  const switchboard = new Switchboard(window);
  await step('while it is open, the Inspector shows what is selected in the tree', async () => {
    const inspector = await switchboard.inspector();
    const actions = new Actions();
    await actions.do('its row', () => switchboard.serverRow('prices').first().click());
    await inspector.getByTestId('server-header').filter({ hasText: '.vscode/mcp.json' }).waitFor();
    actions.expect('select');
    assert.ok(await view.getByTestId('knowledge').isVisible());
  });
}

async function checkPatternFiles({ window, step }: Scenario): Promise<void> {
  const { driver } = window;
  await step('a bad pattern file has a problem at its line, and is checked while typing', async () => {
    const onDisk = await until(() => problemsOf(driver, 'bad.yaml'), 'the problems');
    assert.match(onDisk.join('\n'), /^3: .*severity/m);
    await driver.run(async (vscode) => {
      const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.tmkb/bad.yaml');
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit((edit) => edit.replace(new vscode.Range(2, 0, 2, 18), 'severity: high'));
    });
    await until(async () => {
      const left = await problemsOf(driver, 'bad.yaml');
      return left !== false && !left.some((text) => text.includes("'terrible'") || text.startsWith('3: '));
    }, 'the problem to go');
  });

  await step('its fields and values are completed', async () => {
    const labels = await driver.run(async (vscode) => {
      const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.tmkb/bad.yaml');
      const at = (line: number, column: number) =>
        vscode.commands.executeCommand<import('vscode').CompletionList>(
          'vscode.executeCompletionItemProvider',
          uri,
          new vscode.Position(line, column),
        );
      const lists = [await at(2, 10), await at(3, 0)];
      return lists.map(({ items }) => items.map(({ label }) => (typeof label === 'string' ? label : label.label)));
    });
    assert.ok(labels[0]?.includes('critical'));
    assert.ok(labels[1]?.includes('triggers') && !labels[1].includes('title'));
  });
}

test(
  'the knowledge base is searched, read and copied beside the code, and pattern files are checked',
  inWindow({ arrange, width: 1500, height: 1000 }, async (window, step) => {
    const { page, workbench, driver } = window;
    await driver.run(async (vscode) => {
      const folder = vscode.workspace.workspaceFolders![0]!.uri;
      const editor = await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, 'invoices.js'));
      editor.selection = new vscode.Selection(1, 0, 3, 3);
    });

    await step('searching with a selection finds a pattern about ownership first', async () => {
      await workbench.runCommand('MCP Switchboard: Search Threat Knowledge Base');
      const view = await findWebview(page, '[data-testid=knowledge]');
      const first = view.locator('[role=option][data-pattern]').first();
      await first.waitFor();
      assert.match((await first.getAttribute('data-pattern')) ?? '', /^TMKB-AUTHZ-/);
      await first.click();
      await view.getByTestId('pattern').waitFor();
    });

    const view = await findWebview(page, '[data-testid=knowledge]');
    const scenario: Scenario = { window, step, view };
    await inspectMeanwhile(scenario);
    await searchBesideCode(scenario);
    await checkPatternFiles(scenario);
  }),
);
