import { l10n } from '../../../base/l10n.ts';
import type { StdioFacts } from './evidence.ts';
import type { AskCure, Cure, EntryPath, Remedy } from './diagnosis.ts';

export function advise(text: string): Remedy {
  return { text };
}

export function setValue(text: string, path: EntryPath, value: unknown): Remedy {
  return { text, cure: { kind: 'edit', changes: [{ path, value }] } };
}

export function setValues(text: string, changes: Extract<Cure, { kind: 'edit' }>['changes']): Remedy {
  return { text, cure: { kind: 'edit', changes } };
}

export function setArgs(text: string, args: readonly string[]): Remedy {
  return setValue(text, ['args'], args);
}

export function askFor(variable: string): Remedy {
  return {
    text: l10n.t('Ask for {0} and keep it in secret storage', variable),
    cure: { kind: 'addInput', variable },
  };
}

export function askForHeader(name: string, scheme?: string): Remedy {
  const variable = name.replaceAll(/\W+/g, '_').toUpperCase();
  return {
    text: l10n.t('Ask for {0} and keep it in secret storage', name),
    cure: { kind: 'addInput', variable, header: { name, ...(scheme !== undefined && { scheme }) } },
  };
}

/** The user enters or chooses what only the user knows. */
export function ask(text: string, path: EntryPath, more: Partial<AskCure> = {}): Remedy {
  return { text, cure: { kind: 'ask', what: 'text', ...more, path } };
}

export function askForFolder(text: string, path: EntryPath): Remedy {
  return ask(text, path, { what: 'folder' });
}

export function askForFile(text: string, path: EntryPath): Remedy {
  return ask(text, path, { what: 'file' });
}

export function enterUrl(now: string): Remedy {
  return ask(l10n.t('Enter another URL'), ['url'], { now });
}

export function openSource(file: string, line: number): Remedy {
  return { text: l10n.t('Open {0}, line {1}', file, line), cure: { kind: 'open', file, line } };
}

export function runInTerminal(text: string, command: readonly string[], cwd?: string | undefined): Remedy {
  return { text, cure: { kind: 'terminal', command, ...(cwd !== undefined && { cwd }) } };
}

export function raiseTimeout(seconds: number): Remedy {
  return { text: l10n.t('Wait up to {0} s for this server', seconds), cure: { kind: 'raiseTimeout', seconds } };
}

export function tryAgain(): Remedy {
  return { text: l10n.t('Try again'), cure: { kind: 'retry' } };
}

export function signIn(): Remedy {
  return { text: l10n.t('Sign in'), cure: { kind: 'signIn' } };
}

/** Where a text stands among the arguments. */
export function argAt({ args }: StdioFacts, isIt: (arg: string) => boolean): number | undefined {
  const at = args.findIndex(isIt);
  return at < 0 ? undefined : at;
}
