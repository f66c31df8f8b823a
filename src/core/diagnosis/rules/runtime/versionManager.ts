import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { type InstalledProgram, installedPrograms } from '../../model/installedPrograms.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askForFile, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { useFound } from '../program/notFound.ts';

/** pyenv, asdf, nodenv, rbenv, Volta and mise stand in for programs, and look for a version that is chosen elsewhere. */
export const versionManager = outputRule(
  'runtime/version-manager',
  [
    /(pyenv|nodenv|rbenv|jenv|goenv|tfenv): version [`'"]([^`'"\n]{1,60})['"] is not installed/,
    /(pyenv|nodenv|rbenv|jenv|goenv): ([\w.-]{1,60}): command not found/,
    /(No version is set) for command ([\w.-]{1,60})/,
    /(No preset version installed) for command ([\w.-]{1,60})/, // asdf
    /(proto)::detect::failed[^]{0,60}?(Unable to detect[^\n]{1,100})/,
    /(Volta) error: ([^\n]{1,120})/,
    /(mise) ERROR ([^\n]{1,160})/,
    /(rustup) could not choose a version of (\w{1,20}) to run/,
    /error: toolchain '([^'\n]{1,80})' is (not installed)/,
  ],
  ([, tool = '', what = ''], evidence) => {
    const program = programName(stdioOf(evidence)?.command ?? '');
    const there = installedPrograms(program, evidence.machine);
    return {
      cause: causeOf(tool, what, program, there),
      remedies: [
        ...installVersion(tool, what, program, evidence, there),
        ...useInstalled(there[0], evidence),
        askForFile(l10n.t('Choose the program'), ['command']),
        advise(l10n.t('Use the full path of the program as "command", or set a version for the whole user.')),
      ],
    };
  },
);

const names: Readonly<Record<string, string>> = {
  'No version is set': 'asdf',
  'No preset version installed': 'asdf',
};

function causeOf(tool: string, what: string, program: string, there: readonly InstalledProgram[]): string {
  const manager = Object.hasOwn(names, tool) ? names[tool] : /^[a-z]+$/i.test(tool) ? tool : undefined;
  if (manager === undefined || there.length === 0)
    return l10n.t('The version manager has no version of "{0}" for this folder: {1}', program, `${tool}: ${what}`);
  const versions = there
    .slice(0, 4)
    .map(({ version }) => version)
    .join(', ');
  return l10n.t(
    '"{0}" is a stand-in of {1}, which has no version of it chosen for this folder. Installed: {2}',
    program,
    manager,
    versions,
  );
}

/** Of the version itself, and not of the manager. */
function useInstalled(found: InstalledProgram | undefined, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  return found && launch ? [useFound(found.file, launch, evidence)] : [];
}

function installVersion(
  tool: string,
  what: string,
  program: string,
  evidence: Evidence,
  there: readonly InstalledProgram[],
): readonly Remedy[] {
  const listed = /exists in these [\w.]{1,20} versions:\s+(\d[\w.-]{0,30})/.exec(outputOf(evidence))?.[1];
  const command = installCommand(tool, what, program, listed);
  // Without a version that is chosen, these two install nothing; what is there can be used.
  if (!command || (there.length > 0 && /^(?:asdf|mise)$/.test(command[0] ?? ''))) return [];
  return [
    runInTerminal(
      listed === undefined ? l10n.t('Install the version') : l10n.t('Use the version {0}', listed),
      command,
    ),
  ];
}

function installCommand(
  tool: string,
  what: string,
  program: string,
  listed: string | undefined,
): readonly string[] | undefined {
  if (/^(?:pyenv|nodenv|rbenv|jenv|goenv|tfenv)$/.test(tool)) {
    const version = /^\d[\w.-]*$/.test(what) ? what : /(\d[\d.]*)$/.exec(what)?.[1];
    return listed !== undefined
      ? [tool, 'global', listed]
      : version === undefined
        ? undefined
        : [tool, 'install', version];
  }
  if (tool === 'Volta') return ['volta', 'install', /^(?:npx|npm|node)$/.test(program) ? 'node' : program];
  if (tool === 'mise') return ['mise', 'install'];
  if (/\bversion (?:is set|installed)/.test(tool)) return ['asdf', 'install'];
  return tool === 'rustup' || what === 'not installed' ? ['rustup', 'default', 'stable'] : undefined;
}
