import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** SQLite and its like name no file: the entry does. */
export const databaseFile = outputRule(
  'path/database-file',
  [
    /attempt to write a (readonly) database|SQLITE_(READONLY)/,
    /file is (not a database)|SQLITE_(NOTADB)|database disk image is (malformed)|file is encrypted or is (not a database)/,
    /database is (locked)|SQLITE_(BUSY)|Could not set (lock) on file/,
  ],
  (match, evidence) => {
    const how = match.slice(1).find((each) => each !== undefined) ?? '';
    const file = fileOf(evidence);
    if (!stdioOf(evidence) || file === undefined) return undefined;
    const isLocked = /lock|BUSY/i.test(how);
    const cause = isLocked
      ? l10n.t('The database file {0} is used by another process.', file)
      : /readonly/i.test(how)
        ? l10n.t('The database file {0} cannot be written.', file)
        : l10n.t('The file {0} is not a database, or is damaged.', file);
    return {
      cause,
      remedies: [
        ...(isLocked ? [tryAgain()] : []),
        ...changeValue(evidence, file, 'file'),
        advise(l10n.t('Give the server another file, or repair this one.')),
      ],
      isCertain: false,
    };
  },
);

function fileOf(evidence: Evidence): string | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  return [...args, ...Object.values(env)]
    .map((value) => value?.replace(/^--?[\w-]+=|^(?:sqlite|duckdb|file):(?:\/\/)?/g, '') ?? '')
    .find((value) => /\.(?:db|sqlite3?|duckdb)$/i.test(value));
}
