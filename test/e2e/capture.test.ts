import assert from 'node:assert/strict';
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { parseConfig } from '../../src/core/config/parse/parseConfig.ts';
import { connectDriver } from './support/driver.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { inWindow } from './support/window.ts';

const repoRoot = join(import.meta.dirname, '../..');

function rowsWith(traffic: Frame, text: string | RegExp): Promise<number> {
  return traffic.locator('[data-testid=traffic-rows] [role=row]', { hasText: text }).count();
}

function tap(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(repoRoot, 'dist/cli.cjs'), 'tap', ...args], { cwd: folder });
}

/** An agent of its own, outside VS Code, that talks to a server through the tap. */
async function talkThroughTap(folder: string): Promise<ChildProcess> {
  const server = ['node', join(folder, 'servers/notes.mjs')];
  const child = tap(folder, ['--name', 'outside', '--out', 'outside.mcptrace', '--', ...server]);
  const say = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'agent', version: '1' };
  say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  await once(child.stdout, 'data');
  say({ id: 2, method: 'tools/call', params: { name: 'add_note', arguments: { text: 'from outside' } } });
  await once(child.stdout, 'data');
  return child;
}

test(
  'traffic survives a reload, taps of other clients arrive, and a server is recorded and released',
  inWindow({ width: 1400, height: 900 }, async (window, step) => {
    const { page, workbench, folder } = window;
    const switchboard = new Switchboard(window);
    const inspector = await switchboard.inspector();
    await switchboard.runTool(inspector, 'switchboard_servers');

    await step('messages of another client that uses switchboard tap are in the panel', async () => {
      const traffic = await switchboard.traffic();
      const agent = await talkThroughTap(folder);
      await until(async () => (await rowsWith(traffic, /add_note/)) > 0, 'the call of the agent');
      assert.ok((await rowsWith(traffic, /outside \(tap\)/)) > 0);
      agent.stdin?.end();
      await once(agent, 'close');
      await until(async () => (await rowsWith(traffic, 'tap disconnected')) > 0, 'the end of the tap');
    });

    await step('a call that gets no response does not stay pending for ever', async () => {
      const traffic = await switchboard.traffic();
      const mute = tap(folder, ['--name', 'mute', '--', 'node', '-e', 'process.stdin.resume()']);
      mute.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"never"}}\n');
      await traffic.locator('[role=row][data-pending]', { hasText: 'never' }).waitFor();
      mute.stdin?.end();
      await traffic.locator('[role=row]', { hasText: /never[^]*No response/ }).waitFor();
    });

    await step('the traffic is still there after a reload of the window', async () => {
      await page.reload();
      await workbench.ready();
      await switchboard.inspector(); // the commands of extensions come a moment after the workbench
      const traffic = await switchboard.traffic();
      await until(async () => (await rowsWith(traffic, /add_note/)) > 0, 'the old rows');
      await workbench.runCommand('MCP Switchboard: Open Full Traffic History');
      const all = await findWebview(page, '[data-testid=traffic][data-kind=recording]');
      await until(async () => (await rowsWith(all, /add_note/)) > 0, 'the old rows');
    });

    await step('a recording becomes a server of mcp.json that replays the recorded responses', async () => {
      const driver = await connectDriver(folder, currentWorkbench().driverDir);
      void driver.run(
        (vscode, at) => void vscode.commands.executeCommand('mcpSwitchboard.startFromRecording', vscode.Uri.file(at)),
        join(folder, 'outside.mcptrace'),
      );
      const file = join(folder, '.vscode/mcp.json');
      const entryOf = (): Entry | undefined =>
        parseConfig(readFileSync(file, 'utf8'), 'vscode', file).servers.find(({ name }) => name === 'outside-recording')
          ?.raw as Entry | undefined;
      await until(() => entryOf() !== undefined, 'the new entry');
      assert.ok(entryOf()?.args.includes('${workspaceFolder}/outside.mcptrace'));
      assert.match(await callRecorded(entryOf()!, folder), /"id":9.*Note 2 kept/);
      await workbench.dialog().filter({ hasText: 'to run on this computer?' }).waitFor();
      await page.keyboard.press('Escape');
      await workbench.dialog().waitFor({ state: 'detached' });
    });

    await step('a server is recorded by its command, and released by Undo', async () => {
      const driver = await connectDriver(folder, currentWorkbench().driverDir);
      const file = join(folder, '.vscode/mcp.json');
      const before = readFileSync(file, 'utf8');
      await driver.run((vscode) => void vscode.commands.executeCommand('mcpSwitchboard.recordServer', 'notes'));
      await until(
        () => /"tap",\s*"--name",\s*"[\w-]+",\s*"--",\s*"node"/.test(readFileSync(file, 'utf8')),
        'a wrapped entry',
      );
      await workbench.notifications().locator('.monaco-button', { hasText: 'Undo' }).click();
      await until(() => withoutBlanks(readFileSync(file, 'utf8')) === withoutBlanks(before), 'the entry as it was');
    });
  }),
);

/** Starts the entry as any client would, and returns its response to a recorded call. */
async function callRecorded({ command, args }: Entry, folder: string): Promise<string> {
  const whole = args.map((arg) => arg.replace('${workspaceFolder}', folder));
  const child = spawn(command, whole, { stdio: ['pipe', 'pipe', 'inherit'] });
  const params = { name: 'add_note', arguments: { text: 'from outside' } };
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params })}\n`);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return answer.toString();
}

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
