import { l10n } from '../../../../base/l10n.ts';
import { openFile } from '../../cures/openFile.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { anyPath } from '../../model/paths.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Tools that read a file of the project only after the user has looked at it. */
export const fileNotTrusted = outputRule(
  'permission/not-trusted',
  [
    /(mise) (?:ERROR|WARN) [^]{0,200}?[Cc]onfig files? (?:in )?([^\s]{2,200}) (?:is|are) not trusted/,
    /(direnv): error ([^\n]{2,200}?) is blocked/,
  ],
  ([, tool = '', file = ''], evidence) => ({
    cause: l10n.t('{0} does not read {1}, because you have not allowed it to.', tool, file),
    remedies: [
      ...openFile(file, evidence),
      allow(tool, file, evidence),
      advise(l10n.t('Read the file first: it can run commands.')),
    ],
  }),
);

/** In a folder around what is run: a message could name any file. */
function isAround(file: string, evidence: Evidence): boolean {
  const folder = anyPath.dirname(file);
  const { cwd, args = [] } = stdioOf(evidence) ?? {};
  return [cwd, ...args].some((each) => each === folder || each?.startsWith(`${folder}/`));
}

function allow(tool: string, file: string, evidence: Evidence): Remedy {
  const full = file.replace(/^~(?=\/)/, evidence.machine.home);
  const there = evidence.machine.kindOf(full) === 'file' && isAround(full, evidence) ? full : undefined;
  const command = [tool, tool === 'mise' ? 'trust' : 'allow', ...(there === undefined ? [] : [there])];
  const folder = there === undefined ? stdioOf(evidence)?.cwd : anyPath.dirname(there);
  return runInTerminal(l10n.t('Run "{0}" in a terminal', command.slice(0, 2).join(' ')), command, folder);
}
