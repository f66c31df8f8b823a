import { l10n } from '../../../../base/l10n.ts';
import { openManual } from '../../cures/manual.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { childrenOf } from '../../model/environments.ts';
import { type Evidence, type Machine, stdioOf } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { anyPath as path } from '../../model/paths.ts';
import { runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** The server says which file is to be put where. */
export const filePlaced = outputRule(
  'path/place',
  [
    /\b(?:place|put|copy|save|move) (?:your |the |a |it as )?[`'"]?([\w.-]{1,80}\.\w{2,6})[`'"]? (?:in|into|at|to|under) (?:(?:the )?[\w ]{4,24}(?:directory|folder) or )?[`'"]?((?:[~/]|[A-Z]:\\)[^\s,'"`]{1,200})/i,
  ],
  ([, name = '', said = ''], evidence) => {
    const folder = said.replace(/[.:]$/, '').replace(/^~(?=[/\\])/, evidence.machine.home);
    if (!stdioOf(evidence) || !evidence.end) return undefined;
    const there = alikeIn(folder, name, evidence.machine);
    const wanted = path.join(folder, name);
    return {
      cause:
        there === undefined
          ? l10n.t('The server needs {0}, which does not exist.', wanted)
          : l10n.t('The file {0} does not exist, but {1} does.', wanted, path.join(folder, there)),
      remedies: [...(there === undefined ? [] : [rename(there, name, folder, evidence)]), ...openManual(evidence)],
      isCertain: false,
    };
  },
);

function alikeIn(folder: string, name: string, machine: Machine): string | undefined {
  return childrenOf(folder, machine).find((each) => each !== name && withinEdits(each, name, 2));
}

function rename(there: string, name: string, folder: string, { machine }: Evidence): Remedy {
  const command = machine.platform === 'win32' ? ['cmd', '/c', 'ren', there, name] : ['mv', '--', there, name];
  return runInTerminal(l10n.t('Rename {0} to {1}', there, name), command, folder);
}
