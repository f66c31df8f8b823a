import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Switchboard } from './support/switchboard.ts';
import { type Window, inWindow, withWindow } from './support/window.ts';

const edits = 25;

/** Adds servers by the API, one after the other; resolves when each has been acknowledged. */
function addMany({ driver }: Window, prefix: string): Promise<readonly string[]> {
  return driver.run(
    async (vscode, [named, count]) => {
      const extension = vscode.extensions.getExtension('mcp-switchboard.mcp-switchboard')!;
      const api = (await extension.activate()) as { addServer(name: string, entry: object): Promise<string> };
      const names: string[] = [];
      for (let at = 0; at < count; at++)
        names.push(await api.addServer(`${named}${at}`, { command: 'node', args: [`${named}${at}.mjs`] }));
      return names;
    },
    [prefix, edits] as const,
  );
}

function configuredIn(folder: string): readonly string[] {
  const text = readFileSync(path.join(folder, '.vscode/mcp.json'), 'utf8');
  return [...text.matchAll(/^ {4}"([\w-]+)": \{/gm)].map(([, name]) => name!);
}

test(
  'two windows on one folder share approvals and calls, and lose no edit of each other',
  inWindow({}, async (first, step) => {
    await withWindow('the second window', { beside: first }, async (second) => {
      const [one, two] = [new Switchboard(first), new Switchboard(second)];
      const rowIn = (switchboard: Switchboard) => switchboard.serverRow('notes').first();
      await one.open();
      await two.open();

      await step('approved in one window, a server is approved in the other at once', async () => {
        await rowIn(two).filter({ hasText: 'Needs your approval' }).waitFor();
        await rowIn(one).hover();
        await rowIn(one).locator('.action-label[aria-label^="Approve and Start"]').click();
        await first.workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
        await rowIn(one).filter({ hasText: '2 tools' }).waitFor();
        await rowIn(two).filter({ hasText: 'Not started' }).waitFor();
      });

      await step('fifty edits at the same time are all in the file, beside what was there', async () => {
        const before = configuredIn(first.folder);
        assert.ok(before.includes('notes'));
        const added = await Promise.all([addMany(first, 'left'), addMany(second, 'right')]);
        const wanted = [...before, ...added.flat()].toSorted();
        assert.equal(new Set(added.flat()).size, 2 * edits);
        assert.deepEqual([...configuredIn(first.folder)].toSorted(), wanted);
      });
    });
  }),
);
