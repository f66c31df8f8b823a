import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type StdioFacts, hasCode, outputOf, stdioOf } from '../../model/evidence.ts';
import { otherPlatform } from '../../cures/otherPlatform.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askForFile, runInTerminal, setValues } from '../../model/remedies.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';

export const otherArchitecture = outputRule(
  'runtime/architecture',
  [
    /(?<![\w/.-])([\w/.-]{1,200}): (?:cannot execute binary file|exec format error)/i,
    /Exec format error: '([^'\n]{1,200})'/, // Python
    /(Exec format error)/i,
    /(Bad CPU type in executable)/,
  ],
  ([all = '', file = ''], evidence) => ({
    cause: l10n.t(
      '{0} was built for another system or processor.',
      file.includes('/') || all.includes("'") ? file : (stdioOf(evidence)?.command ?? ''),
    ),
    remedies: [...otherBuild(evidence), advise(l10n.t('Install the build for this system.'))],
    ...inEntry('command'),
  }),
);

/** As macOS and Linux refuse to start it. */
export const spawnRefused = rule('runtime/spawn', (evidence) => {
  const launch = stdioOf(evidence);
  const text = evidence.causes.map(({ code, message }) => `${code ?? ''} ${message}`).join('\n');
  if (
    !launch ||
    !/EBADARCH|system error -86|-86\b|Bad CPU type|\b0x000000D8|ERROR_EXE_MACHINE_TYPE_MISMATCH/.test(text)
  )
    return undefined;
  return {
    cause: ofArm.test(launch.command)
      ? l10n.t('{0} was built for Apple silicon (arm64), but this Mac has an Intel processor.', launch.command)
      : l10n.t('{0} was built for another system or processor.', launch.command),
    remedies: [
      ...(evidence.machine.platform === 'darwin' && !ofArm.test(launch.command)
        ? [runInTerminal(l10n.t('Install {0}', 'Rosetta'), ['softwareupdate', '--install-rosetta'])]
        : []),
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(
        ofArm.test(launch.command)
          ? l10n.t('Download its build for "{0}".', 'darwin amd64 (x86_64)')
          : l10n.t('Install the build for this system.'),
      ),
    ],
    ...inEntry('command'),
  };
});

const ofArm = /(?:darwin|macos|mac|apple)[-_]?.{0,10}(?:arm64|aarch64)/i;

export const notAProgram = rule('runtime/not-a-program', (evidence) => {
  const launch = stdioOf(evidence);
  const isShell = launch?.command.includes('/') && outputOf(evidence).startsWith(`${launch.command}: 1: `); // a shell has tried to read it
  if (!launch || (!isShell && !hasCode(evidence, 'ENOEXEC', 'EFTYPE'))) return undefined;
  return {
    cause:
      /\.exe$/i.test(launch.command) && evidence.machine.platform !== 'win32'
        ? l10n.t(
            '{0} is a program of Windows, which this system does not start: in WSL its interoperability is turned off.',
            launch.command,
          )
        : l10n.t('{0} is neither a program for this system nor a script with a "#!" line.', launch.command),
    remedies: [
      ...withInterpreter(launch, evidence),
      ...(/\.exe$/i.test(launch.command)
        ? [advise(l10n.t('Set "enabled=true" under "[interop]" in /etc/wsl.conf, and run "wsl --shutdown".'))]
        : []),
      askForFile(l10n.t('Choose the program'), ['command']),
    ],
    ...inEntry('command'),
  };
});

/** By the ending of the file, or by what it begins with. */
const interpreters: readonly (readonly [program: string, ending: RegExp, begins: RegExp])[] = [
  ['node', /\.[cm]?js$/, /^(?:import [\w{*'"]|export |const |let |var |["']use strict|\(function|require\()/m],
  ['python3', /\.py$/, /^(?:import \w+(?:, \w+)*\s*$|from [\w.]+ import |def \w+\(|if __name__ ==)/m],
  ['ruby', /\.rb$/, /^require ['"]/m],
  ['php', /\.php$/, /^<\?php/],
  ['sh', /\.sh$/, /^(?:cd |exec |export \w+=|set -e)/m],
];

function withInterpreter({ command, args }: StdioFacts, { machine }: Evidence): readonly Remedy[] {
  const head = machine.head(command);
  const found =
    interpreters.find(([, ending]) => ending.test(command)) ?? interpreters.find(([, , begins]) => begins.test(head));
  if (!found) return [];
  return [
    setValues(l10n.t('Run it with "{0}"', found[0]), [
      { path: ['command'], value: found[0] },
      { path: ['args'], value: [command, ...args] },
    ]),
  ];
}

function otherBuild(evidence: Evidence): readonly Remedy[] {
  const found = otherPlatform(evidence);
  return found.length > 0 ? found : [askForFile(l10n.t('Choose the program'), ['command'])];
}
