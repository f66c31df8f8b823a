import { l10n } from '../../../../base/l10n.ts';
import { createFolder } from '../../cures/createFolder.ts';
import { stdioOf } from '../../model/evidence.ts';
import { programName } from '../../cures/newestVersion.ts';
import { outputRule } from '../../model/rule.ts';

/** npx looks into the folder of global packages first, which a new Node.js, or a setting of npm, only names. */
export const npmFolderMissing = outputRule(
  'package/npm-folder',
  [/npm (?:ERR!|error) (?:enoent |Error: )?ENOENT: no such file or directory, lstat '([^'\n]{2,300})'/],
  ([, said = ''], evidence) => {
    const folder = said.trim();
    const { command = '', args = [] } = stdioOf(evidence) ?? {};
    const isNpx = [command, ...args.slice(0, 2)].some((each) => /^(?:npx|npm)$/.test(programName(each)));
    if (!isNpx || /[/\\](?:_npx|_cacache|node_modules)[/\\]|\.json$/.test(folder)) return undefined;
    return {
      cause: l10n.t('The folder {0}, in which npm keeps global packages, does not exist yet.', folder),
      remedies: [createFolder(folder, evidence.machine)],
    };
  },
);
