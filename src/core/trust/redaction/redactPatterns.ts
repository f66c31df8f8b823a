export const mark = '[redacted]';

/*
 * Every pattern begins at a boundary and repeats at most one class of
 * characters, so that hostile text costs one pass and not n².
 */

/** Tokens with a recognizable form; the issuer's prefix is kept. */
const tokens: readonly (readonly [prefix: string, body: string])[] = [
  ['sk-', '(?=[\\w-]{0,120}\\d)[\\w-]{16,}'],
  ['(?:sk|rk)_(?:live|test)_', '\\w{10,}'],
  ['gh[pousr]_', '\\w{20,}'],
  ['github_pat_', '\\w{20,}'],
  ['gl(?:pat|ptt|rt|cbt|dt|oas|soat)-', '[\\w-]{16,}'],
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
];
const tokenSource = tokens.map(([prefix, body]) => `(?:${prefix})(?:${body})`).join('|');
const tokenPattern = new RegExp(`(?<![A-Za-z0-9])(?:${tokenSource})`, 'g');
const tokenPrefix = new RegExp(`^(?:${tokens.map(([prefix]) => prefix).join('|')})`);

const secretWord =
  '(?:passwords?|passwd|passphrase|pwd|secrets?|tokens?|api[-_]?keys?|apikeys?|access[-_]?keys?|private[-_]?keys?|client[-_]?secret|credentials?)';
const headerPattern =
  /\b((?:proxy-)?authorization|x-api-key|api-key|x-auth-token|x-access-token)(["']?\s{0,4}[:=]\s{0,4}["']?)((?:bearer|basic|digest|token|apikey|negotiate)\s{1,4})?([^\s"',;]{4,})/gi;
