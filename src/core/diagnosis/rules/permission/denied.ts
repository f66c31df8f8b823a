import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue, otherPort } from '../../cures/entryValues.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { stdioOf } from '../../model/evidence.ts';
import type { Evidence, Machine } from '../../model/evidence.ts';
import { projectFolders } from '../../model/project.ts';
import { advise, askForFolder, runInTerminal, setValue } from '../../model/remedies.ts';
import { type Finding, inEntry, outputRule } from '../../model/rule.ts';
import { folderOfVariable } from './fromVariable.ts';

export const accessDenied = outputRule(
  'permission/denied',
  [
    /(?:EACCES: permission denied|EPERM: operation not permitted), \w{1,20} '([^'\n]{1,300})'/,
    /\[Errno (?:13|1)\] (?:Permission denied|Operation not permitted): '([^'\n]{1,300})'/,
    /can't open file '([^'\n]{1,300})': \[Errno (?:1|13)\]/,
    /open ([^\n:]{1,300}): permission denied/,
    /(?<![\w/~.\\-])((?:[A-Za-z]:)?[/~][^\s'":()]{2,300})['"]? ?\((?:authorization|permission|access) denied\)/i,
    / `([^`\n]{1,300})`: Permission denied \(os error 13\)/, // Rust
    /(?<![\w/.~-])([\w.~-]{0,100}[/.][\w/.~-]{1,300}): Permission denied(?! \()/,
    /(current working directory): Permission denied/,
    /UnauthorizedAccessException: Access to the path '([^'\n]{1,300})' is denied/,
  ],
  ([, file = ''], evidence) =>
    causedByVariable(file, evidence) ?? {
      cause: isPrivate(file, evidence.machine)
        ? l10n.t('macOS does not let the editor, and so not the server, use {0}.', file)
        : l10n.t(
            'The server has no permission to use {0}.',
            file.startsWith('current') ? `${stdioOf(evidence)?.cwd ?? file} (current working directory)` : file,
          ),
      remedies: [
        ...(isPrivate(file, evidence.machine)
          ? [
              runInTerminal(l10n.t('Open the privacy settings of macOS'), [
                'open',
                'x-apple.systempreferences:com.apple.preference.security?Privacy_AllFiles',
              ]),
            ]
          : []),
        ...changeValue(evidence, file, 'folder'),
        ...(file.startsWith('current')
          ? [askForFolder(l10n.t('Choose a working folder for the server'), ['cwd'])]
          : []),
        ...(isPrivate(file, evidence.machine) ? [] : takeOwnership(file, evidence.machine)),
        advise(l10n.t('Change the permissions of {0}, or give the server another path.', file)),
      ],
    },
);

/** The folder is that of a variable. */
function causedByVariable(file: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const found = folderOfVariable(file, evidence);
  if (!found) return undefined;
  return {
    cause:
      found.value === file
        ? l10n.t('The server has no permission to use {0}, which the variable {1} names.', file, found.name)
        : l10n.t(
            'The server has no permission to use {0}: the variable {1} is {2}.',
            file.replace(/'$/, ''),
            found.name,
            found.value,
          ),
    remedies: [
      ...found.remedies,
      ...(found.value === '/' ? [] : changeValue(evidence, found.value, 'folder')),
      ...takeOwnership(file, evidence.machine),
    ],
    ...inEntry('env', found.name),
  };
}

export const readOnly = outputRule(
  'permission/read-only',
  [/EROFS: read-only file system, \w{1,20} '([^'\n]{1,300})'/, /Read-only file system:? '?([^'\n]{0,300})'?/],
  ([, file = ''], evidence) =>
    causedByVariable(file, evidence) ?? {
      cause:
        stdioOf(evidence)?.cwd === '/' ||
        (stdioOf(evidence)?.cwd === undefined && file !== '' && !path.isAbsolute(file.replace(/'$/, '')))
          ? l10n.t(
              'The server wants to write to {0}, because it is started in the folder {1}, which is read-only.',
              file,
              '/',
            )
          : l10n.t('The server wants to write to {0}, which is on a read-only disk.', file),
      remedies: [...ownFolder(evidence), askForFolder(l10n.t('Choose a working folder for the server'), ['cwd'])],
      ...inEntry('cwd'),
    },
);

/** That of the project, where it is known. */
function ownFolder(evidence: Evidence): readonly Remedy[] {
  const folder = projectFolders(evidence).find((each) => each !== '/' && evidence.machine.kindOf(each) === 'folder');
  return folder === undefined ? [] : [setValue(l10n.t('Start the server in {0}', folder), ['cwd'], folder)];
}

export const privilegedPort = outputRule(
  'permission/port',
  [
    /listen EACCES: permission denied \S*?:(\d{1,5})/,
    /listen tcp \S*?:(\d{1,5}): bind: permission denied/,
    /listen tcp \S*?:(\d{1,5}): bind: An attempt was made to access a socket in a way forbidden/,
    /(?:WinError|Errno) (?:10013|13)\][^\n]{0,80}\('[^'\n]{1,60}', (\d{1,5})\)/,
  ],
  ([, port = ''], evidence) =>
    evidence.machine.platform === 'win32' && Number(port) > lastPrivileged
      ? {
          cause: l10n.t('Windows has reserved port {0}, so that no server can listen on it.', port),
          remedies: [...otherPort(evidence, port), showReserved()],
        }
      : {
          cause: l10n.t('Port {0} may be used by administrators only.', port),
          remedies: [...otherPort(evidence, port), advise(l10n.t('Give the server a port above 1023.'))],
        },
);

const lastPrivileged = 1023;

function showReserved(): Remedy {
  const command = ['netsh', 'interface', 'ipv4', 'show', 'excludedportrange', 'protocol=tcp'];
  return runInTerminal(l10n.t('Show the ports that Windows has reserved'), command);
}

/** What the user has to allow each program to use. */
function isPrivate(file: string, { platform }: Machine): boolean {
  return platform === 'darwin' && /\/Library\/|\/(?:Desktop|Documents|Downloads)(?:\/|$)/.test(file);
}

/** Only what is in the home folder of the user, and is there. */
function takeOwnership(file: string, { home, kindOf, platform }: Machine): readonly Remedy[] {
  if (platform === 'win32' || !file.startsWith(`${home}/`) || file.includes('..')) return [];
  let there = file;
  while (kindOf(there) === undefined && there.length > home.length) there = path.dirname(there);
  // Never the home folder, nor one that holds everything of the user.
  if (path.dirname(there).length <= home.length && there !== file) return [];
  const user = home.split('/').at(-1) ?? '';
  return [runInTerminal(l10n.t('Take ownership of {0}', there), ['sudo', 'chown', '-R', user, there])];
}
