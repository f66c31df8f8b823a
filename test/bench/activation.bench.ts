import { extensionId } from '../e2e/support/extension.ts';
import type { Driver } from '../e2e/support/driver.ts';
import { withWindow } from '../e2e/support/window.ts';
import { row } from './support/row.ts';
import type { Bench } from './support/row.ts';

const windows = 7;
const helloId = 'mcp-switchboard-bench.hello-world';

/** A window that has just opened is busy with itself; until its extension host answers at once, nothing is measured. */
function settle(driver: Driver): Promise<void> {
  return driver.run(async () => {
    for (let calm = 0, tries = 0; calm < 20 && tries < 600; tries++) {
      const start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 50));
      calm = performance.now() - start < 65 ? calm + 1 : 0;
    }
  });
}

/** Activates extensions in the given order and answers with VS Code's own account of it, in whole milliseconds. */
function activationTable(driver: Driver, ids: readonly string[]): Promise<string> {
  return driver.run(async (vscode, wanted) => {
    for (const id of wanted) await vscode.extensions.getExtension(id)?.activate();
    await vscode.commands.executeCommand('perfview.show');
    for (let tries = 0; tries < 200; tries++) {
      const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText() ?? '';
      if (wanted.every((id) => text.includes(id))) return text;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the table of activation times did not appear');
  }, ids);
}

/** Load, call and finish; VS Code counts whole milliseconds, so nothing takes less than one. */
function activationMs(table: string, id: string): number {
  const cells =
    table
      .split('\n')
      .find((line) => line.startsWith(`| ${id} `))
      ?.split('|') ?? [];
  return Math.max(1, Number(cells[3]) + Number(cells[4]) + Number(cells[5]));
}

function firstToolsMs(driver: Driver): Promise<number> {
  return driver.run(async (vscode, id) => {
    const api = await vscode.extensions.getExtension<{ getTools(): Promise<unknown[]> }>(id)?.activate();
    const start = performance.now();
    const tools = await api?.getTools();
    if (!tools?.length) throw new Error('no tools were listed');
    return performance.now() - start;
  }, extensionId);
}

/** A server without dependencies, started and asked by hand: what a first tool list costs any client at least. */
function plainServerMs(driver: Driver, folder: string): Promise<number> {
  return driver.run(async (_vscode, cwd, require) => {
    const { spawn } = require('node:child_process') as typeof import('node:child_process');
    const start = performance.now();
    const server = spawn('node', ['servers/notes.mjs'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    const send = (id: number, method: string) =>
      server.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { protocolVersion: '2025-11-25' } })}\n`,
      );
    send(1, 'initialize');
    await new Promise((resolve) => server.stdout.once('data', resolve));
    send(2, 'tools/list');
    await new Promise((resolve) => server.stdout.once('data', resolve));
    server.kill();
    return performance.now() - start;
  }, folder);
}

interface Sample {
  readonly ours: number;
  readonly hello: number;
  readonly tools: number;
  readonly plain: number;
}

/** All figures of one fresh window; who goes first changes from window to window. */
function sample(oursFirst: boolean): Promise<Sample> {
  return withWindow('bench', {}, async ({ driver, folder }) => {
    await settle(driver);
    const table = await activationTable(driver, oursFirst ? [extensionId, helloId] : [helloId, extensionId]);
    await settle(driver);
    const plainBefore = oursFirst ? undefined : await plainServerMs(driver, folder);
    const tools = await firstToolsMs(driver);
    const plain = plainBefore ?? (await plainServerMs(driver, folder));
    return { ours: activationMs(table, extensionId), hello: activationMs(table, helloId), tools, plain };
  });
}

export const activation: Bench = {
  name: 'activation',
  inVscode: true,
  run: async () => {
    const samples: Sample[] = [];
    for (let i = 0; i < windows; i++) samples.push(await sample(i % 2 === 0));
    const all = (key: keyof Sample) => samples.map((one) => one[key]);
    const active = { name: 'activation time', unit: 'ms', peerName: 'a hello-world extension' };
    const listed = { name: 'first tool list', unit: 'ms', peerName: 'a plain stdio server started by hand' };
    return [
      row({ ...active, limit: { ratio: 10, ours: 30 } }, all('ours'), all('hello')),
      row({ ...listed, limit: { ratio: 3 } }, all('tools'), all('plain')),
    ];
  },
};
