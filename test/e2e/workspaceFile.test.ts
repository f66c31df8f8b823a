import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Switchboard } from './support/switchboard.ts';
import { inWindow } from './support/window.ts';

const entry = { command: 'node', args: ['servers/notes.mjs'] };

function writeWorkspace(folder: string, ...names: string[]): void {
  const servers = Object.fromEntries(names.map((name) => [name, entry]));
  const text = JSON.stringify({ folders: [{ path: '.' }], settings: { mcp: { servers } } });
  writeFileSync(join(folder, 'all.code-workspace'), text);
}

function writeContainer(folder: string, ...names: string[]): void {
  const servers = Object.fromEntries(names.map((name) => [name, entry]));
  mkdirSync(join(folder, '.devcontainer'), { recursive: true });
  const text = JSON.stringify({ image: 'x', customizations: { vscode: { mcp: { servers } } } });
  writeFileSync(join(folder, '.devcontainer/devcontainer.json'), text);
}

function arrange(folder: string): void {
  writeWorkspace(folder, 'of-workspace', 'notes');
  writeContainer(folder, 'of-container');
}

test(
  'servers of a workspace file and of a dev container are listed, and follow their files',
  inWindow({ arrange, workspaceFile: 'all.code-workspace' }, async (window, step) => {
    const switchboard = new Switchboard(window);
    const row = (text: string | RegExp) => switchboard.serverRow(text).first();

    await step('both are listed beside those of the folder, which take precedence', async () => {
      await switchboard.open();
      await row('of-workspace').filter({ hasText: 'Needs your approval' }).waitFor();
      await row('of-container').filter({ hasText: 'Needs your approval' }).waitFor();
      await row(/^notes.*all\.code-workspace: ignored/).waitFor();
    });

    await step('a server added to either file appears by itself', async () => {
      writeWorkspace(window.folder, 'of-workspace', 'added-to-workspace');
      await row('added-to-workspace').waitFor();
      writeContainer(window.folder, 'added-to-container');
      await row('added-to-container').waitFor();
      await row('of-container').waitFor({ state: 'detached' });
    });
  }),
);
