import { completionScripts } from './support/completionScripts.ts';
import { printText } from './support/print.ts';
import { type ListedVerb, type Verb, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'completion',
  about: 'Prints a script that completes commands, flags and their values in a shell.',
  operands: [{ name: 'SHELL', what: 'a shell', values: ['bash', 'zsh', 'fish', 'powershell'] }],
  flags: {},
  notes: `bash: add to ~/.bashrc   source <(switchboard completion bash)
zsh:  add to ~/.zshrc    source <(switchboard completion zsh)
fish: switchboard completion fish > ~/.config/fish/completions/switchboard.fish
PowerShell: add to $PROFILE   switchboard completion powershell | Out-String | Invoke-Expression`,
  examples: [
    'switchboard completion bash',
    'switchboard completion fish > ~/.config/fish/completions/switchboard.fish',
  ],
} as const satisfies VerbTable;

export function completionOf(verbs: Readonly<Record<string, ListedVerb>>): Verb {
  return defineVerb(table, async ({ operands: [shell] }, io) => {
    const all = Object.values(verbs).map(async ({ summary, load }) => ({ summary, table: (await load()).table }));
    printText(io.stdout, completionScripts[shell as keyof typeof completionScripts](await Promise.all(all)).trimEnd());
    return 0;
  });
}
