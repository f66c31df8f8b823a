import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** PostgreSQL, MySQL, SQL Server. */
export const databaseMissing = outputRule(
  'network/database',
  [
    /(database) "([^"\n]{1,60})" does not exist/,
    /(Unknown database) '([^'\n]{1,60})'/,
    /(Cannot open database) "([^"\n]{1,60})"/,
    /role "([^"\n]{1,60})" (does not exist)/,
  ],
  ([, kind = '', name = ''], evidence) => {
    if (!stdioOf(evidence)) return undefined;
    const isRole = name === 'does not exist';
    return {
      cause: isRole ? l10n.t('The database has no user "{0}".', kind) : l10n.t('There is no database "{0}".', name),
      remedies: [
        ...changeValue(evidence, isRole ? kind : name),
        ...create(kind, name, isRole),
        advise(l10n.t('Check the address in "env" or "args" of this server.')),
      ],
    };
  },
);

function create(kind: string, name: string, isRole: boolean): readonly Remedy[] {
  if (!/^[\w-]+$/.test(isRole ? kind : name)) return [];
  if (isRole) return [runInTerminal(l10n.t('Create it'), ['createuser', '--pwprompt', kind])];
  if (kind === 'database') return [runInTerminal(l10n.t('Create it'), ['createdb', name])];
  return /known database/.test(kind) ? [runInTerminal(l10n.t('Create it'), ['mysqladmin', 'create', name])] : [];
}
