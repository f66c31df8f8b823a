import { Fault, messageOf } from '../fault.ts';
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
  checksOfOther: (file: string) => [l10n.t('{0} holds checks of another server and was not changed', file)],
  changed: (name: string) => [
    l10n.t('"{0}" has changed meanwhile and was left alone', name),
    l10n.t('Diagnose it again.'),
  ],
  /** Why an edit was refused, a sentence. */
  refused: (sentence: string) => [sentence],
} as const;

export function writeFailed(why: keyof typeof writeSentences, subject = ''): Fault {
  const [message = '', hint] = writeSentences[why](subject);
  return new Fault('config/write-failed', message, hint === undefined ? {} : { hint });
}

const diskSentences: Readonly<Record<string, (file: string) => string>> = {
  ENOSPC: (file) => l10n.t('The disk is full. {0} was not changed.', file),
  EDQUOT: (file) => l10n.t('Your disk quota is used up. {0} was not changed.', file),
  EROFS: (file) => l10n.t('{0} is on a read-only file system and was not changed.', file),
  EACCES: (file) => l10n.t('You are not allowed to write {0}. It was not changed.', file),
  EPERM: (file) => l10n.t('You are not allowed to write {0}. It was not changed.', file),
  EISDIR: (file) => l10n.t('{0} is a folder. Nothing was written.', file),
  ENOTDIR: (file) => l10n.t('{0} cannot be written: a part of its path is not a folder.', file),
};

/** The write failed; the previous content is unchanged. */
export function notWritten(file: string, cause: unknown): Fault {
  const { code } = cause as { readonly code?: string };
  const known = code === undefined ? undefined : diskSentences[code];
  const sentence = known?.(file) ?? l10n.t('{0} was not changed: {1}', file, messageOf(cause));
  return new Fault('file/not-written', sentence, { cause, data: { file, ...(code !== undefined && { code }) } });
}

const readSentences: Readonly<Record<string, (file: string, maxBytes: number) => string>> = {
  /** A pipe or a device, which may never end. */
  ENOTFILE: (file) => l10n.t('{0} is not a regular file.', file),
  EFBIG: (file, maxBytes) => l10n.t('{0} is larger than {1} bytes.', file, maxBytes),
  EISDIR: (file) => l10n.t('{0} is a folder.', file),
  EACCES: (file) => l10n.t('You are not allowed to read {0}.', file),
  EPERM: (file) => l10n.t('You are not allowed to read {0}.', file),
};

/** The system often does not name the file. */
export function notRead(file: string, cause: unknown, maxBytes = 0): Fault {
  const { code } = cause as { readonly code?: string };
  const known = code === undefined ? undefined : readSentences[code];
  const sentence = known?.(file, maxBytes) ?? l10n.t('{0} cannot be read: {1}', file, messageOf(cause));
  return new Fault('file/not-read', sentence, { cause, data: { file, ...(code !== undefined && { code }) } });
}

export function fileKeepsChanging(file: string): Fault {
  return new Fault('file/busy', l10n.t('{0} keeps changing and was not edited.', file), {
    hint: l10n.t('Another program writes to it. Try again in a moment.'),
    data: { file },
  });
}

export function notUtf8(file: string, encoding: string | undefined, cause?: unknown): Fault {
  const sentence =
    encoding === undefined ? l10n.t('{0} is not UTF-8 text.', file) : l10n.t('{0} is {1} text.', file, encoding);
  return new Fault('file/not-utf8', sentence, {
    hint: l10n.t('Save it as UTF-8.'),
    ...(cause !== undefined && { cause }),
    data: { file },
  });
}
