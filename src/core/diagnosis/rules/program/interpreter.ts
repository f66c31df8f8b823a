import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Machine, hasCode, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, runInTerminal, setValues } from '../../model/remedies.ts';
import { installRemedy } from '../../cures/install.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';

/** The system says "not found" of a script whose first line names a program that is not there. */
export const interpreterMissing = rule('program/interpreter', (evidence) => {
  const launch = stdioOf(evidence);
  const { machine } = evidence;
  const file = path.resolve(launch?.cwd ?? '/', launch?.command ?? '');
  if (!launch || !hasCode(evidence, 'ENOENT') || machine.kindOf(file) !== 'file') return undefined;
  const [, interpreter = ''] = /^#!\s*(\S{1,200})/.exec(machine.firstLine(file)) ?? [];
  if (interpreter === '' || machine.kindOf(interpreter) !== undefined) return undefined;
  const bare = (interpreter.split('/').at(-1) ?? '').replace(/\d[\d.]*$/, '');
  const other = [bare, `${bare}3`].find((name) => machine.findProgram(name) !== undefined);
  const changes = [
    { path: ['command'], value: other },
    { path: ['args'], value: [launch.command, ...launch.args] },
  ];
  const moved = environmentOf(launch.command);
  return {
    cause:
      moved === undefined
        ? l10n.t('{0} is to be run by {1}, which does not exist.', launch.command, interpreter)
        : l10n.t(
            '{0} is to be run by {1}, which does not exist: its environment was moved.',
            launch.command,
            interpreter,
          ),
    remedies: [
      ...(moved === undefined ? [] : [makeAnew(moved, machine)]),
      ...(other === undefined || moved !== undefined ? [] : [setValues(l10n.t('Run it with "{0}"', other), changes)]),
      advise(l10n.t('Correct the first line of the file, or install what it names.')),
    ],
    ...inEntry('command'),
  };
});

/** The folder of the virtual environment that a program belongs to. */
export function environmentOf(program: string): string | undefined {
  return /^(.*[/\\]\.?v?env)[/\\](?:bin|Scripts)[/\\]/.exec(program)?.[1];
}

/** With what its project says that it needs; the path of an environment is written into its programs. */
export function makeAnew(folder: string, machine: Machine): Remedy {
  const project = path.dirname(folder);
  const has = (name: string): boolean => machine.kindOf(path.join(project, name)) === 'file';
  const text = l10n.t('Make the environment anew');
  if (has('uv.lock')) return runInTerminal(text, ['uv', 'sync', '--reinstall'], project);
  const needs = has('requirements.txt') ? ['-r', 'requirements.txt'] : has('pyproject.toml') ? ['-e', '.'] : undefined;
  const name = path.basename(folder);
  if (needs === undefined || !/^\.?v?env$/.test(name))
    return runInTerminal(text, ['python3', '-m', 'venv', '--clear', folder]);
  const line = ['python3', '-m', 'venv', '--clear', name, '&&', `${name}/bin/pip`, 'install', ...needs].join(' ');
  return runInTerminal(text, ['sh', '-c', line], project);
}

/** As shells say it of a script that they call. */
export const badInterpreter = outputRule(
  'program/bad-interpreter',
  [
    /(?:^|[\s:])([^\s:]{1,200}): bad interpreter: (\/[^\n:]{1,200}): no such file/,
    /(?:^|\s)([^\s:]{1,200}): (\/[^\n:]{1,200}): bad interpreter/,
  ],
  ([, script = '', interpreter = ''], { machine }) => {
    const folder = environmentOf(script) ?? environmentOf(interpreter);
    const name = (interpreter.split('/').at(-1) ?? '').trim();
    return {
      cause: l10n.t('{0} is to be run by {1}, which does not exist.', script, interpreter),
      remedies: [
        folder === undefined ? installRemedy(name, machine) : makeAnew(folder, machine),
        advise(l10n.t('Correct the first line of the file, or install what it names.')),
      ],
    };
  },
);
