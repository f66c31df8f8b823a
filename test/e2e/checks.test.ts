import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Locator } from 'playwright-core';
import { startConformanceServer } from '../conformance/fixtures/server.ts';
import { projectRoot } from '../support/sources.ts';
import { keepPicture } from './support/evidence.ts';
import { approveAndStart, withServers } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { run, show } from './support/toolCalls.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const everything = 'servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const everythingFile = join(projectRoot, 'test/fixtures', everything);
const file = 'every.mcptest.json';

function writeChecks(folder: string, b: number): void {
  const checks = [
    { id: 'sum', call: 'get-sum', args: { a: 2, b: 3 }, expect: { contains: '5' } },
    { id: 'wrong', call: 'echo', args: { message: 'tea' }, expect: { contains: 'coffee' } },
    { id: 'kept', call: 'get-sum', args: { a: 1, b }, expect: { snapshot: true } },
  ];
  const text = JSON.stringify({ mcptest: 1, server: 'every', checks }, undefined, 2);
  writeFileSync(join(folder, file), `${text}\n`);
}

const kept = (folder: string): string => readFileSync(join(folder, '__mcp__/every/kept.json'), 'utf8');

function row({ page }: Window, name: string, state = ''): Locator {
  return page.locator(`.test-explorer .monaco-list-row[aria-label^="${name} ${state}"]`);
}

async function command({ driver }: Window, id: string): Promise<void> {
  await driver.run(async (vscode, name) => {
    await vscode.commands.executeCommand(name);
  }, id);
}

/** Starts a command that ends with its run. */
function begin({ driver }: Window, id: string): Promise<void> {
  return driver.run((vscode, name) => {
    void vscode.commands.executeCommand(name);
  }, id);
}

async function hoverAction(window: Window, name: string, action: string): Promise<void> {
  await row(window, name).hover();
  await row(window, name).locator(`.action-label[aria-label^="${action}"]`).click();
}

