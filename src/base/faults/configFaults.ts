import { Fault } from '../fault.ts';
import { l10n } from '../l10n.ts';

const invalidSentences = {
  disabled: (name: string) => l10n.t('"{0}" is disabled in its configuration file', name),
  thisDisabled: () => l10n.t('This server is disabled in its configuration file'),
  notUrl: (url: string) => l10n.t('Not a valid URL: {0}', url),
  notRecorded: (name: string) => l10n.t('"{0}" is not being recorded.', name),
  noCommand: (name: string) => l10n.t('"{0}" has no command.', name),
  nothingToImport: () => l10n.t('No MCP servers of other clients were found on this machine.'),
  /** Problems found in what was pasted, each a sentence. */
  problems: (sentences: string) => sentences,
} as const;

export function configInvalid(why: keyof typeof invalidSentences, subject = ''): Fault {
  return new Fault('config/invalid', invalidSentences[why](subject), { action: 'openConfiguration' });
}

export function variableUnresolved(server: string, places: string): Fault {
  return new Fault('config/unresolved-variable', l10n.t('"{0}" cannot be started. {1}', server, places), {
    hint: l10n.t('Set the variable, or change the entry.'),
    action: 'openConfiguration',
  });
}

const writeSentences = {
  noFile: (file: string) => [l10n.t('There is no file {0}', file)],
  noFolder: () => [l10n.t('Open a folder first. Servers are configured per workspace.')],
  noFolderForCalls: () => [l10n.t('Open a folder first. Calls are saved per workspace.')],
  callsInvalid: (file: string) => [
    l10n.t('{0} is not valid and was not changed', file),
    l10n.t('Correct the file first.'),
  ],
  /** Why an edit was refused, a sentence. */
  refused: (sentence: string) => [sentence],
} as const;

export function writeFailed(why: keyof typeof writeSentences, subject = ''): Fault {
  const [message = '', hint] = writeSentences[why](subject);
  return new Fault('config/write-failed', message, hint === undefined ? {} : { hint });
}
