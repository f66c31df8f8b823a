import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Machine, type StdioFacts, hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, runInTerminal, setValues } from '../../model/remedies.ts';
import { programsOf } from '../../model/ownProgram.ts';
import { type Finding, inEntry, outputRule, rule } from '../../model/rule.ts';
import { startFolder } from '../../model/startFolder.ts';

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
      ...byInterpreter(launch, evidence.machine),
      runInTerminal(l10n.t('Make it executable'), ['chmod', '+x', launch.command]),
      advise(l10n.t('Check who may run it.')),
    ],
    ...inEntry('command'),
  };
});

/** What a package runner starts through a shell: the compiler of TypeScript sets no executable bit. */
export const calledNotExecutable = outputRule(
  'permission/called',
  [/(?:^|\n)(?:\/bin\/)?(?:ba|z|da)?sh: (?:line )?(?:\d{1,4}: )?([\w@+-][\w.@+-]*): Permission denied/],
  ([, name = ''], evidence) => {
    const launch = stdioOf(evidence);
    const folder = startFolder(launch);
    if (!launch || folder === undefined || evidence.end?.code !== 126) return undefined;
    const found = programsOf(folder, evidence.machine).find((file) =>
      evidence.machine.firstLine(file).startsWith('#!'),
    );
    const file = found ?? path.join(folder, 'node_modules/.bin', name);
    return {
      cause: l10n.t('The program "{0}" is not marked as executable ({1}).', name, file),
      remedies: [
        runInTerminal(l10n.t('Make it executable'), ['chmod', '+x', file]),
        ...(found === undefined
          ? []
          : byInterpreter({ ...launch, command: found, args: behind(name, launch) }, evidence.machine)),
      ],
    };
  },
);

/** The arguments behind the name of the program. */
function behind(name: string, { args }: StdioFacts): readonly string[] {
  return args.includes(name) ? args.slice(args.indexOf(name) + 1) : [];
}

function byInterpreter({ command, args }: StdioFacts, machine: Machine): readonly Remedy[] {
  const [, own] = /^#!\s*(?:\/usr\/bin\/env\s+|\S*\/)([\w.-]+)\s*$/.exec(machine.firstLine(command)) ?? [];
  const interpreter = own ?? interpreters[/\.\w+$/.exec(command)?.[0] ?? ''];
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
