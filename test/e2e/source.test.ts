import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { keepPicture } from './support/evidence.ts';
import { approveAndStart } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { choose, ended, run } from './support/toolCalls.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const sdk = join(repoRoot, 'node_modules/@modelcontextprotocol/server/dist');

/** With the real SDK by its whole path, because the folder has no packages. */
const source = `import { McpServer, fromJsonSchema } from '${sdk}/index.mjs';
import { serveStdio } from '${sdk}/stdio.mjs';

const inputSchema = fromJsonSchema({ type: 'object' });
serveStdio(() => {
  const server = new McpServer({ name: 'own', version: '1' });
  server.registerTool('plain', { inputSchema }, async () => ({ content: [{ type: 'text', text: 'done' }] }));
  server.registerTool('broken', { description: 'Fails in its own line, always', inputSchema }, async () => {
    const { stack } = new Error('boom');
    return { isError: true, content: [{ type: 'text', text: stack }] };
  });
  return server;
});
`;
const lineOf = (text: string): number => source.slice(0, source.indexOf(text)).split('\n').length;

function arrange(folder: string): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, 'own.mjs'), source);
  const own = { command: process.execPath, args: ['${workspaceFolder}/own.mjs'] };
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { own } }, undefined, 2));
}

interface Place {
  readonly file: string;
  readonly line: number;
}

function cursor({ driver }: Window): Promise<Place> {
  return driver.run((vscode) => {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    return { file: document?.fileName ?? '', line: (selection?.active.line ?? -1) + 1 };
  });
}

async function isAt(window: Window, line: number): Promise<void> {
  await until(async () => {
    const place = await cursor(window);
    return place.file.endsWith('own.mjs') && place.line === line;
  }, `the cursor in line ${line}`);
}

async function followLinks(window: Window, step: Step): Promise<void> {
  const { page } = window;
  const switchboard = new Switchboard(window);
  await switchboard.open();
  await approveAndStart(window, 'own');
  const inspector = await switchboard.inspector();

  await step('a tool leads to the line that registers it', async () => {
    await choose(inspector, 'own', 'plain');
    await inspector.getByTestId('go-to-source').click();
    await isAt(window, lineOf("registerTool('plain'"));
  });

  await step('a lens over that line runs the tool and tells of its calls', async () => {
    const lens = page.locator('.codelens-decoration a');
    await lens.filter({ hasText: 'Run' }).first().waitFor();
    await inspector.getByTestId('run').click();
    await ended(inspector);
    await lens.filter({ hasText: /Run · last \d+ ms · 1 call/ }).waitFor();
    await keepPicture(page, 'source-lens');
    await lens
      .filter({ hasText: /^.*Run$/ })
      .first()
      .click();
    await inspector.locator('[data-testid=tool-detail][data-tool=broken]').waitFor();
  });

  await step('a position in an error is a link to it', async () => {
    await run(inspector, 'own', 'broken');
    await ended(inspector);
    await inspector.getByTestId('source-links').getByRole('button').first().click();
    await isAt(window, lineOf('new Error'));
  });

  await step('findings of lint stand at the line, and a quick fix adds what is missing', async () => {
    const fixes = await until(async () => {
      const titles = await window.driver.run(async (vscode, line) => {
        const { document } = vscode.window.activeTextEditor!;
        const range = new vscode.Range(line - 1, 0, line - 1, 80);
        const found = await vscode.commands.executeCommand<{ title: string }[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          range,
        );
        return found.map(({ title }) => title);
      }, lineOf("registerTool('plain'"));
      return titles.includes('Add a Description') && titles;
    }, 'the quick fix');
    assert.ok(fixes.includes('Add a Title'));
    await keepPicture(page, 'source-lint');
  });
}

async function crash(window: Window, step: Step): Promise<void> {
  await step('an exception that ends the server is a Problem at its line, until it runs again', async () => {
    const file = join(window.folder, 'own.mjs');
    writeFileSync(file, source.replace('const inputSchema', "throw new Error('no such table');\nconst inputSchema"));
    const problems = (): Promise<readonly string[]> =>
      window.driver.run((vscode) =>
        vscode.languages
          .getDiagnostics()
          .flatMap(([uri, list]) => list.map(({ message, range, severity }) => ({ uri, message, range, severity })))
          .filter(({ uri, severity }) => uri.path.endsWith('own.mjs') && severity === 0)
          .map(({ message, range }) => `${range.start.line + 1} ${message}`),
      );
    const restart = (): Promise<unknown> =>
      window.driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.restartServer', 'own'));
    await restart();
    await until(async () => (await problems()).some((text) => text.startsWith('4 own: ')), 'the Problem');
    writeFileSync(file, source);
    await restart();
    await until(async () => (await problems()).length === 0, 'no Problem');
  });
}

async function create({ page, workbench, folder }: Window, step: Step): Promise<void> {
  await step('a new server is written with its checks, its entry and how it is debugged', async () => {
    await workbench.runCommand('MCP Switchboard: Create MCP Server…');
    const row = page.locator('.quick-input-list .monaco-list-row');
    await row.filter({ hasText: 'TypeScript' }).click();
    await row.filter({ hasText: 'stdio' }).click();
    const input = page.locator('.quick-input-widget input').first();
    await input.fill('fresh');
    await page.keyboard.press('Enter');
    await workbench.tab('server.ts').waitFor();
    await workbench.notifications().filter({ hasText: 'Install its packages' }).first().waitFor();
    await keepPicture(page, 'source-create');
    assert.ok(existsSync(join(folder, 'fresh/fresh.mcptest.json')));
    assert.match(readFileSync(join(folder, '.vscode/mcp.json'), 'utf8'), /"fresh": \{/);
    assert.match(readFileSync(join(folder, '.vscode/launch.json'), 'utf8'), /"server": "fresh"/);
    await workbench.treeRow('fresh').first().waitFor();
  });
}

test(
  'a server and its sources lead to each other',
  inWindow({ width: 1400, height: 900, arrange }, async (window, step) => {
    await followLinks(window, step);
    await crash(window, step);
    await create(window, step);
  }),
);
