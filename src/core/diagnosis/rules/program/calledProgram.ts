import { l10n } from '../../../../base/l10n.ts';
import path from 'node:path';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setValue } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { packageOf, programName } from '../../cures/newestVersion.ts';
import { installRemedy } from '../../cures/install.ts';

/** A script or launcher that calls another program. */
export const calledProgramMissing = outputRule(
  'program/called',
  [
    /\benv: [‘'"]?([\w.+@/-]+)[’'"]?: No such file or directory/,
    /(?:^|\n)(?:(?:ba|z|da)?sh: )?([\w.+@-]+): command not found(?:\n|$)/,
    /(?:^|\n)[\w/.-]{1,100}: (?:exec: )?(?:line )?\d{1,6}: (?:exec: )?([\w.+@-]+): (?:command )?not found/,
    /\b([A-Z]?[\w+@-]{1,40}) (?:executable|binary|CLI|command)(?: was| is)? not (?:found|installed|available)/i,
    /(?:^|\n)(?:zsh|fish|bash): (?:command not found|Unknown command): ([\w.+@-]+)/,
    /xcrun: error: [^\n]{1,160}, missing (xcrun) at/,
    /Failed to spawn: `([\w.+@-]+)`/,
    /spawn ([\w.+@/-]+) ENOENT/,
    /exec: "([^"\n]{1,100})": executable file not found in \$PATH/,
    /FileNotFoundError: \[Errno 2\] No such file or directory: '([\w.+@-]+)'/,
  ],
  ([all = '', printed = ''], evidence) => {
    const { machine } = evidence;
    const name = printed.replace(/^[A-Z][a-z]+$/, (word) => word.toLowerCase());
    return {
      cause: l10n.t('The server calls the program "{0}", which is not on its PATH.', name),
      remedies: [
        ...(name === 'xcrun' ? [runInTerminal(l10n.t('Install {0}', 'Xcode'), ['xcode-select', '--install'])] : []),
        ...(isOwnProgram(name, evidence) ? [clearRunCache(machine)] : []),
        ...syncProject(evidence, all),
        ...foundElsewhere(name, machine),
        installRemedy(name, machine),
        advise(l10n.t('Or set PATH in "env" so that "{0}" is found.', name)),
      ],
    };
  },
);

/** It is there, but not on the PATH of the server. */
function foundElsewhere(name: string, machine: Machine): readonly Remedy[] {
  const program = machine.findProgram(name);
  if (program === undefined) return [];
  const folder = path.dirname(program);
  return [setValue(l10n.t('Add {0} to its PATH', folder), ['env', 'PATH'], `${folder}${path.delimiter}\${env:PATH}`)];
}

/** The program is one of the project, whose environment is not there yet. */
function syncProject(evidence: Evidence, all: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!/to spawn: /.test(all) || programName(launch?.command ?? '') !== 'uv') return [];
  const at = launch?.args.indexOf('--directory') ?? -1;
  const folder = at < 0 ? launch?.cwd : launch?.args[at + 1];
  return [runInTerminal(l10n.t('Run "{0}" in a terminal', 'uv sync'), ['uv', 'sync'], folder)];
}

/** That of the package itself, which npx has not installed whole. */
function isOwnProgram(name: string, evidence: Evidence): boolean {
  return packageOf(evidence)?.runner === 'npx' && (packageOf(evidence)?.name.includes(name) ?? false);
}
