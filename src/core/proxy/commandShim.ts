import path from 'node:path';
import { shellQuote } from '../calls/snippets/quote.ts';
import { writeWhole } from './launcherFile.ts';
import type { Launcher } from './wrapEntry.ts';

const name = 'switchboard';
/** A file without it is not ours. */
export const commandMark = 'Written by MCP Switchboard';

/** Puts `switchboard` into a folder, for shells and for Windows. Returns the file that a shell runs. */
export function writeCommand(folder: string, launcher: Launcher, platform: NodeJS.Platform = process.platform): string {
  const shell = path.join(folder, name);
  writeWhole(shell, `#!/bin/sh\n# ${commandMark}.\nexec ${commandText(launcher, [])} "$@"\n`, 0o755);
  if (platform !== 'win32') return shell;
  const file = `${shell}.cmd`;
  writeWhole(file, windowsText(launcher), 0o755);
  return file;
}

/** A command line of ours that runs as it is pasted, in a shell that does not know `switchboard`. */
export function commandText({ command, args, env }: Launcher, more: readonly string[]): string {
  const variables = Object.entries(env).map(([key, value]) => `${key}=${shellQuote(value)}`);
  const words = [command, ...args, ...more].map(shellQuote);
  return [...(variables.length > 0 ? ['env', ...variables] : []), ...words].join(' ');
}

function windowsText({ command, args, env }: Launcher): string {
  const sets = Object.entries(env).map(([key, value]) => `@set ${key}=${value}`);
  const words = [command, ...args].map((word) => `"${word.replaceAll('%', '%%')}"`);
  return ['@setlocal', ...sets, `@${words.join(' ')} %*`, ''].join('\r\n');
}
