/** Names whose value is secret wherever they stand, without case, "-" and "_". */
const exact = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'token',
  'apikey',
  'xapikey',
  'xauthtoken',
  'xaccesstoken',
  'accesskey',
  'accesskeyid',
  'secretaccesskey',
  'privatekey',
  'clientsecret',
  'clientassertion',
  'refreshtoken',
  'accesstoken',
  'idtoken',
  'authtoken',
  'sessiontoken',
  'bearertoken',
  'bearer',
  'codeverifier',
  'connectionstring',
  'credentials',
  'jwt',
]);
const endings = [
  'password',
  'passwd',
  'secret',
  'apikey',
  'token',
  'accesskey',
  'privatekey',
  'passphrase',
  'clientsecret',
  'pat',
];
/** Ends in "token" and is none. */
const harmless = new Set([
  'progresstoken',
  'nexttoken',
  'pagetoken',
  'nextpagetoken',
  'continuationtoken',
  'cancellationtoken',
  'tasktoken',
  'synctoken',
  'stoptoken',
  'padtoken',
  'eostoken',
  'bostoken',
  'unktoken',
  'path',
  'maxtoken',
  'format',
]);

const verdicts = new Map<string, boolean>();
const maxVerdicts = 5_000;

/** Called for every key of every message, so the result is cached. */
export function isSecretField(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = judge(name);
  if (verdicts.size >= maxVerdicts) verdicts.clear(); // a server may invent any number of names
  verdicts.set(name, verdict);
  return verdict;
}

function judge(name: string): boolean {
  if (name.length > 100) return false;
  const plain = name.toLowerCase().replaceAll(/[-_.\s]/g, '');
  if (exact.has(plain)) return true;
  if (harmless.has(plain)) return false;
  // "pat" alone ends too many words: only GITHUB_PAT and its like count.
  return endings.some((ending) => plain.endsWith(ending) && (ending !== 'pat' || /[-_]pat$/i.test(name)));
}
