import { randomUUID } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import { spawnProgram } from './spawnProgram.ts';

const timeoutMs = 6_000;
let known: Promise<string | undefined> | undefined;

/**
 * The PATH that a terminal of this user would have: an editor that was started from a dock or by
 * a service does not know nvm, fnm, mise, Homebrew or ~/.local/bin. Asked once, and only when a
 * command was not found without it, because a login shell may take seconds.
 */
export function loginShellPath(): Promise<string | undefined> {
  known ??= process.platform === 'win32' ? Promise.resolve(undefined) : askShell(userShell());
  return known;
}

function userShell(): string {
  const shell = process.env['SHELL'] ?? '';
  return isAbsolute(shell) ? shell : '/bin/sh';
}

export function askShell(shell: string): Promise<string | undefined> {
  const mark = randomUUID();
  // `env` prints PATH for every shell alike, also for fish, where $PATH is a list.
  const script = `printf '%s' '${mark}'; command env | command grep '^PATH='; printf '%s' '${mark}'`;
  const flags = /^(?:bash|zsh|fish|ksh)$/.test(basename(shell)) ? ['-i', '-l', '-c'] : ['-l', '-c'];
  return new Promise((resolve) => {
    const child = spawnProgram(shell, [...flags, script], { detached: true });
    child.stdin.on('error', () => {}).end();
    child.stderr.resume();
    let text = '';
    const settle = (): void => {
      clearTimeout(timer);
      endGroup(child.pid); // what a profile left running
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      resolve(pathBetween(text, mark));
    };
    const timer = setTimeout(settle, timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    child.once('error', settle);
    child.once('exit', () => setTimeout(settle, 50));
  });
}

/** Profiles may print text: only what is between the marks counts. */
function pathBetween(text: string, mark: string): string | undefined {
  const found = text.split(mark)[1]?.match(/^PATH=(.+)$/m)?.[1];
  return found?.trim() || undefined;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    return; // the process group is gone
  }
}
