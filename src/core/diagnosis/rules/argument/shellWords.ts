import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type StdioFacts, hasCode, stdioOf } from '../../model/evidence.ts';
import { setArgs, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const operator = /^(?:&&?|\|\|?|;)$/;
const redirection = /^(?:[12&]?>>?|<)(?:&[12]|\/dev\/null)?$/;
export const builtins = /^(?:cd|source|\.|export|set|alias|eval|exec|pushd|call|ulimit|umask)$/;
const shells = /^(?:ba|z|da|fi|k)?sh$|^(?:cmd|powershell|pwsh|wsl|ssh|env)$/;

/** `cd FOLDER && PROGRAM …`, or what a shell would do before and after. */
export const shellWords = rule('argument/shell', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || shells.test(programName(launch.command))) return undefined;
  const isBuiltin = builtins.test(launch.command) && hasCode(evidence, 'ENOENT');
  // `--separator ;` is meant so.
  const at = launch.args.findIndex(
    (arg, index) =>
      (operator.test(arg) || redirection.test(arg)) && (arg.length > 1 || !launch.args[index - 1]?.startsWith('-')),
  );
  const isMet = hasCode(evidence, 'ENOENT') || (evidence.end !== undefined && evidence.end.code !== 0);
  if (!isBuiltin && (at < 0 || !isMet)) return undefined;
  return {
    cause: isBuiltin
      ? l10n.t('"{0}" is a command of shells and no program; servers are started without a shell.', launch.command)
      : l10n.t(
          '"{0}" is read by shells only; servers are started without one, so that they get it as an argument.',
          launch.args[at] ?? '',
        ),
    remedies: [...withFolder(launch), ...withoutRedirection(launch, at), ...throughShell(launch, evidence)],
    ...inEntry(...(isBuiltin ? ['command'] : ['args', at])),
    isCertain: isBuiltin || (launch.args[at] ?? '').length > 1,
  };
});

function withFolder({ command, args }: StdioFacts): readonly Remedy[] {
  const [folder, and, program, ...rest] = args;
  if (command !== 'cd' || folder === undefined || and !== '&&' || program === undefined) return [];
  return [
    setValues(l10n.t('Start the server in {0}', folder), [
      { path: ['cwd'], value: folder },
      { path: ['command'], value: program },
      { path: ['args'], value: rest },
    ]),
  ];
}

/** The output of a server is its connection. */
function withoutRedirection({ args }: StdioFacts, at: number): readonly Remedy[] {
  const word = args[at] ?? '';
  if (!redirection.test(word)) return [];
  const isWhole = /&[12]$|\/dev\/null$/.test(word);
  return [setArgs(l10n.t('Remove "{0}"', word), args.toSpliced(at, isWhole ? 1 : 2))];
}

/** Words that a shell would read in another way are left to the user. */
function throughShell({ command, args }: StdioFacts, { machine }: Evidence): readonly Remedy[] {
  const words = [command, ...args];
  const isPlain = words.every((word) => operator.test(word) || /^[\w@%+=:,./-]+$/.test(word));
  if (!isPlain) return [];
  const [shell, option] = machine.platform === 'win32' ? ['cmd', '/c'] : ['bash', '-c'];
  return [
    setValues(l10n.t('Run it with "{0}"', `${shell} ${option}`), [
      { path: ['command'], value: shell },
      { path: ['args'], value: [option, words.join(' ')] },
    ]),
  ];
}
