import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { otherFolder } from '../../model/otherFolder.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** SQLite and its like name no file: the entry does. */
export const databaseFile = outputRule(
  'path/database-file',
  [
    /attempt to write a (readonly) database|SQLITE_(READONLY)/,
    /file is (not a database)|SQLITE_(NOTADB)|database disk image is (malformed)|file is encrypted or is (not a database)/,
    /(unable to open) (?:the )?database|SQLITE_(CANTOPEN)/i,
    /database is (locked)|SQLITE_(BUSY)|Could not set (lock) on file/,
  ],
  (match, evidence) => {
    const how = match.slice(1).find((each) => each !== undefined) ?? '';
    const file = fileOf(evidence);
    if (!stdioOf(evidence) || file === undefined) return undefined;
    if (/open/i.test(how) && path.isAbsolute(file) && evidence.machine.kindOf(file) === undefined) return undefined; // `path/entry` knows more
    const isLocked = /lock|BUSY/i.test(how);
    const other = isLocked ? undefined : otherFolder(file, evidence);
    return {
      cause: other?.cause ?? causeOf(how, file),
      remedies: [
        ...(isLocked ? [tryAgain()] : []),
        ...(other ? [other.remedy] : []),
        ...changeValue(evidence, file, 'file'),
        advise(l10n.t('Give the server another file, or repair this one.')),
      ],
      isCertain: false,
    };
  },
);

function causeOf(how: string, file: string): string {
  if (/lock|BUSY/i.test(how)) return l10n.t('The database file {0} is used by another process.', file);
  if (/readonly/i.test(how)) return l10n.t('The database file {0} cannot be written.', file);
  return /open/i.test(how)
    ? l10n.t('The server cannot open the database file {0}.', file)
    : l10n.t('The file {0} is not a database, or is damaged.', file);
}

/** That of the entry, else the one in the line of the source that the stack shows. */
function fileOf(evidence: Evidence): string | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const inSource = /["'](?:sqlite:\/\/\/|file:)?([^"'\n]{1,200}\.(?:db|sqlite3?|duckdb))["']/i.exec(
    outputOf(evidence),
  )?.[1];
  return [...args, ...Object.values(env), inSource]
    .map((value) => value?.replace(/^--?[\w-]+=|^(?:sqlite|duckdb|file):(?:\/\/)?/g, '') ?? '')
    .find((value) => /\.(?:db|sqlite3?|duckdb)$/i.test(value));
}
