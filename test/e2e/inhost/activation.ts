import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inHostTest } from './inHostTest.ts';

interface Api {
  readonly apiVersion: number;
  getTools(): Promise<readonly { readonly server: string; readonly name: string }[]>;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function extension(): vscode.Extension<Api> {
  const found = vscode.extensions.getExtension<Api>('mcp-switchboard.mcp-switchboard');
  assert.ok(found, 'the extension is installed');
  return found;
}

export const activationTests = [
  inHostTest('activation gives an API of version 1 that lists the tools of the embedded server', async () => {
    const api = await extension().activate();
    assert.equal(api.apiVersion, 1);
    const names = (await api.getTools()).map((tool) => tool.name);
    assert.ok(names.includes('switchboard_servers'), `switchboard_servers is among ${names.join(', ')}`);
  }),
  inHostTest('every command of the manifest is registered after activation', async () => {
    await extension().activate();
    const known = new Set(await vscode.commands.getCommands(true));
    const declared = (extension().packageJSON as Manifest).contributes.commands.map(({ command }) => command);
    assert.ok(declared.length > 0, 'the manifest has commands');
    assert.deepEqual(
      declared.filter((command) => !known.has(command)),
      [],
    );
  }),
];
