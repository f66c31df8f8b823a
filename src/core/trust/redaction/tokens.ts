import { mark } from './mark.ts';

/** Tokens with a recognizable form; the issuer's prefix is kept, where there is one that tells nothing of the secret. */
const tokens: readonly (readonly [prefix: string, body: string])[] = [
  ['sk-', '(?=[\\w-]{0,120}\\d)[\\w-]{16,}'],
  ['(?:sk|rk)_(?:live|test)_', '\\w{10,}'],
  ['gh[pousr]_', '\\w{20,}'],
  ['github_pat_', '\\w{20,}'],
  ['gl(?:pat|ptt|rt|cbt|dt|oas|soat|ft|imt|agent)-', '[\\w-]{16,}'],
  ['xox[abeoprs]-', '[\\w-]{10,}'],
  ['xapp-', '[\\w-]{16,}'],
  ['A(?:KIA|SIA|ROA|IDA|GPA)', '[0-9A-Z]{16}'],
  ['AIza', '[\\w-]{30,}'],
  ['ya29\\.', '[\\w-]{16,}'],
  ['GOCSPX-', '[\\w-]{16,}'],
  ['npm_', '\\w{30,}'],
  ['pypi-', '[\\w-]{16,}'],
  ['hf_', '\\w{20,}'],
  ['gsk_', '\\w{20,}'],
  ['xai-', '\\w{20,}'],
  ['pplx-', '\\w{20,}'],
  ['tvly-', '[\\w-]{16,}'],
  ['fc-', '[0-9a-f]{32}'],
  ['r8_', '\\w{30,}'],
  ['ntn_', '\\w{20,}'],
  ['lin_api_', '\\w{20,}'],
  ['dop_v1_', '[0-9a-f]{32,}'],
  ['dckr_pat_', '[\\w-]{16,}'],
  ['shp(?:at|ca|pa|ss)_', '[0-9a-f]{32}'],
  ['SG\\.', '[\\w.-]{32,}'],
  ['whsec_', '[\\w+/=]{16,}'],
  ['ATATT3', '[\\w=-]{20,}'],
  ['AGE-SECRET-KEY-1', '[0-9A-Z]{40,}'],
  ['dapi', '[0-9a-f]{32}'],
  ['PMAK-', '[0-9a-f-]{40,}'],
  ['sntry[su]_', '[\\w+/=-]{20,}'],
  ['hv[sbr]\\.', '[\\w-]{20,}'],
  ['glsa_', '\\w{32,}'],
  ['NRAK-', '[0-9A-Z]{20,}'],
  ['figd_', '[\\w-]{20,}'],
  ['pat', '[0-9A-Za-z]{14}\\.[0-9a-f]{64}'],
  ['sb(?:p|_secret)_', '\\w{20,}'],
  ['nf[pcb]_', '\\w{30,}'],
  ['pscale_(?:tkn|pw|oauth)_', '[\\w-]{20,}'],
  ['dp\\.(?:pt|st|ct|sa|scim|audit)\\.', '[\\w.]{30,}'],
  ['key-', '[0-9a-f]{32}'],
  ['SK', '[0-9a-f]{32}'],
  ['rubygems_', '[0-9a-f]{40,}'],
  ['re_', '(?=\\w{0,40}\\d)[0-9A-Za-z]{8}_\\w{20,}'],
  ['sq0(?:atp|csp)-', '[\\w-]{20,}'],
  ['', '[0-9a-f]{32}-us\\d{1,2}(?!\\d)'],
  ['', '[MNO][0-9A-Za-z_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}'],
];
/** No token is longer; a repetition without a limit would use up V8's stack on a text of megabytes. */
const longestToken = 4_000;
const source = tokens
  .map(([prefix, body]) => `(?:${prefix})(?:${body.replaceAll(',}', `,${longestToken}}`)})`)
  .join('|');
const tokenPattern = new RegExp(`(?<![A-Za-z0-9])(?:${source})`, 'g');
const prefixes = tokens.map(([prefix]) => prefix).filter((prefix) => prefix !== '');
const tokenPrefix = new RegExp(`^(?:${prefixes.join('|')})`);
const longWords = /[\w.+/=-]{14,}/g;
/** Up to here a text is looked at word by word. */
const shortText = 100_000;
/** Of two parts: the id of a bot and its key. */
const botPattern = /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{30,200}/g;

/** Only long words can be tokens, and most texts have none. */
export function withoutTokens(text: string): string {
  const rest = withoutJwts(text.length > shortText ? withoutToken(text) : text.replace(longWords, withoutToken));
  return rest.includes(':AA') ? rest.replace(botPattern, mark) : rest;
}

function withoutToken(word: string): string {
  return word.replace(tokenPattern, (token) => (tokenPrefix.exec(token)?.[0] ?? '') + mark);
}

const jwtStart = /(?<![A-Za-z0-9])eyJ(?=[\w-]{6})/;
/** Three parts, five where it is encrypted, or two: a session that is signed and has no header. */
const jwtRest = /\.[\w-]{4,100000}\.[\w-]{0,100000}(?:\.[\w-]{1,100000}){0,2}|\.(?=[\w-]{0,200}\d)[\w-]{20,100000}/y;

/** Word by word: a pattern for all parts would read the rest of a long word again from each of its beginnings. */
function withoutJwts(text: string): string {
  if (!text.includes('eyJ')) return text;
  let result = '';
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\w-]{9,100000}/g)) {
    const start = index + word.search(jwtStart);
    jwtRest.lastIndex = index + word.length;
    if (start < Math.max(index, from) || !jwtRest.test(text)) continue;
    result += `${text.slice(from, start)}eyJ${mark}`;
    from = jwtRest.lastIndex;
  }
  return result + text.slice(from);
}
