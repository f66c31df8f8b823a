import { l10n } from '../../../../base/l10n.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askForFile, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** pyenv, asdf, nodenv, rbenv, Volta and mise stand in for programs, and look for a version that is chosen elsewhere. */
export const versionManager = outputRule(
  'runtime/version-manager',
  [
    /(pyenv|nodenv|rbenv|jenv): version [`'"]([^`'"\n]{1,60})['"] is not installed/,
    /(pyenv|nodenv|rbenv|jenv): ([\w.-]{1,60}): command not found/,
    /(No version is set) for command ([\w.-]{1,60})/,
    /(Volta) error: ([^\n]{1,120})/,
    /(mise) ERROR ([^\n]{1,160})/,
    /(rustup) could not choose a version of (\w{1,20}) to run/,
    /error: toolchain '([^'\n]{1,80})' is (not installed)/,
  ],
  ([, tool = '', what = ''], evidence) => ({
    cause: l10n.t(
      'The version manager has no version of "{0}" for this folder: {1}',
      commandOf(evidence),
      `${tool}: ${what}`,
    ),
    remedies: [
      ...installVersion(tool, what, commandOf(evidence), outputOf(evidence)),
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(l10n.t('Use the full path of the program as "command", or set a version for the whole user.')),
    ],
  }),
);

function commandOf(evidence: Parameters<typeof stdioOf>[0]): string {
  return stdioOf(evidence)?.command.split(/[/\\]/).at(-1) ?? '';
}

function installVersion(tool: string, what: string, program: string, output: string): readonly Remedy[] {
  const listed = /exists in these [\w.]{1,20} versions:\s+(\d[\w.-]{0,30})/.exec(output)?.[1];
  const command = installCommand(tool, what, program, listed);
  if (!command) return [];
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
  if (/^(?:pyenv|nodenv|rbenv|jenv)$/.test(tool)) {
    const version = /^\d[\w.-]*$/.test(what) ? what : /(\d[\d.]*)$/.exec(what)?.[1];
    return listed !== undefined
      ? [tool, 'global', listed]
      : version === undefined
        ? undefined
        : [tool, 'install', version];
  }
  if (tool === 'Volta') return ['volta', 'install', /^(?:npx|npm|node)$/.test(program) ? 'node' : program];
  if (tool === 'mise') return ['mise', 'install'];
  if (/\bversion is set/.test(tool)) return ['asdf', 'install'];
  return tool === 'rustup' || what === 'not installed' ? ['rustup', 'default', 'stable'] : undefined;
}
