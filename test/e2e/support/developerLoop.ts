import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { keepPicture } from './evidence.ts';
import { approveAndStart } from './servers.ts';
import { Switchboard } from './switchboard.ts';
import { chooseInMenu, ended, run } from './toolCalls.ts';
import { until } from './until.ts';
import type { Step, Window } from './window.ts';

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  /** Of the server `notes`, which is approved. */
  readonly row: Locator;
}

/** What the driver keeps between two steps in its extension host. */
interface Kept {
  stops: number;
  sessions: string[];
  result?: string;
}

type Api = { callTool(server: string, tool: string, args: object): Promise<{ content: readonly { text: string }[] }> };

/** A call may take this long: a debugger that stops it for longer must not end it. */
const toolTimeoutMs = 700;

function editServer({ folder }: Window, change: (text: string) => string): string {
  const file = join(folder, 'servers/notes.mjs');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, change(before));
  return before;
}

const kept = ({ driver }: Window): Promise<Kept> => driver.run(() => (globalThis as unknown as { kept: Kept }).kept);

/** Everything that a debugger says from now on, and a breakpoint in the handler of `add_note`. */
async function setBreakpoint({ driver, folder }: Window): Promise<void> {
  const line = readFileSync(join(folder, 'servers/notes.mjs'), 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('Note ${'));
  await driver.run(
    (vscode, { file, at }) => {
      const all: Kept = { stops: 0, sessions: [] };
      Object.assign(globalThis, { kept: all });
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: () => ({
          onDidSendMessage: (message: { event?: string }) => void (all.stops += message.event === 'stopped' ? 1 : 0),
        }),
      });
      vscode.debug.onDidStartDebugSession(({ name }) => void all.sessions.push(name));
      vscode.debug.onDidTerminateDebugSession(({ name }) => void all.sessions.splice(all.sessions.indexOf(name), 1));
      const place = new vscode.Location(vscode.Uri.file(file), new vscode.Position(at, 0));
      vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place)]);
    },
    { file: join(folder, 'servers/notes.mjs'), at: line },
  );
}

async function call({ driver }: Window): Promise<void> {
  await driver.run(async (vscode) => {
    const { kept: all } = globalThis as unknown as { kept: Kept };
    const api = vscode.extensions.getExtension<Api>('mcp-switchboard.mcp-switchboard')!.exports;
    void api.callTool('notes', 'add_note', { text: 'stopped here' }).then(
      ({ content }) => (all.result = content[0]!.text),
      (error: unknown) => (all.result = String(error)),
    );
  });
}

export async function debugServer({ window, step, row }: Scenario): Promise<void> {
  const { page, driver, folder } = window;
  await step(
    'Debug Server starts it under the debugger of its language, and a breakpoint in a handler is hit',
    async () => {
      const file = join(folder, '.vscode/mcp.json');
      const dev = { watch: 'servers/**/*.mjs', debug: { type: 'node' } };
      const more = `"dev": ${JSON.stringify(dev)}, "toolTimeoutMs": ${toolTimeoutMs}, "command": "node",`;
      writeFileSync(file, readFileSync(file, 'utf8').replace('"command": "node",', more));
      await setBreakpoint(window);
      await driver.run((vscode) =>
        vscode.debug.startDebugging(undefined, {
          type: 'mcp',
          request: 'launch',
          name: 'Debug notes',
          server: 'notes',
        }),
      );
      await until(async () => (await kept(window)).sessions.length > 1, 'the debugger attaches');
      await row.filter({ hasText: '2 tools' }).waitFor();
      await call(window);
      await until(async () => (await kept(window)).stops > 0, 'the breakpoint is hit');
    },
  );

  await step('the call waits while the debugger has stopped it, longer than it may take, and then ends', async () => {
    const since = performance.now();
    await until(() => performance.now() - since > 2 * toolTimeoutMs, 'more than its time has passed');
    assert.equal((await kept(window)).result, undefined);
    await keepPicture(page, 'debug-server');
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.debug.continue'));
    const result = await until(async () => (await kept(window)).result, 'the result');
    assert.match(result, /^Note \d+ kept\./);
  });

  await step('ending the debugger ends the server', async () => {
    await driver.run((vscode) => vscode.debug.removeBreakpoints(vscode.debug.breakpoints));
    // On a busy machine VS Code may drop the first request while the debugger still tells of the continued program,
    // and its active session may be one that has ended.
    await until(async () => {
      await driver.run((vscode) => vscode.debug.stopDebugging());
      return (await kept(window)).sessions.length === 0;
    }, 'the end of the debugger');
    await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.servers.focus')); // it has opened its own view
    await row.filter({ hasText: 'Stopped' }).waitFor();
  });
}

