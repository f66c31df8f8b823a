import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Switchboard } from './support/switchboard.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { until } from './support/until.ts';
import { type Window, inWindow } from './support/window.ts';

/** What a command writes that a user types into a new terminal of the window. */
async function typeInTerminal({ driver, folder }: Window, command: string): Promise<string> {
  const file = join(folder, 'terminal.txt');
  writeFileSync(file, '');
  const line = `${command} > "${file}" 2>&1; echo "exit $?" >> "${file}"`;
  await driver.run((vscode, text) => vscode.window.createTerminal().sendText(text), line);
  await until(async () => readFileSync(file, 'utf8').includes('exit '), `the end of ${command}`);
  return readFileSync(file, 'utf8');
}

test(
  'the command line is there in terminals of the window, and in any shell once it is installed',
  inWindow({}, async (window, step) => {
    const { workbench } = window;
    const home = join(currentWorkbench().scratchDir, 'home');
    const installed = join(home, '.local/bin/switchboard');
    rmSync(installed, { force: true }); // a run that is repeated
    await new Switchboard(window).open();

    await step('a terminal of the window finds it', async () => {
      // A terminal that is opened while the side bar still loads has the PATH of before.
      await until(
        async () => /^\d+\.\d+\.\d+[^\n]*\nexit 0/.test(await typeInTerminal(window, 'switchboard --version')),
        'the command in a new terminal',
      );
      assert.match(await typeInTerminal(window, 'switchboard list --json'), /trust\/not-approved[^]*exit 2/);
      assert.match(await typeInTerminal(window, 'switchboard nonsense'), /nonsense[^]*exit 2/);
    });

    await step('it is installed where the shells of the user look', async () => {
      await workbench.runCommand("MCP Switchboard: Install 'switchboard' Command");
      await workbench.notifications().filter({ hasText: installed }).first().waitFor();
      const shell = { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: home } } as const;
      assert.match(execFileSync(installed, ['--version'], shell), /^\d+\.\d+\.\d+/);
    });

    await step('another program of that name is left alone', async () => {
      writeFileSync(installed, '#!/bin/sh\necho mine\n');
      await workbench.runCommand("MCP Switchboard: Install 'switchboard' Command");
      await workbench.notifications().filter({ hasText: 'is another program and was not changed' }).first().waitFor();
      assert.equal(readFileSync(installed, 'utf8'), '#!/bin/sh\necho mine\n');
    });
  }),
);
