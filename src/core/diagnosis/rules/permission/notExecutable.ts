import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type StdioFacts, hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, runInTerminal, setValues } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';

const interpreters: Readonly<Record<string, string>> = {
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.py': 'python3',
  '.sh': 'sh',
  '.rb': 'ruby',
  '.php': 'php',
};

export const notExecutable = rule('permission/not-executable', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'EACCES') || evidence.machine.kindOf(launch.command) === 'folder') return undefined;
  if (evidence.machine.platform === 'win32') return blocked(launch.command);
  return {
    cause: l10n.t('{0} is not marked as executable.', launch.command),
    remedies: [
      ...byInterpreter(launch),
      runInTerminal(l10n.t('Make it executable'), ['chmod', '+x', launch.command]),
      advise(l10n.t('Check who may run it.')),
    ],
    ...inEntry('command'),
  };
});

function byInterpreter({ command, args }: StdioFacts): readonly Remedy[] {
  const interpreter = interpreters[/\.\w+$/.exec(command)?.[0] ?? ''];
  if (interpreter === undefined) return [];
  const changes = [
    { path: ['command'], value: interpreter },
    { path: ['args'], value: [command, ...args] },
  ];
  return [setValues(l10n.t('Run it with "{0}"', interpreter), changes)];
}

/** Windows marks what was downloaded. */
function blocked(command: string): Finding {
  return {
    cause: l10n.t('Windows does not let this user run {0}.', command),
    remedies: [
      runInTerminal(l10n.t('Unblock the file'), ['powershell', '-Command', 'Unblock-File', '-Path', command]),
      askForFile(l10n.t('Choose the program'), ['command']),
    ],
    ...inEntry('command'),
  };
}
