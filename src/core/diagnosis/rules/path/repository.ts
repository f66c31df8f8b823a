import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, askForFolder } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** git and servers for it work in one folder, which is that of the entry where no other is named. */
export const notRepository = outputRule(
  'path/repository',
  [
    /(?<![\w\\/~.-])['"]?((?:[A-Za-z]:)?[\\/~][^\s'":,]{1,300})['"]? is not (?:a|inside a|in a) (?:valid )?[Gg]it repositor/,
    /not (?:a|inside a|in a) (?:valid )?git repository:? ['"]?((?:[A-Za-z]:)?[\\/~][^\s'":,)]{1,300})/i,
    /InvalidGitRepositoryError: (\S{1,300})/,
    /fatal: not a git repository/,
  ],
  ([, named], evidence) => {
    const launch = stdioOf(evidence);
    const folder = named ?? launch?.cwd;
    if (!launch || !evidence.end || folder === undefined) return undefined;
    const given = changeValue(evidence, folder, 'folder');
    return {
      cause: l10n.t('The folder {0} is not in a git repository.', folder),
      remedies: [
        ...(given.length > 0 ? given : [askForFolder(l10n.t('Choose the folder of the repository'), ['cwd'])]),
        advise(l10n.t('Choose a folder with a repository, or make one with "git init".')),
      ],
      ...inEntry(...(given.length > 0 ? ['args'] : ['cwd'])),
      isCertain: false,
    };
  },
);
