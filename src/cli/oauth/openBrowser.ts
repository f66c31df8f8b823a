import { findOnPath } from '../../core/process/findOnPath.ts';
import { runProgram, systemProgram } from '../../core/process/spawnProgram.ts';
import { printLines } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';

/** Shows the address of a sign-in page and opens it, where there is a browser that a command can open. */
export async function openBrowser(url: string, isOpened: boolean, io: CliIo): Promise<boolean> {
  printLines(io.stderr, `Sign in at ${url}`);
  const program = isOpened ? opener(io) : undefined;
  const args = process.platform === 'win32' ? ['url.dll,FileProtocolHandler', url] : [url];
  if (program !== undefined) await runProgram(program, args, { env: io.env }).catch(() => {}); // the address is shown
  return true;
}

function opener({ env }: CliIo): string | undefined {
  if (process.platform === 'darwin') return findOnPath('open', '/usr/bin');
  if (process.platform === 'win32') return systemProgram('rundll32.exe');
  return findOnPath('xdg-open', env['PATH'] ?? '');
}
