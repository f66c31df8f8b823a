import { identifierWords } from '../../../base/identifierWords.ts';
import { Memo } from '../../../base/memo.ts';
import { mark } from './mark.ts';

/** `sure`: the value is secret, whatever it is. `maybe`: it is, if it looks like one. */
type SecretLevel = 'sure' | 'maybe' | undefined;

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** The word that makes a name secret, wherever in the name it stands. */
const secretWords = list(
  `password passwords passwd pwd passphrase passcode secret secrets credential credentials cookie cookies authorization
   apikey xapikey privatekey secretkey accesskey authkey bearer jwt connectionstring`,
);
/** Names that are secret as a whole, written together. */
const wholeNames = list(
  `accesskeyid secretaccesskey clientassertion codeverifier connectionstring setcookie proxyauthorization assertion
   authtoken accesstoken refreshtoken idtoken sessiontoken bearertoken clientsecret`,
);
/** A key is secret when it is one of these; most other keys only name something. */
const keyKinds = list(
  `api access private secret encryption signing auth master service account shared storage admin license deploy
   webhook hmac app subscription consumer ssh gpg pgp client user license aes rsa`,
);
/** What comes last says what the value is: the name of a secret is none. */
const about = list(
  `name names type types url urls uri uris endpoint endpoints count counts length policy path paths file files id ids
   field fields label description method methods mode status enabled required header headers prefix suffix version format ttl scope
   scopes expiry expires expiration at in ms seconds date time usage limit budget size max min hint help banner
   provider providers source strategy location manager store index map ref reference domain realm issuer number`,
);
/** Ends in "token" or "key" and is none. */
const harmless = list(
  `progresstoken nexttoken pagetoken nextpagetoken continuationtoken cancellationtoken canceltoken tasktoken synctoken
   stoptoken padtoken eostoken bostoken unktoken maxtoken cursortoken path format`,
);
const harmlessKeys = list(
  `public primary foreign sort partition cache idempotency object project issue map group unique`,
);

const levels = new Memo(judge, 5_000);
/** Of a longer name only its end is looked at. */
const longestName = 100;

/** Called for every key of every message, so the result is kept. */
export function secretLevel(name: string): SecretLevel {
  return levels.get(name.slice(-longestName));
}

export function isSecretField(name: string): boolean {
  return secretLevel(name) === 'sure';
}

function judge(name: string): SecretLevel {
  if (name.includes(mark)) return undefined; // what it was called before has been judged
  const words = identifierWords(name);
  return levelOf(words, name) ?? levelOf(words.map(withoutNumber), name);
}

function levelOf(words: readonly string[], name: string): SecretLevel {
  const plain = words.join('');
  const last = words.at(-1) ?? '';
  if (harmless.has(plain)) return undefined;
  if (wholeNames.has(plain) || endsSecret(plain, last)) return 'sure';
  if (about.has(last)) return undefined;
  if (words.some((word) => secretWords.has(word))) return 'sure';
  return isVariable(name) ? levelOfVariable(words) : levelOfKey(words);
}

/** `password2` is a second one. */
function withoutNumber(word: string): string {
  return word.replace(/(?<=[a-z]{3})\d{1,3}$/, '');
}

function endsSecret(plain: string, last: string): boolean {
  if (/(?:password|passwd|passphrase|secret|apikey|token|accesskey|privatekey)$/.test(plain)) return true;
  return last === 'pat' && plain !== 'pat'; // "pat" alone ends too many words: only GITHUB_PAT and its like count
}

/** `OPENAI_KEY`: in the name of a variable, more words count. */
function isVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name) && name.includes('_');
}

function levelOfVariable(words: readonly string[]): SecretLevel {
  if (words.some((word) => harmlessKeys.has(word))) return undefined;
  const isSecret = words.some((word) => /^(?:\w*keys?|auth|token|pass|pw|pwd|pat|dsn|cred|creds|sas)$/.test(word));
  return isSecret ? 'sure' : undefined;
}

function levelOfKey(words: readonly string[]): SecretLevel {
  const last = words.findLast((word) => !/^(?:v?\d+|value|text)$/.test(word)) ?? '';
  if (/^(?:auth|dsn|pass|signature|sig)$/.test(last)) return 'maybe';
  if (last !== 'key') return undefined;
  const kind = words[words.lastIndexOf('key') - 1];
  if (kind !== undefined && keyKinds.has(kind)) return 'sure';
  return kind === undefined || harmlessKeys.has(kind) ? undefined : 'maybe';
}