function rewrite(folder: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

/** The entry says how its server is debugged. */
function debugAsNode(folder: string): void {
  const config = join(folder, '.vscode/mcp.json');
  const { servers } = JSON.parse(readFileSync(config, 'utf8')) as { servers: Record<string, object> };
  const dev = { debug: { type: 'node' } };
  writeFileSync(config, JSON.stringify({ servers: { every: { ...servers['every'], dev } } }));
}

/** The extension host may keep an ended session as the active one: the tool bar goes with the last. */
async function endDebugger({ driver, page }: Window): Promise<void> {
  const isDebugged = await driver.run((vscode) => vscode.debug.activeDebugSession !== undefined);
  assert.ok(isDebugged, 'its server runs under the debugger');
  await driver.run(async (vscode) => {
    await vscode.debug.stopDebugging();
  });
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
}

async function debugAndRunAgain(window: Window, step: Step): Promise<void> {
  const { page, folder, workbench } = window;
  await step('debugging stops before the step, and the Inspector shows it with its arguments', async () => {
    await hoverAction(window, 'sum', 'Debug Test');
    const choices = page.locator('.quick-input-list .monaco-list-row');
    await choices.filter({ hasText: 'get-sum {"a":2,"b":3}' }).waitFor();
    const inspector = await findWebview(page, '[data-testid=inspector]');
    const detail = inspector.locator('[data-testid=tool-detail][data-server="every"][data-tool="get-sum"]');
    await detail.waitFor();
    await until(async () => (await inputValues(detail)).includes('3'), 'the arguments in the form');
    await workbench.tab(file).waitFor();
    await keepPicture(page, 'checks-debug');
    await choices.filter({ hasText: 'Continue' }).click();
    await command(window, 'workbench.view.testing.focus');
    await row(window, 'sum', '(Passed)').waitFor();
    await endDebugger(window);
  });

  await step('only what failed is run again', async () => {
    rewrite(folder, (text) => text.replace('coffee', 'tea'));
    rmSync(join(folder, '__mcp__'), { recursive: true });
    await until(async () => {
      await command(window, 'testing.reRunFailTests');
      return row(window, 'wrong', '(Passed)').isVisible();
    }, 'the check that failed');
    assert.equal(existsSync(join(folder, '__mcp__')), false, 'the others were not run');
  });
}

/** Of a form's fields, whatever component they are. */
function inputValues(detail: Locator): Promise<readonly string[]> {
  return detail
    .locator('vscode-text-field, input, textarea')
    .evaluateAll((fields) => fields.map((field) => String((field as HTMLInputElement).value)));
}

async function runContinuously(window: Window, step: Step): Promise<void> {
  const { folder, driver } = window;
  await step('a continuous run follows the file and restarts of the server', async () => {
    await hoverAction(window, file, 'Turn on Continuous Run');
    rewrite(folder, (text) => text.replace('"contains": "5"', '"contains": "6"'));
    await row(window, 'sum', '(Failed)').waitFor();
    await until(() => existsSync(join(folder, '__mcp__/every/kept.json')), 'the last of the run');
    rmSync(join(folder, '__mcp__'), { recursive: true });
    await driver.run(async (vscode) => {
      await vscode.commands.executeCommand('mcpSwitchboard.restartServer', 'every');
    });
    await until(() => existsSync(join(folder, '__mcp__/every/kept.json')), 'a run after the restart');
    await hoverAction(window, file, 'Turn off Continuous Run');
  });

  await step('a run is cancelled, and its request too', async () => {
    const long = { id: 'long', call: 'trigger-long-running-operation', args: { duration: 600, steps: 600 } };
    rewrite(folder, (text) => {
      const { checks, ...rest } = JSON.parse(text) as { readonly checks: readonly object[] };
      return JSON.stringify({ ...rest, checks: [long, ...checks] }, undefined, 2);
    });
    await row(window, 'long').waitFor();
    await begin(window, 'testing.runAll');
    await row(window, 'long').locator('.codicon-modifier-spin').waitFor(); // the label of a row is not renewed for that
    await command(window, 'testing.cancelRun');
    await row(window, 'long', '(Skipped)').waitFor();
    rewrite(folder, (text) => {
      const { checks, ...rest } = JSON.parse(text) as { readonly checks: readonly object[] };
      return JSON.stringify({ ...rest, checks: checks.slice(1) }, undefined, 2);
    });
    await row(window, 'long').waitFor({ state: 'detached' });
  });
}

async function runOwnServers(window: Window, step: Step): Promise<void> {
  const { page, workbench, folder } = window;
  const own = (id: string, server: object, call = 'echo', contains = 'moon'): void => {
    const checks = [{ id, call, args: call === 'echo' ? { message: 'moon' } : {}, expect: { contains } }];
    writeFileSync(join(folder, 'own.mcptest.json'), JSON.stringify({ mcptest: 1, server, checks }));
  };
  const approveAndPass = async (id: string): Promise<void> => {
    await row(window, id).waitFor();
    await command(window, 'testing.runAll');
    await row(window, id, '(Errored)').waitFor();
    await row(window, id).dblclick();
    await page.locator('.peekview-widget a', { hasText: 'Approve…' }).first().click();
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await workbench.dialog().waitFor({ state: 'detached' });
    await command(window, 'closeMarkersNavigation');
    await command(window, 'workbench.view.testing.focus');
    await command(window, 'testing.runAll');
    await row(window, id, '(Passed)').waitFor();
  };
  await step(
    'a server that the file defines itself is approved by the link of its failure, and then runs',
    async () => {
      own('by-command', { command: 'node', args: [everythingFile] });
      await row(window, 'own.mcptest.json').locator('.monaco-tl-twistie').click();
      await approveAndPass('by-command');
    },
  );

  await step('so does a server at a URL', async () => {
    const web = await startConformanceServer();
    try {
      own('by-url', { url: web.url }, 'test_simple_text', 'simple text response');
      await approveAndPass('by-url');
    } finally {
      web.close();
    }
  });

  await step('so does a recording, which answers in place of its server', async () => {
    await recordEcho(join(folder, 'echo.mcptrace'));
    own('by-recording', { recording: 'echo.mcptrace' });
    await approveAndPass('by-recording');
  });
}

/** What a client and a real server said to each other, by `switchboard tap`. */
async function recordEcho(recording: string): Promise<void> {
  const args = [join(projectRoot, 'dist/cli.cjs'), 'tap', '--out', recording, '--', 'node', everythingFile];
  const client = new Client({ name: 'recorded', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  await client.listTools();
  await client.callTool({ name: 'echo', arguments: { message: 'moon' } });
  await client.close();
}

async function updateAndCover(window: Window, step: Step): Promise<void> {
  const { page, folder } = window;
  await step('a snapshot that differs fails, and is updated from its message', async () => {
    writeChecks(folder, 5);
    await until(async () => {
      await command(window, 'testing.runAll');
      return row(window, 'kept', '(Failed)').isVisible();
    }, 'the changed check');
    await row(window, 'kept').dblclick();
    const update = page.locator('.peekview-widget').getByText('Update Snapshot');
    await update.first().click();
    await row(window, 'kept', '(Passed)').waitFor();
    assert.match(kept(folder), /sum of 1 and 5 is 6/);
    await command(window, 'closeMarkersNavigation');
  });

  await step('coverage counts the tools that were called', async () => {
    await command(window, 'testing.coverageAll');
    await page.locator('.test-coverage-list-item', { hasText: file }).first().waitFor();
    await keepPicture(page, 'checks-coverage');
  });
}

/** As if npm had fetched the suite. */
async function putSuite({ driver }: Window): Promise<void> {
  const home = await driver.run(() => process.env['XDG_CACHE_HOME'] ?? `${process.env['HOME']}/.cache`);
  const place = join(home, 'mcp-switchboard', 'conformance-0.2.0-alpha.12');
  mkdirSync(place, { recursive: true });
  if (!existsSync(join(place, 'node_modules')))
    symlinkSync(join(projectRoot, 'test/conformance/node_modules'), join(place, 'node_modules'), 'dir');
}

function hasEcho(checkFile: string): boolean {
  return checkFile.endsWith('.mcptest.json') && readFileSync(checkFile, 'utf8').includes('"call": "echo"');
}

async function saveFromTraffic(window: Window, step: Step): Promise<void> {
  const { page, folder, workbench } = window;
  await step('selected rows of Traffic become checks', async () => {
    writeChecks(folder, 2);
    await command(window, 'testing.runAll');
    const traffic = await new Switchboard(window).traffic();
    const call = (tool: string): Locator =>
      traffic.locator('[role=row]', { hasText: tool }).filter({ hasText: 'every' }).last();
    await call('echo').click();
    await call('get-sum').click({ modifiers: ['Control'] });
    await traffic.getByTestId('traffic-checks').click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: file }).click();
    await until(() => readFileSync(join(folder, file), 'utf8').includes('"id": "echo"'), 'the checks');
    assert.match(readFileSync(join(folder, file), 'utf8'), /"id": "get-sum"/);
  });

  await step('a recording in the Explorer becomes checks', async () => {
    await workbench.openSideBar('Explorer');
    await workbench.treeRow('echo.mcptrace').click({ button: 'right' });
    const entry = page.locator('.context-view .action-label', { hasText: 'Create Checks from Recording…' });
    const input = page.locator('.quick-input-widget input').first();
    await until(async () => {
      if (await entry.isVisible()) await entry.click({ timeout: 5_000 }); // a menu ignores clicks while it opens
      return input.isVisible();
    }, 'the name of the file');
    await page.keyboard.press('Enter'); // the proposed name
    const made = (): boolean => readdirSync(folder).some((one) => one !== file && hasEcho(join(folder, one)));
    await until(made, 'the checks of the recording');
  });

  await step(
    'conformance runs by a click: its results are on the page of the server, its frames in Traffic',
    async () => {
      await putSuite(window);
      const switchboard = new Switchboard(window);
      const inspector = await switchboard.inspectorInEditor(await switchboard.inspector());
      await show(inspector, 'every', 'server');
      const section = inspector.getByTestId('conformance');
      await section.locator('button').first().click();
      await inspector.getByTestId('run-conformance').click();
      await section.getByTestId('conformance-score').waitFor({ timeout: 120_000 });
      const failed = section.getByTestId('conformance-failed').locator('li').first();
      await failed.getByText('Expected').first().waitFor();
      await keepPicture(page, 'checks-conformance');
      await section.getByTestId('conformance-passed').locator('button').first().click();
      await section.locator('li', { hasText: 'tools-list' }).getByText('Show in Traffic').first().click();
      const traffic = await new Switchboard(window).traffic();
      const frames = traffic.locator('[role=row]', { hasText: 'every (conformance)' });
      await frames.filter({ hasText: 'tools/list' }).first().waitFor();
      assert.equal(await frames.filter({ hasText: 'prompts/list' }).count(), 0);
    },
  );
}

async function writeChecksInEditor(window: Window, step: Step): Promise<void> {
  const { page, folder, workbench, driver } = window;
  await step('a call of the Inspector is saved as a check', async () => {
    const switchboard = new Switchboard(window);
    const inspector = await switchboard.inspectorInEditor(await switchboard.inspector());
    await run(inspector, 'every', 'get-tiny-image');
    await inspector.getByTestId('result-more').first().click();
    await inspector.getByTestId('save-as-check').click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: file }).click();
    await until(() => readFileSync(join(folder, file), 'utf8').includes('get-tiny-image'), 'the check');
    await workbench.tab(file).waitFor();
  });

  await step('a mistake in a check file is a problem at its place', async () => {
    const text = readFileSync(join(folder, file), 'utf8').replace(
      '"call": "get-tiny-image"',
      '"call": "get-huge-image"',
    );
    writeFileSync(join(folder, file), text);
    const problems = await until(
      () =>
        driver.run((vscode) => {
          const found = vscode.languages.getDiagnostics().filter(([uri]) => uri.path.endsWith('.mcptest.json'));
          const texts = found.flatMap(([, list]) => list.map(({ message }) => message));
          return texts.length > 0 ? texts : (false as const);
        }),
      'the problem',
    );
    assert.match(problems.join(' '), /get-huge-image/);
  });
}

