import { join } from 'node:path';
import { extensionId } from '../e2e/support/extension.ts';
import type { Driver } from '../e2e/support/driver.ts';
import { withWindow } from '../e2e/support/window.ts';
import { activationMs, activationTable, helloId } from './support/activationTimes.ts';
import { row } from './support/row.ts';
import { settle } from './support/settle.ts';
import type { Bench } from './support/row.ts';

const windows = 7;

function firstToolsMs(driver: Driver): Promise<number> {
  return driver.run(async (vscode, id) => {
    const api = await vscode.extensions.getExtension<{ getTools(): Promise<unknown[]> }>(id)?.activate();
    const start = performance.now();
    const tools = await api?.getTools();
    if (!tools?.length) throw new Error('no tools were listed');
    return performance.now() - start;
  }, extensionId);
}

/** The SDK alone, on the Node of the extension host: from import to list, as it reports itself. */
function bareSdkMs(driver: Driver): Promise<number> {
  const script = join(import.meta.dirname, 'bareSdk.mjs');
  return driver.run(async (_vscode, file, require) => {
    const { execFile } = require('node:child_process') as typeof import('node:child_process');
    const { promisify } = require('node:util') as typeof import('node:util');
    return Number((await promisify(execFile)(process.execPath, [file])).stdout);
  }, script);
}

interface Sample {
  readonly ours: number;
  readonly hello: number;
  readonly tools: number;
  readonly bare: number;
}

/** All figures of one fresh window; who goes first changes from window to window. */
function sample(oursFirst: boolean): Promise<Sample> {
  return withWindow('bench', {}, async ({ driver }) => {
    await settle(driver);
    const table = await activationTable(driver, oursFirst ? [extensionId, helloId] : [helloId, extensionId]);
    await settle(driver);
    const bareBefore = oursFirst ? undefined : await bareSdkMs(driver);
    const tools = await firstToolsMs(driver);
    const bare = bareBefore ?? (await bareSdkMs(driver));
    return { ours: activationMs(table, extensionId), hello: activationMs(table, helloId), tools, bare };
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
    const listed = { name: 'first tool list', unit: 'ms', peerName: 'the bare SDK, client and server in one Node' };
    return [
      row({ ...active, limit: { ratio: 10, ours: 30 } }, all('ours'), all('hello')),
      row({ ...listed, limit: { ratio: 3 } }, all('tools'), all('bare')),
    ];
  },
};
