import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { advise, setValue, setValues } from '../../model/remedies.ts';
import { hostIn } from '../../statements/network.ts';
import { outputRule } from '../../model/rule.ts';

interface Database {
  readonly name: string;
  /** In the stack or the message of its drivers. */
  readonly says: RegExp;
  /** What takes any certificate, in its address. */
  readonly option: string;
  readonly address: RegExp;
}

const databases: readonly Database[] = [
  {
    name: 'SQL Server',
    says: /tedious|mssql|SqlClient|SqlException|ODBC Driver \d+ for SQL Server|:1433\b|ESOCKET/,
    option: 'TrustServerCertificate=true',
    address: /(?:^|;)\s*(?:Server|Data Source)=|^mssql:|^sqlserver:/i,
  },
  {
    name: 'PostgreSQL',
    says: /node_modules\/pg|pg-pool|psycopg|asyncpg|lib\/pq|pgx|:5432\b|postgres/i,
    option: 'sslmode=no-verify',
    address: /^postgres(?:ql)?:/,
  },
  {
    name: 'MySQL',
    says: /mysql2?\b|pymysql|:3306\b|HANDSHAKE_SSL_ERROR/i,
    option: 'ssl={"rejectUnauthorized":false}',
    address: /^mysql:/,
  },
  {
    name: 'MongoDB',
    says: /MongoServerSelection|MongoNetwork|pymongo|:27017\b/,
    option: 'tlsAllowInvalidCertificates=true',
    address: /^mongodb(?:\+srv)?:/,
  },
  { name: 'Redis', says: /ioredis|redis/i, option: 'ssl_cert_reqs=none', address: /^rediss:/ },
];

/** Databases make a certificate for themselves, and their drivers have an option for that. */
export const databaseCertificate = outputRule(
  'network/database-certificate',
  [
    /self[- ]signed certificate|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|certificate chain was issued by an authority that is not trusted|certificate verify failed/i,
  ],
  (match, evidence, line) => {
    const near = outputOf(evidence).slice(Math.max(0, match.index - 600), match.index + 900);
    const found = databases.find(
      ({ says, address }) => says.test(near) && (says.test(line) || hasAddress(address, evidence)),
    );
    if (!stdioOf(evidence) || !found || /HTTPS?ConnectionPool|https:\/\//.test(line)) return undefined;
    const host = hostIn(line) ?? '';
    return {
      cause:
        host === ''
          ? l10n.t('The certificate of the {0} is self-signed, and the server does not trust it.', found.name)
          : l10n.t(
              'The certificate of the {0} at {1} is self-signed, and the server does not trust it.',
              found.name,
              host,
            ),
      remedies: [
        ...withOption(found, evidence),
        advise(
          l10n.t(
            'Let its driver take this certificate ({0}), or give the server the authority that signed it.',
            found.option,
          ),
        ),
      ],
      isCertain: evidence.end !== undefined,
    };
  },
);

/** The name that servers for SQL Server read. */
const trust = 'TRUST_SERVER_CERTIFICATE';

function hasAddress(address: RegExp, evidence: Evidence): boolean {
  return placeOf(address, evidence) !== undefined;
}

function placeOf(address: RegExp, evidence: Evidence): { path: EntryPath; value: string } | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => address.test(arg));
  if (at >= 0) return { path: ['args', at], value: args[at] ?? '' };
  const [name, value] = Object.entries(env).find(([, each]) => address.test(each ?? '')) ?? [];
  return name === undefined ? undefined : { path: ['env', name], value: value ?? '' };
}

function withOption({ address, option }: Database, evidence: Evidence): readonly Remedy[] {
  const place = placeOf(address, evidence);
  if (!place)
    return option.startsWith('TrustServerCertificate')
      ? [setValue(l10n.t('Set {0} to {1}', trust, 'true'), ['env', trust], 'true')]
      : [];
  const { path, value } = place;
  const [name = ''] = option.split('=', 1);
  const there = new RegExp(`${name}=[^&;\\s]*`, 'i');
  const added = there.test(value)
    ? value.replace(there, option)
    : /;|^Server=/i.test(value)
      ? `${value.replace(/;$/, '')};${option}`
      : `${value}${value.includes('?') ? '&' : '?'}${option}`;
  return [
    setValues(l10n.t('Add "{0}"', option), [{ path, value: added, ...(there.test(value) ? {} : { kept: value }) }]),
  ];
}
