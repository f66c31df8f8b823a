import path from 'node:path';
import { programName } from '../../cures/newestVersion.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';

const shells = /^(?:ba|z|da|k|fi)?sh$/;
const profiles: Readonly<Record<string, readonly string[]>> = {
  bash: ['.bash_profile', '.profile', '.bashrc', '.bash_login'],
  zsh: ['.zshenv', '.zprofile', '.zshrc', '.zlogin'],
  fish: ['.config/fish/config.fish'],
  sh: ['.profile'],
};
const prints =
  /\b(?:echo|printf|cat|neofetch|fastfetch|screenfetch|fortune|cowsay|figlet|figurine|motd|date|cal|uptime)\b/;

/** The line of the start files of a login shell that prints to stdout. */
export function printedByProfile(evidence: Evidence, text: string): { file: string; line: number } | undefined {
  const launch = stdioOf(evidence);
  const shell = programName(launch?.command ?? '');
  const reads = launch?.args.some((arg) => /^-\w*[li]\w*$|^--login$/.test(arg)) ?? false;
  if (!launch || !shells.test(shell) || !reads) return undefined;
  const words =
    text
      .trim()
      .split(/[\d"'$]/, 1)[0]
      ?.trim()
      .slice(0, 24) ?? '';
  for (const name of profiles[shell] ?? []) {
    const file = path.join(evidence.machine.home, name);
    const lines = evidence.machine.head(file).split('\n');
    const isPrinting = (line: string): boolean => prints.test(line) && !/^\s*#|>&2|>\s*\/dev\/null/.test(line);
    const exact = lines.findIndex((line) => isPrinting(line) && words.length > 2 && line.includes(words));
    if (exact >= 0) return { file, line: exact + 1 };
  }
  return undefined;
}