test(
  'checks are found, run, compared and updated in the Test Explorer',
  inWindow(
    {
      height: 1_000,
      arrange: (folder) => {
        withServers({ every: [everything] })(folder);
        debugAsNode(folder);
        writeChecks(folder, 2);
      },
    },
    async (window, step) => {
      const { page, folder } = window;

      await step('a check file is found when the Testing view is opened', async () => {
        await command(window, 'workbench.view.testing.focus');
        await row(window, file).locator('.monaco-tl-twistie').click();
        await row(window, 'kept').waitFor();
      });

      await step('a server that is not approved is told once, with the way out', async () => {
        await command(window, 'testing.runAll');
        await row(window, 'sum', '(Errored)').waitFor();
        await row(window, 'kept', '(Errored)').waitFor();
      });

      await step('what is as expected passes, and what is not fails', async () => {
        await approveAndStart(window, 'every');
        await command(window, 'testing.runAll');
        await row(window, 'sum', '(Passed)').waitFor();
        await row(window, 'wrong', '(Failed)').waitFor();
        await row(window, 'kept', '(Passed)').waitFor();
        assert.match(kept(folder), /sum of 1 and 2 is 3/);
      });

      await step('a failure shows expected and actual side by side, and icons stand in the gutter', async () => {
        await row(window, 'wrong').dblclick();
        await page.locator('.peekview-widget .monaco-diff-editor').waitFor();
        await page.locator('[class*=testing-run-glyph]').first().waitFor();
        await keepPicture(page, 'checks-diff');
        await page.keyboard.press('Escape');
      });

      await debugAndRunAgain(window, step);
      await runContinuously(window, step);
      await runOwnServers(window, step);
      await updateAndCover(window, step);
      await writeChecksInEditor(window, step);
      await saveFromTraffic(window, step);
    },
  ),
);
