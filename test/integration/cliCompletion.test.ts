// What the scripts complete in the shells themselves, where they are installed.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cliPath } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-completion-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** For each shell, a command that prints what completes `$LINE`, one word a line. */
const shells = {
  bash: [
    '--norc',
    '-c',
    `source script.bash
     COMP_WORDS=(); for word in $LINE; do COMP_WORDS+=("$word"); done
     case "$LINE" in *=*) COMP_WORDS=("\${COMP_WORDS[@]:0:\${#COMP_WORDS[@]}-1}" "\${COMP_WORDS[-1]%=*}" = "\${COMP_WORDS[-1]#*=}") ;; *' ') COMP_WORDS+=('') ;; esac
     COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _switchboard
     [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[-1]}"))
     printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  fish: ['--no-config', '-c', 'source script.fish; complete -C "$LINE" | string replace -r "\\t.*" ""'],
  zsh: ['-f', fileURLToPath(new URL('support/completeInZsh.zsh', import.meta.url))],
} as const;

type Shell = keyof typeof shells;

const installed = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

before(() => {
  writeFileSync(path.join(folder, 'servers.json'), '{}');
  for (const shell of Object.keys(shells))
    writeFileSync(path.join(folder, `script.${shell}`), execFileSync(process.execPath, [cliPath, 'completion', shell]));
});

function complete(shell: Shell, line: string): readonly string[] {
  const env = { PATH: process.env['PATH'], HOME: folder, LINE: line };
  const { stdout, stderr } = spawnSync(shell, shells[shell], { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
  assert.equal(stderr, '');
  return stdout.split(/\r?\n/).filter(Boolean);
}

for (const shell of Object.keys(shells) as Shell[]) {
  const skip = installed(shell) ? false : `${shell} is not installed`;
  const has = (line: string, ...words: readonly string[]): void => {
    const completed = complete(shell, line);
    for (const word of words) assert.ok(completed.includes(word), `${line}|: ${completed.join(' ')}`);
  };
  test(`${shell} completes verbs and the verbs of help`, { skip }, () => {
    has('switchboard ', 'approve', 'list', 'tap', 'help');
    has('switchboard rev', 'review');
    has('switchboard help rev', 'review');
  });
  test(`${shell} completes the flags of a verb and of no other`, { skip }, () => {
    has('switchboard list --', '--config', '--json', '--help');
    assert.ok(!complete(shell, 'switchboard knowledge query list --').includes('--config'));
  });
  test(`${shell} completes what a flag or an operand may be`, { skip }, () => {
    has('switchboard serve --profile ', 'all', 'kimi', 'tmkb');
    assert.match(complete(shell, 'switchboard serve --profile=ki').join(), /kimi$/);
    has('switchboard knowledge ', 'query', 'get', 'list', 'validate');
    has('switchboard doctor ', 'kimi');
  });
  test(`${shell} completes files where a file is wanted`, { skip }, () => {
    has('switchboard list --config ser', 'servers.json');
    has('switchboard replay ser', 'servers.json');
    has('switchboard knowledge validate ser', 'servers.json');
  });
}