const cookiePattern = /\b((?:set-)?cookie)(["']?\s{0,4}:\s{0,4}["']?)([^\r\n"']+)/gi;
const bearerPattern = /\b(bearer|basic)(\s{1,4})([\w.~+/=-]{8,})/gi;
const assignmentPattern = new RegExp(
  `(?<![A-Za-z0-9])([\\w.-]{0,64}?${secretWord})(\\\\?["']?\\s{0,4}[:=]\\s{0,4}\\\\?["']?)([^\\s"'&,;{}()<>\\\\]+)`,
  'gi',
);
const flagPattern = new RegExp(`(?<![\\w-])(--?[\\w-]{0,64}?${secretWord})([= ]\\s{0,4}["']?)([^\\s"']+)`, 'gi');
const credentialsPattern = /(:\/\/[^\s/?#@:"'<>]{0,200}):([^\s/?#@"'<>]{1,500})@/g;
const queryPattern =
  /([?&#;](?:access_token|refresh_token|id_token|auth_token|token|api[-_]?key|apikey|key|secret|client_secret|password|passwd|pwd|sig|signature|x-amz-signature|x-amz-security-token|x-amz-credential|code|code_verifier|assertion)=)([^&\s"'#<>]+)/gi;
/** Cheap: most texts hold none of these words, and are passed on as they are. */
const wordHint =
  /-----BEGIN|:\/\/[^\s/?#@]{1,400}@|[?&#;](?:key|sig|code)|bearer |basic |authorization|cookie["']?:|(?:passw|passph|pwd|secret|token|api.?key|access.?key|private.?key|credential)[\w-]{0,8}[\\"']{0,2}\s{0,4}[:= ]/i;

/** Names of cursors and counters: redacting them would spoil the traffic view. */
const harmlessNames =
  /(?:progress|next|page|nextpage|continuation|cancellation|cancel|task|sync|cursor|max|min|num|total|prompt|completion|input|output|stop|pad|eos|bos|csrf)[-_.]?tokens?$/i;

/** Redacts everything that looks like a secret. */
export function redactPatterns(text: string): string {
  if (text.length < 6) return text;
  const rest = withoutJwts(text.replace(tokenPattern, (token) => (tokenPrefix.exec(token)?.[0] ?? '') + mark));
  return wordHint.test(rest) ? redactWords(rest) : rest;
}

function redactWords(text: string): string {
  return withoutKeys(text)
    .replace(headerPattern, redactHeader)
    .replace(cookiePattern, redactCookie)
    .replace(bearerPattern, (whole: string, scheme: string, gap: string, value: string) =>
      looksSecret(value) ? `${scheme}${gap}${mark}` : whole,
    )
    .replace(credentialsPattern, `$1:${mark}@`)
    .replace(queryPattern, redactQuery)
    .replace(assignmentPattern, redactAssignment)
    .replace(flagPattern, redactFlag);
}

function redactHeader(whole: string, name: string, gap: string, scheme: string | undefined, value: string): string {
  return scheme || looksSecret(value)
    ? isPlaceholder(value)
      ? whole
      : `${name}${gap}${scheme ?? ''}${hidden(gap, value)}`
    : whole;
}

function redactCookie(whole: string, name: string, gap: string, value: string): string {
  return value.includes('=') ? `${name}${gap}${hidden(gap, value)}` : whole;
}

function redactQuery(whole: string, name: string, value: string): string {
  const short = /(?:code|key|sig)=$/i.test(name) && value.length < 10;
  return short || isPlaceholder(value) ? whole : name + hidden('', value);
}

function redactAssignment(whole: string, name: string, gap: string, value: string): string {
  if (harmlessNames.test(name) || isPlaceholder(value) || value.startsWith('[')) return whole; // a list has its own texts
  const quoted = /["']/.test(gap);
  const strict = /(?:passw\w*|pwd|passphrase|secrets?)$/i.test(name) && (gap === '=' || quoted);
  return strict || (quoted && value.length >= 6) || looksSecret(value) ? name + gap + hidden(gap, value) : whole;
}

function redactFlag(whole: string, name: string, gap: string, value: string): string {
  if (harmlessNames.test(name) || value.startsWith('-') || isPlaceholder(value)) return whole;
  return value.length >= 4 ? name + gap + hidden(gap, value) : whole;
}

/**
 * The mark in place of a value, such that JSON text stays JSON: a number under a quoted name becomes a text, brackets
 * that close behind it stay, and so does a backslash that belongs to the quote after the value.
 */
function hidden(gap: string, value: string): string {
  const quote = /^\\?["']/.exec(gap)?.[0];
  if (quote !== undefined && !/["']$/.test(gap)) return `${quote}${mark}${quote}${/\]*$/.exec(value)?.[0] ?? ''}`;
  return mark + (/(?<!\\)(?:\\\\)*(\\?)$/.exec(value)?.[1] ?? '');
}

/** Prose has no digits in its words; a key nearly always has, or is long. */
function looksSecret(value: string): boolean {
  if (isPlaceholder(value)) return false;
  return value.length >= 20 || (value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

/** A variable, a blank to be filled in, or a value that is redacted already. */
function isPlaceholder(value: string): boolean {
  return /^(?:\$\{|\$$|\$[A-Za-z_]|%[A-Za-z_]+%|<|\{\{|\[redacted|\*{3,}|x{4,}|your[-_]|(?:null|undefined|true|false|string|token|value|key|secret|password)\W*$)/i.test(
    value,
  );
}

const jwtStart = /(?<![A-Za-z0-9])eyJ(?=[\w-]{6})/;
const jwtRest = /\.[\w-]{4,}\.[\w-]*/y;

/** Word by word: a pattern for all three parts would read the rest of a long word again from each of its beginnings. */
function withoutJwts(text: string): string {
  if (!text.includes('eyJ')) return text;
  let result = '';
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\w-]{9,}/g)) {
    const start = index + word.search(jwtStart);
    jwtRest.lastIndex = index + word.length;
    if (start < Math.max(index, from) || !jwtRest.test(text)) continue;
    result += `${text.slice(from, start)}eyJ${mark}`;
    from = jwtRest.lastIndex;
  }
  return result + text.slice(from);
}

/** A key without its end goes up to the quote that closes its text: no key has quotes. */
function endOfText(text: string, from: number): number {
  const quote = /\\*"/g;
  quote.lastIndex = from;
  return quote.exec(text)?.index ?? text.length;
}

const beginKey = '-----BEGIN ';

/** Found by hand: a lazy pattern would look for the end again from every beginning. */
function withoutKeys(text: string): string {
  let at = text.indexOf(beginKey);
  if (at < 0) return text;
  let result = '';
  let from = 0;
  while (at >= 0) {
    const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(text.slice(at, at + 80))?.[1];
    // A key that is redacted already has no end marker, and must not redact the rest of the text.
    if (label === undefined || text.startsWith(mark, at + label.length + 16)) {
      at = text.indexOf(beginKey, at + 1);
      continue;
    }
    const end = text.indexOf(`-----END ${label}-----`, at);
    const stop = end < 0 ? endOfText(text, at) : end + label.length + 14;
    result += `${text.slice(from, at)}${beginKey}${label}-----${mark}`;
    from = stop;
    at = text.indexOf(beginKey, stop);
  }
  return result + text.slice(from);
}