export async function restartOnSave({ window, step, row }: Scenario): Promise<void> {
  const { page, driver, workbench, folder } = window;
  const status = page.locator('.statusbar-item[id*="mcpSwitchboard.restarts"]');
  let good = '';
  await step('a saved change restarts a running server and says what is different', async () => {
    await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.startServer', 'notes'));
    await row.filter({ hasText: '2 tools' }).waitFor();
    good = editServer(window, (text) =>
      text.replace('Keeps a note until the server stops.', 'Keeps a note for a while.'),
    );
    await status.filter({ hasText: 'notes: Tools: 1 changed' }).waitFor();
    await status.locator('a').click();
    await workbench.tab('notes: before and after the restart').waitFor();
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'Keeps a note for a while.' }).first().waitFor();
    await keepPicture(page, 'restart-on-save');
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  });

  await step('a syntax error keeps what the server offered, and the next save mends it', async () => {
    editServer(window, (text) => `this is no JavaScript\n${text}`);
    await status.filter({ has: page.locator('.codicon-error') }).waitFor();
    await row.filter({ hasText: 'out of date' }).waitFor();
    const tools = await driver.run(async (vscode) => {
      const api = vscode.extensions.getExtension<{ getTools(): Promise<readonly { server: string }[]> }>(
        'mcp-switchboard.mcp-switchboard',
      )!.exports;
      return (await api.getTools()).filter(({ server }) => server === 'notes').length;
    });
    assert.ok(tools > 0, 'its tools are still known');
    editServer(window, () => good);
    await status.filter({ hasText: 'notes: Tools: 1 changed' }).waitFor();
    await row.filter({ hasText: '2 tools' }).waitFor();
  });

  await step('a watched call runs again after a save, and its old and new results are side by side', async () => {
    const switchboard = new Switchboard(window);
    const inspector = await switchboard.inspectorInEditor(await switchboard.inspector());
    await run(inspector, 'notes', 'find_notes');
    await ended(inspector);
    await chooseInMenu(inspector, 'result-more', 'watch-call');
    await inspector.locator('.chip', { hasText: 'Watched' }).waitFor();
    editServer(window, (text) => text.replace('Order more tea', 'Order more coffee'));
    await workbench.tab('↔ find_notes #').waitFor();
    const diff = page.locator('.monaco-diff-editor');
    await diff.locator('.view-line', { hasText: 'Order more coffee' }).first().waitFor();
    await status.filter({ hasText: 'find_notes: different result' }).waitFor();
    await keepPicture(page, 'watched-call');
    editServer(window, (text) => `// ${text}`.replace('// ', '//\n'));
    await status.filter({ hasText: 'find_notes: same result' }).waitFor();
    editServer(window, () => good);
  });

  await step('what the build before a restart complains about is a Problem at its line', async () => {
    const file = join(folder, '.vscode/mcp.json');
    const configured = readFileSync(file, 'utf8');
    const build = ['node', '-e', 'console.log("servers/notes.mjs:3:7: error: no tea"); process.exitCode = 1'];
    writeFileSync(file, configured.replace('"dev": {', `"dev": {"build":${JSON.stringify(build)},`));
    await row.filter({ hasText: 'needs your approval' }).waitFor();
    await approveAndStart(window, 'notes');
    editServer(window, (text) => `${text}\n`);
    const problems = (): Promise<readonly string[]> =>
      driver.run((vscode) =>
        vscode.languages
          .getDiagnostics()
          .flatMap(([, all]) => all.map(({ message, range }) => `${range.start.line}: ${message}`)),
      );
    await until(async () => (await problems()).includes('2: error: no tea'), 'the problem of the build');
    writeFileSync(file, configured);
    await row.filter({ hasText: 'needs your approval' }).waitFor();
    await approveAndStart(window, 'notes');
    await until(
      async () => !(await problems()).includes('2: error: no tea'),
      'no problem of the build once it runs as the files say',
    );
    editServer(window, () => good);
  });
}
