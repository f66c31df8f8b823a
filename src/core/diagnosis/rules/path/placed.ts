import { l10n } from '../../../../base/l10n.ts';
import { openManual } from '../../cures/manual.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { childrenOf } from '../../model/environments.ts';
import { type Evidence, type Machine, stdioOf } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { anyPath as path, pathsOf } from '../../model/paths.ts';
import { askForFolder, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { startFolder } from '../../model/startFolder.ts';

const file = '[\\w.-]{1,80}\\.(?:json|ya?ml|toml|env|pem|p12|key|txt|ini|db|sqlite)';
const here = '(?:the |your )?(?:current|working|same|project)(?: working)? (?:directory|folder|dir)|project root';

/** The server says which file is to be put where. */
export const filePlaced = outputRule(
  'path/place',
  [
    new RegExp(
      `\\b(?:[Pp]lace|[Pp]ut|[Cc]opy|[Ss]ave|[Mm]ove) (?:your |the |a |it as )?[\`'"]?(${file})[\`'"]? (?:file )?(?:in|into|at|to|under) (?:(${here})(?: or)?)? ?(?:in |at )?[\`'"]?((?:[~/]|[A-Z]:\\\\)[^\\s,'"\`]{1,200})?`,
    ),
  ],
  ([, name = '', current, said], evidence) => {
    const launch = stdioOf(evidence);
    const named = said?.replace(/[.:]$/, '').replace(/^~(?=[/\\])/, evidence.machine.home);
    const folder = named ?? startFolder(launch);
    if (!launch || !evidence.end || (named === undefined && current === undefined)) return undefined;
    const there = folder === undefined ? undefined : alikeIn(folder, name, evidence.machine);
    const wanted = folder === undefined ? name : path.join(folder, name);
    return {
      cause:
        there === undefined || folder === undefined
          ? l10n.t('The server needs {0}, which does not exist.', wanted)
          : l10n.t('The file {0} does not exist, but {1} does.', wanted, path.join(folder, there)),
      remedies: [
        ...(there === undefined || folder === undefined ? [] : [rename(there, name, folder, evidence)]),
        ...(current === undefined ? [] : [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])]),
        ...openManual(evidence),
      ],
      isCertain: false,
    };
  },
);

function alikeIn(folder: string, name: string, machine: Machine): string | undefined {
  const ending = path.extname(name);
  return childrenOf(folder, machine).find(
    (each) => each !== name && path.extname(each) === ending && withinEdits(each, name, 2),
  );
}

function rename(there: string, name: string, folder: string, { machine }: Evidence): Remedy {
  const command = machine.platform === 'win32' ? ['cmd', '/c', 'ren', there, name] : ['mv', '--', there, name];
  return runInTerminal(l10n.t('Rename {0} to {1}', there, name), command, pathsOf(machine).resolve(folder));
}
