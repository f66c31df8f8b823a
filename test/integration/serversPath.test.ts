// A terminal knows more than an editor that was started from a dock: the login shell is asked for its PATH.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { askShell } from '../../src/core/process/loginShell.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { bad, isAlive, manage } from './serversSupport.ts';

const skip = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'switchboard-path-'));
after(() => rmSync(folder, { recursive: true, force: true }));
failOnLeaks();

function program(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

test('the PATH is read from between the marks, whatever a profile prints', { skip }, async () => {
  const shell = program(
    'greeting',
    '#!/bin/sh\necho "Welcome! PATH=/wrong"\nPATH=/from/profile:$PATH\nexport PATH\neval "$3"\necho PATH=/also/wrong\n',
  );
  assert.match((await askShell(shell)) ?? '', /^\/from\/profile:/);
});

test(
  'a command that no folder of PATH has is not found, also where PATH contains something that cannot be run',
  { skip },
  async () => {
    mkdirSync(join(folder, 'there', 'absent-program'), { recursive: true }); // a folder of that name: EACCES
    writeFileSync(join(folder, 'there', 'plain-file'), '');
    const messageOf = async (command: string): Promise<string> => {
      const env = { PATH: join(folder, 'there') };
      await using subject = manage({ kind: 'stdio', command, args: [], env });
      return await subject.server.start().then(
        () => '',
        (error: Error & { hint?: string }) => `${error.message}. ${error.hint}`,
      );
    };
    assert.match(
      await messageOf('absent-program'),
      /^Cannot run absent-program: command not found\. .*Install absent-program/,
    );
    assert.match(
      await messageOf('plain-file'),
      /^Cannot run plain-file: permission denied\. plain-file is not marked as executable/,
    );
  },
);

test('a profile that leaves something running or fails does not delay the start', { skip }, async () => {
  const pidFile = join(folder, 'left-running.pid');
  const busy = program('busy', `#!/bin/sh\nsleep 600 &\necho $! > ${pidFile}\neval "$3"\n`);
  assert.ok(await askShell(busy));
  const left = Number(readFileSync(pidFile, 'utf8'));
  await until(() => !isAlive(left), 'what was left running is ended, not waited for');
  assert.equal(await askShell(program('broken', '#!/bin/sh\nexit 3\n')), undefined);
  assert.equal(await askShell('/no/such/shell'), undefined);
});

test('a command that only the login shell knows is found', { skip }, async () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/only-in-login-shell'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, {
    mode: 0o755,
  });
  process.env['SHELL'] = program('login', `#!/bin/sh\nPATH=${join(folder, 'bin')}:$PATH\nexport PATH\neval "$3"\n`);
  await using subject = manage({ ...bad('crashes'), command: 'only-in-login-shell' });
  await subject.server.callTool('ok', {});
});
