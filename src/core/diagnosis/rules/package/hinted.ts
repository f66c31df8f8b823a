import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { runInTerminal, setArgs } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';
import { statementOf } from '../../statements/statement.ts';
import { type InstallHint, installHint } from '../../statements/installHint.ts';

const complaint =
  /not (?:found|installed|available|be found)|missing|requires?|required|needs?|need|no module|cannot|could not|unable|failed|install|없|未安装|缺|не установлен|fehlt|manqu|falta/i;

/** The server says itself what is to be installed. */
export const installHinted = rule('package/hinted', (evidence) => {
  const output = outputOf(evidence);
  const found = stdioOf(evidence) && evidence.end && evidence.end.code !== 0 ? installHint(output) : undefined;
  if (!found) return undefined;
  const proof = lineAt(output, found.at);
  if (!complaint.test(proof) || /new (?:version|release|major|minor|patch)|update available|notice/i.test(proof))
    return undefined;
  return {
    cause: l10n.t('The server needs {0}, which is not installed.', namesOf(found.packages, proof)),
    remedies: [...withPackages(found, evidence), install(found.command, evidence)],
    proof,
    isCertain: false,
  };
});

/** A list of requirements is no name: the sentence has it. */
function namesOf(packages: readonly string[], proof: string): string {
  const real = packages.filter((each) => !/^[.-]|\.txt$|\.toml$/.test(each));
  return (real.length > 0 ? real : [statementOf(proof)?.named[0]?.name ?? packages[0] ?? ''])
    .join(', ')
    .replaceAll('"', '');
}

const ofPython = /^(?:pip3?|python3?|uv)$/;
const requirement = /^[\w.-]+(?:\[[\w,]+\])?(?:[=<>~!]=?[\w.]+)?$/;

/** uv makes an environment of its own, into which pip does not install. */
function withPackages({ command, packages }: InstallHint, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const runner = programName(launch?.command ?? '');
  const run = launch?.args.indexOf('run') ?? -1;
  const names = packages.map((each) => each.replaceAll('"', '')).filter((each) => requirement.test(each));
  const isUv = runner === 'uvx' || (runner === 'uv' && run >= 0);
  if (!launch || !isUv || !ofPython.test(command[0] ?? '') || names.length === 0) return [];
  const options = names.flatMap((each) => ['--with', each]);
  const at = runner === 'uvx' ? 0 : run + 1;
  return [setArgs(l10n.t('Add "{0}"', options.join(' ')), launch.args.toSpliced(at, 0, ...options))];
}

/** With the Python of the entry, where pip is named. */
function install(command: readonly string[], evidence: Evidence): Remedy {
  const launch = stdioOf(evidence);
  const isPython = /^python[\d.]*$/.test(programName(launch?.command ?? ''));
  const words =
    /^pip3?$/.test(command[0] ?? '') && isPython ? [launch?.command ?? '', '-m', 'pip', ...command.slice(1)] : command;
  return runInTerminal(l10n.t('Run "{0}" in a terminal', words.join(' ')), words, launch?.cwd);
}
