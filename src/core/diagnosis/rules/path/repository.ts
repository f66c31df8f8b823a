import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, argAt, askForFolder, runInTerminal, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** git trusts only what belongs to its user. */
export const dubiousRepository = outputRule(
  'path/repository-owner',
  [/detected dubious ownership in repository at '([^'\n]{1,300})'/],
  ([, folder = '']) => ({
    cause: l10n.t('The repository {0} belongs to another user, so git does not use it.', folder),
    remedies: [
      runInTerminal(l10n.t('Let git trust it'), ['git', 'config', '--global', '--add', 'safe.directory', folder]),
    ],
  }),
);

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
    const outer = repositoryAround(folder, evidence);
    const at = argAt(launch, (arg) => arg === folder);
    if (outer !== undefined)
      return {
        cause: l10n.t('{0} is only a folder of the repository {1}.', folder, outer),
        remedies: [setValue(l10n.t('Use {0}', outer), at === undefined ? ['cwd'] : ['args', at], outer)],
        ...inEntry(...(at === undefined ? ['cwd'] : ['args', at])),
        isCertain: false,
      };
    return {
      cause: l10n.t('The folder {0} is not in a git repository.', folder),
      remedies: [
        ...useInner(folder, evidence),
        ...(given.length > 0 ? given : [askForFolder(l10n.t('Choose the folder of the repository'), ['cwd'])]),
        advise(l10n.t('Choose a folder with a repository, or make one with "git init".')),
      ],
      ...inEntry(...(given.length > 0 ? ['args'] : ['cwd'])),
      isCertain: false,
    };
  },
);

function repositoryAround(folder: string, { machine }: Evidence): string | undefined {
  for (let each = path.dirname(folder); each !== path.dirname(each); each = path.dirname(each))
    if (machine.kindOf(path.join(each, '.git')) !== undefined) return each;
  return undefined;
}

/** The only folder in it that is a repository. */
function useInner(folder: string, { machine, ...evidence }: Evidence): readonly Remedy[] {
  const launch = stdioOf({ machine, ...evidence });
  const at = launch && argAt(launch, (arg) => arg === folder);
  const names = new Set(machine.namesIn(folder).map((name) => name.split(/[/\\]/, 1)[0] ?? name));
  const [only, other] = [...names]
    .map((name) => path.join(folder, name))
    .filter((each) => machine.kindOf(path.join(each, '.git')) !== undefined);
  if (only === undefined || other !== undefined) return [];
  return [setValue(l10n.t('Use {0}', only), at === undefined ? ['cwd'] : ['args', at], only)];
}
