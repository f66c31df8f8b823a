import { withoutKeys } from './keyBlocks.ts';
import { mark } from './mark.ts';
import { hidden, withoutAssigned, withoutFlags } from './namedValues.ts';
import { isPlaceholder, looksSecret } from './plausible.ts';
import { secretLevel } from './redactFields.ts';
import { withoutTokens } from './tokens.ts';

/*
 * Every pattern begins at a boundary and repeats at most one class of
 * characters, so that hostile text costs one pass and not n².
 */

const headerPattern =
  /\b((?:proxy-)?authorization)((?:\\*["'])?\s{0,4}[:=]\s{0,4}(?:\\*["'])?)((?:bearer|dpop|basic|token|apikey|negotiate|ssws|bot)\s{1,4})?([^\s"',;\\]{4,})/gi;
const cookiePattern = /\b((?:set-)?cookie)(["']?\s{0,4}:\s{0,4}["']?)([^\r\n"'\\]+)/gi;
const bearerPattern = /\b(bearer|dpop|basic)(\s{1,4})([\w.~+/=-]{8,})/gi;
/** What signs a request, in Digest, OAuth 1 and AWS headers. */
const signaturePattern =
  /\b((?:response|c?nonce|opaque|(?:oauth_)?signature|oauth_token|mac)=(?:\\*["'])?)([\w+/=.%-]{16,})/gi;
const saidPattern = /\b((?:password|passphrase|token|secret|key) is:?\s{1,4}(?:\\*["'`])?)([^\s"'`\\]{6,200})/gi;
const loginPattern = /\b(login\s{1,4}\S{1,64}\s{1,4}password\s{1,4})([^\s"'\\]{4,200})/gi;
const userPattern = /(?<![\w-])((?:-u|--user|--proxy-user)[= ]\s{0,4}(?:\\*["'])?[^\s:"'\\]{1,64}:)([^\s"'\\]{4,200})/g;
const credentialsPattern = /(:\/\/[^\s/?#@:"'<>\\]{0,200}):([^\s/?#"'<>\\]{1,500})@/g;
const userinfoPattern = /(:\/\/)([^\s/?#@:"'<>\\]{16,200})@/g;
const queryPattern = /([?&#;](?:amp;)?)([\w.$-]{1,64})=([^&\s"'#<>\\]+)/g;
/** The first field of a form: what follows has its `&`. */
const firstFieldPattern = /^((?:code|state)=)[^&\s"'#<>\\]{10,}(?=&)/;
const encodedQueryPattern = /(%(?:3f|26|23))([\w.$-]{1,64})(%3d)((?:[^&\s"'%#<>\\]|%(?!26|23))+)/gi;
const queryNames =
  /^(?:key|sig|signature|x-amz-signature|x-amz-security-token|x-amz-credential|code|code_verifier|assertion)$/i;
const webhookPattern =
  /(hooks\.slack\.com\/\w{1,20}\/|discord(?:app)?\.com\/api\/(?:v\d{1,3}\/)?webhooks\/|\.webhook\.office\.com\/webhookb2\/|outlook\.office(?:365)?\.com\/webhook\/|hooks\.zapier\.com\/hooks\/catch\/|api\.telegram\.org\/bot|maker\.ifttt\.com\/trigger\/\w{1,64}\/with\/key\/|hook\.\w{1,20}\.make\.com\/)([^\s"'<>\\)]{6,})/gi;

/** Cheap: most texts hold none of these words, and are passed on as they are. */
const wordHint =
  /-----|:\/\/[^\s/?#@]{1,400}@|[?&#;](?:key|sig|code|assert)|%3d|bearer |dpop |basic |authorization|^(?:code|state)=|cookie["']?:|hooks?[./]|telegram\.|nonce=|signature=|response=|oauth|mac=|MI[IGH]|MHcC|MC4C|b3Bl|(?:-u|-user) |(?:pass|pwd|pw|secret|token|key|auth|credential|cred|dsn|cookie|sas|pat|jwt|sig|connection.?string|assertion|verifier)[\w.-]{0,24}(?:[\\"'`]{0,8}\s{0,4}[:= ]| is)/i;

/** Redacts everything that looks like a secret. */
export function redactPatterns(text: string): string {
  if (text.length < 6) return text;
  const rest = withoutTokens(text);
  return wordHint.test(rest) ? redactWords(rest) : rest;
}

function redactWords(text: string): string {
  const rest = withoutAddresses(withoutKeys(text))
    .replace(headerPattern, redactHeader)
    .replace(cookiePattern, redactCookie)
    .replace(bearerPattern, (whole: string, scheme: string, gap: string, value: string) =>
      looksSecret(value) ? `${scheme}${gap}${mark}` : whole,
    )
    .replace(signaturePattern, `$1${mark}`)
    .replace(saidPattern, redactSaid)
    .replace(loginPattern, redactSaid)
    .replace(userPattern, redactSaid);
  return withoutFlags(withoutAssigned(rest));
}

function withoutAddresses(text: string): string {
  return text
    .replace(webhookPattern, (whole: string, host: string, value: string) =>
      isPlaceholder(value) ? whole : host + mark,
    )
    .replace(firstFieldPattern, `$1${mark}`)
    .replace(credentialsPattern, `$1:${mark}@`)
    .replace(userinfoPattern, (whole: string, scheme: string, value: string) =>
      looksSecret(value) ? `${scheme}${mark}@` : whole,
    )
    .replace(queryPattern, (whole: string, sign: string, name: string, value: string) =>
      isSecretQuery(name, value) ? `${sign}${name}=${mark}` : whole,
    )
    .replace(encodedQueryPattern, (whole: string, sign: string, name: string, equals: string, value: string) =>
      isSecretQuery(name, value) ? `${sign}${name}${equals}${mark}` : whole,
    );
}

function isSecretQuery(name: string, value: string): boolean {
  if (isPlaceholder(value)) return false;
  if (queryNames.test(name)) return value.length >= 10;
  const level = secretLevel(name);
  return level === 'sure' || (level === 'maybe' && looksSecret(value));
}

function redactHeader(whole: string, name: string, gap: string, scheme: string | undefined, value: string): string {
  if (isPlaceholder(value) || !(scheme || looksSecret(value))) return whole;
  return `${name}${gap}${scheme ?? ''}${hidden(gap, value)}`;
}

function redactCookie(whole: string, name: string, gap: string, value: string): string {
  return value.includes('=') ? `${name}${gap}${hidden(gap, value)}` : whole;
}

function redactSaid(whole: string, before: string, value: string): string {
  return looksSecret(value) || (/password\s+$/i.test(before) && !isPlaceholder(value)) ? before + mark : whole;
}
