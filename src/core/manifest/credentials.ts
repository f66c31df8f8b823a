import { isRecord } from '../../base/json.ts';

/*
 * Credentials stay behind the socket: the service uses them, and a client sees what they
 * were used for. A service that answers with one all the same has its value replaced here.
 */

const hidden = '[credential removed]';

/** Whole names, so that `nextPageToken` and `passwordPolicy` stay. Compared without case, `_` and `-`. */
const names = new Set(
  [
    'accesstoken',
    'refreshtoken',
    'idtoken',
    'authtoken',
    'bearertoken',
    'sessiontoken',
    'apikey',
    'apitoken',
    'apisecret',
  ].concat(
    [
      'clientsecret',
      'secretkey',
      'secretaccesskey',
      'privatekey',
      'password',
      'passphrase',
      'passwd',
      'authorization',
      'proxyauthorization',
    ],
    [
      'cookie',
      'setcookie',
      'masterkey',
      'encryptionkey',
      'signingkey',
      'credentials',
      'oauthtoken',
      'personalaccesstoken',
    ],
  ),
);

/**
 * Forms that nothing else has: provider tokens, JSON Web Tokens, private keys, a bearer header.
 * A token begins where no other character of one is before it; else `eyJ-eyJ-…` would take quadratic time.
 */
const forms =
  /(?<![\w-])(?:ya29\.[\w-]{20,}|gh[pousr]_\w{36,}|github_pat_\w{40,}|sk-[\w-]{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}|ops_eyJ[\w-]{40,})|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)|\bBearer\s+[\w.~+/-]{20,}=*/g;

/** A cheap test: most responses hold no credentials, and are not walked. */
const suspicion =
  /token|key|secret|password|passphrase|passwd|authorization|cookie|credentials|ya29\.|gh[pousr]_|github_pat_|sk-|xox[abprs]-|AKIA|AIza|eyJ|Bearer/i;

/** The value without its credentials; the very same value where it has none. */
export function withoutCredentials<T>(value: T, json: string): T {
  return suspicion.test(json) ? (clean(value) as T) : value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanList(value);
  return isRecord(value) ? cleanRecord(value) : value;
}

function cleanText(text: string): string {
  return text.length < 20 ? text : text.replaceAll(forms, hidden);
}

function cleanList(list: readonly unknown[]): readonly unknown[] {
  const cleaned = list.map(clean);
  return cleaned.some((each, at) => each !== list[at]) ? cleaned : list;
}

function cleanRecord(record: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(record);
  const cleaned = entries.map(([key, value]) => [key, isSecret(key, value) ? hidden : clean(value)] as const);
  return cleaned.some(([, value], at) => value !== entries[at]?.[1]) ? Object.fromEntries(cleaned) : record;
}

/** Only what could be one: `"password": true` says that there is a password, not what it is. */
function isSecret(key: string, value: unknown): boolean {
  return typeof value === 'string' && value !== '' && names.has(key.toLowerCase().replaceAll(/[_-]/g, ''));
}
