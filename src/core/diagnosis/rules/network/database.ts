import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { openManual } from '../../cures/manual.ts';
import { useNewest } from '../../cures/newestVersion.ts';
import { updateLibrary } from '../../cures/updateLibrary.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, ask, runInTerminal, setValues } from '../../model/remedies.ts';
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
      remedies: [...changeValue(evidence, isRole ? kind : name), ...create(kind, name, isRole)],
    };
  },
);

/** Databases have several ways to sign in, of which an old client knows only some. */
export const databaseSignIn = outputRule(
  'network/database-auth',
  [
    /ER_NOT_SUPPORTED_AUTH_MODE|does not support authentication protocol requested/,
    /Authentication plugin '([\w]{3,60})' (?:cannot be loaded|is not supported|reported error)/,
    /(SCRAM|authentication method \d{1,3}) (?:authentication requires|not supported)/i,
    /SCRAM authentication requires libpq version/,
  ],
  ([, how = ''], evidence) => {
    if (!stdioOf(evidence)) return undefined;
    const newest = [...useNewest(evidence), ...updateLibrary(evidence)];
    return {
      cause:
        how === ''
          ? l10n.t('The database wants a way to sign in that the server does not know.')
          : l10n.t('The database wants a way to sign in that the server does not know: {0}', how),
      remedies: [
        ...newest,
        ...openManual(evidence),
        advise(
          l10n.t('Update the server, or give its user in the database an older way, such as "mysql_native_password".'),
        ),
      ],
    };
  },
);

/** Whether a connection is encrypted stands in its address. */
export const databaseEncryption = outputRule(
  'network/database-tls',
  [
    /no pg_hba\.conf entry for host[^\n]{0,120}(?:no encryption|SSL off)/,
    /(?:SSL\/?TLS required|(?:SSL|TLS) connection is required|requires? (?:SSL|TLS|encryption)|insecure transport are prohibited)/i,
    /(?:server does not support SSL|SSL is not enabled on the server|SSL connections? (?:is|are) not supported)/i,
  ],
  ([all = ''], evidence, line) => {
    const isWanted = !/not support|not enabled/i.test(all);
    const found = addressOf(evidence);
    if (!stdioOf(evidence) || /^\s*--?\w/.test(line)) return undefined; // an option in its help
    const mode = isWanted ? 'sslmode=require' : 'sslmode=disable';
    return {
      cause: isWanted
        ? l10n.t('The database accepts encrypted connections only.')
        : l10n.t('The database does not encrypt connections, but the server wants that.'),
      remedies: [
        ...(found === undefined ? [] : [setMode(found, mode)]),
        advise(l10n.t('Set whether it is encrypted in the address or the settings of the server: {0}', line)),
      ],
      isCertain: evidence.end !== undefined,
    };
  },
);

/** Another mode that stands there already is for the user to change. */
function setMode({ path, value }: Address, mode: string): Remedy {
  const text = l10n.t('Add "{0}"', mode);
  if (value.includes('sslmode=')) return ask(text, path, { now: value });
  const added = `${value}${value.includes('?') ? '&' : '?'}${mode}`;
  return setValues(text, [{ path, value: added, kept: value }]);
}

interface Address {
  readonly path: EntryPath;
  readonly value: string;
}

/** The address of a PostgreSQL, among the arguments or variables. */
function addressOf(evidence: Evidence): Address | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => isAddress.test(arg));
  if (at >= 0) return { path: ['args', at], value: args[at] ?? '' };
  const [name, value] = Object.entries(env).find(([, each]) => isAddress.test(each ?? '')) ?? [];
  return name === undefined ? undefined : { path: ['env', name], value: value ?? '' };
}

const isAddress = /^postgres(?:ql)?:\/\//;

function create(kind: string, name: string, isRole: boolean): readonly Remedy[] {
  if (!/^[\w-]+$/.test(isRole ? kind : name)) return [];
  if (isRole) return [runInTerminal(l10n.t('Create it'), ['createuser', '--pwprompt', kind])];
  if (kind === 'database') return [runInTerminal(l10n.t('Create it'), ['createdb', name])];
  return /known database/.test(kind) ? [runInTerminal(l10n.t('Create it'), ['mysqladmin', 'create', name])] : [];
}
