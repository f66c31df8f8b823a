import { l10n } from '../../../../base/l10n.ts';
import { passwordArgument, secretNames, secretOptions, secretsFor } from '../../cures/entryValues.ts';
import { openManual } from '../../cures/manual.ts';
import { runItself } from '../../cures/runItself.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, ask, askFor } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** The service behind the server does not take its credential. */
export const credentialRefused = outputRule(
  'variable/refused',
  [
    /(?:password authentication failed for user|Access denied for user|Login failed for user|role) ["'`]([^"'`\n]{1,60})["'`](?! does not exist)/i,
    /(?:NOAUTH|WRONGPASS|client password must be a string|no password supplied|ER_ACCESS_DENIED_ERROR|bad auth|MongoServerError: Authentication failed|no pg_hba\.conf entry)\b()/i,
    /(?:invalid|incorrect|bad|wrong|expired|revoked|unauthorized|malformed)[^\n]{0,30}(?:api[ _-]?key|token|credentials?|password|secret)()/i,
    /(?:api[ _-]?key|token|credentials?|password|secret)[^\n]{0,30}(?:is |was |has )?(?:not valid|invalid|incorrect|expired|revoked|rejected|refused|malformed)()/i,
    /(?:\b401\b[^\n]{0,20}Unauthorized|\b40[13] Client Error|\b403\b[^\n]{0,20}Forbidden|(?:status(?: code)?|HTTP|error code:?|code)[ :=]{0,3}401\b|authentication failed|Authentication error|not_authed|invalid_auth|AuthenticationError|bad credentials|invalid_grant|login failed)()/i,
    /(?:InvalidClientTokenId|SignatureDoesNotMatch|UnrecognizedClientException|InvalidAccessKeyId|does not exist in our records|invalid_client|invalid_api_key|API_KEY_INVALID|incorrect_api_key|Invalid credentials|token_expired|JWTExpired|jwt expired|jwt malformed|signature verification failed)()/i,
    /(?:password|passphrase|user ?name)[^\n]{0,40}(?:not correct|incorrect|wrong)()/i,
    /(?:error|occurred|failed|code)[^\n]{0,20}\b(?:[a-z]+_)*(?:token|auth|authed|credentials?|api_?key|account)(?:_[a-z]+)+\b()/i,
    /\bUnauthorized\b[.:!]()/,
    /(?:Auth(?:entic|oriz)ation required|authentication failure|unauthorized due to|not authenticated|AuthError)\b()/i,
  ],
  ([all = '', user = ''], evidence, line) => {
    if (!stdioOf(evidence) || /Unexpected token|JSON|not support|NOT_SUPPORTED|endpoints_resolution/.test(line))
      return undefined;
    const names = secretNames(evidence);
    const service = serviceIn(line);
    // Without a credential in the entry the server rather wants a sign-in of its own.
    if (
      /^(?:Auth(?:entic|oriz)ation required|not authenticated)/i.test(all) &&
      names.length === 0 &&
      service === undefined
    )
      return undefined;
    if (names.length === 0 && /invalid_grant|token_expired|jwt expired/i.test(all))
      return {
        cause: l10n.t('The sign-in that the server keeps has expired or was revoked: it has to sign in again.'),
        remedies: [
          runItself(evidence),
          ...openManual(evidence),
          advise(l10n.t('Do what it says in a terminal, then start it again.')),
        ],
        isCertain: false,
      };
    if (names.length === 0 && service !== undefined)
      return {
        cause: l10n.t('{0} requires a password or token, and the server has none or a wrong one.', service),
        remedies: [
          ...passwordArgument(evidence),
          ...addressOf(service, evidence),
          askFor(passwordNames[service] ?? `${service.toUpperCase()}_PASSWORD`),
        ],
        isCertain: false,
      };
    const options = names.length === 0 ? secretOptions(evidence) : [];
    return {
      cause: causeOf(user, [...names, ...options.map(({ name }) => name)]),
      remedies: [
        ...secretsFor(evidence, line),
        ...options.map(({ name, path, prefix }) =>
          ask(l10n.t('Enter another value for {0}', name), path, prefix === undefined ? {} : { prefix }),
        ),
        ...passwordArgument(evidence),
        advise(l10n.t('Create a new credential, and set it in "env" of this server.')),
      ],
      ...(names[0] !== undefined && inEntry('env', names[0])),
      isCertain: names.length === 1 || user !== '',
    };
  },
);

/** The address of the entry, into which a password can be put. */
function addressOf(service: string, evidence: Evidence): readonly Remedy[] {
  const scheme = new RegExp(`^(?:--?[\\w-]+=)?${service.toLowerCase().slice(0, 5)}\\w*(?:\\+\\w+)?://`, 'i');
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => scheme.test(arg));
  const title = l10n.t('Enter another address with user and password');
  if (at >= 0) return [ask(title, ['args', at], { now: args[at] ?? '' })];
  const [name, now] = Object.entries(env).find(([, value]) => scheme.test(value ?? '')) ?? [];
  return name === undefined ? [] : [ask(title, ['env', name], { now: now ?? '' })];
}

/** The service whose client library complains. */
function serviceIn(line: string): string | undefined {
  if (/NOAUTH|WRONGPASS/.test(line)) return 'Redis';
  if (/client password must be a string|SCRAM-SERVER|pg_hba|no password supplied/.test(line)) return 'PostgreSQL';
  if (/ER_ACCESS_DENIED/.test(line)) return 'MySQL';
  return /\b(Redis|Mongo|PostgreSQL|Postgres|MySQL|MariaDB|Elasticsearch|OpenSearch|Neo4j|RabbitMQ|ClickHouse|Cassandra|InfluxDB|Kafka|Qdrant|Milvus|Weaviate|Snowflake)/i.exec(
    line,
  )?.[1];
}

const passwordNames: Readonly<Record<string, string>> = {
  Redis: 'REDIS_PASSWORD',
  redis: 'REDIS_PASSWORD',
  PostgreSQL: 'PGPASSWORD',
};

function causeOf(user: string, names: readonly string[]): string {
  if (user !== '') return l10n.t('The service that the server uses does not accept the password of "{0}".', user);
  return names.length === 0
    ? l10n.t('The service that the server uses does not accept its credential.')
    : l10n.t('The service that the server uses does not accept the value of {0}.', names.join(', '));
}

/** It is accepted, but does not allow what the server does. */
export const scopeMissing = outputRule(
  'variable/scope',
  [
    /\b(missing_scope|insufficient_scope|insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)\b/,
    /((?:insufficient|missing|lacks?)[^\n]{0,30}(?:scopes?|permissions?|privileges?|entitlement)[^\n]{0,80})/i,
    /(Access to (?:model|dataset) \S{1,100} is restricted)/,
    /(Resource not accessible by (?:integration|personal access token))/,
    /\((?:AccessDenied\w*|UnauthorizedOperation)\) when calling the (\w{1,60} operation)/,
    /(AccessDeniedException[^\n]{0,120}|is not authorized to perform: [^\n]{1,100})/,
  ],
  ([, what = ''], evidence: Evidence, line) =>
    stdioOf(evidence) && {
      cause: l10n.t(
        'The credential of the server is accepted, but does not allow what it needs: {0}',
        /\bneeded:? ([\w:.,-]{3,100})/.exec(line)?.[1]?.replace(/,$/, '') ?? (/^\w+$/.test(what) ? line : what),
      ),
      remedies: [...secretsFor(evidence, line), advise(l10n.t('Create a new credential with that permission.'))],
      isCertain: evidence.end !== undefined && /^(?:missing|insufficient)_scope$/.test(what),
    },
);
