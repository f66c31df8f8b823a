import { stem } from '../../../base/stem.ts';
import { isAscii, isPlainSentence } from '../../../base/text/ascii.ts';

/**
 * Text into terms, the same way for patterns and for questions. Identifiers are cut at camelCase,
 * snake_case and punctuation; words that say nothing are left out.
 */
export function wordsOf(text: string): readonly string[] {
  return tellingWords(allWordsOf(text));
}

export function tellingWords(all: readonly string[]): readonly string[] {
  return all.filter((word) => !stopWords.has(word));
}

/** The same with nothing left out: what a short term is recognised by. */
export function allWordsOf(text: string): readonly string[] {
  const words: string[] = [];
  const plain = joinExpressions(withoutMarks(text));
  for (const [raw] of plain.matchAll(isAscii(plain) ? asciiIdentifiers : identifiers())) {
    for (const part of partsOf(raw)) words.push(stopWords.has(part) ? part : stem(part));
  }
  return words;
}

/**
 * Names that mean more as a whole: the last parts of a dotted call (`pickle.loads`), names of several words
 * (`getSignedUrl`, `mark_safe`), and options that are on or off (`verify=False`).
 */
export function callsOf(text: string): readonly string[] {
  const plain = withoutMarks(text);
  const calls: string[] = [];
  if (isPlainSentence(plain)) return shapesIn(plain, shapesOfWords);
  for (const [raw] of plain.matchAll(dotted)) {
    const parts = raw.toLowerCase().split(/\.|::|->/);
    for (let i = 1; i < parts.length; i++) calls.push(`${parts[i - 1]}.${parts[i]}`);
  }
  for (const [raw] of plain.matchAll(compound)) calls.push(squeeze(raw));
  for (const [, name, value] of plain.matchAll(switches)) calls.push(squeeze(`${name}=${value}`));
  return [...calls, ...shapesIn(plain, [...shapesOfWords, ...shapesOfMarks])];
}

function shapesIn(text: string, shapes: readonly Shape[]): readonly string[] {
  const lower = text.toLowerCase();
  const mayLookSo = ([, words]: Shape): boolean => words.some((word) => lower.includes(word));
  return shapes.filter((shape) => mayLookSo(shape) && shape[2].test(text)).map(([sign]) => sign);
}

/** What code looks like, whatever its names are. One of the words is in it: to look for them costs less than to make the expression. */
type Shape = readonly [sign: string, words: readonly string[], looks: RegExp];

const shapesOfWords: readonly Shape[] = [
  [
    '#sql',
    ['select', 'insert', 'delete', 'update'],
    /\bselect\b[^;]{1,200}?\bfrom\b|\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+\w+\s+set\b/i,
  ],
  [
    '#cosmetic',
    ['rename', 'reword', 'rephrase', 'retitle', 'recol', 'move', 'change'],
    /\b(?:rename|reword|rephrase|retitle|recolou?r)\b|\bmove\b.{1,60}\b(?:left|right|top|bottom)\b|\bchange ['"“].{1,60}['"”] to ['"“]/i,
  ],
  [
    '#fetchedinput',
    ['fetch', 'url', 'axios', 'got', 'file_get', 'openstream', 'http.get', 'requests', 'rest', 'getasync', 'uri'],
    /\b(?:fetch|urlopen|axios(?:\.\w+)?|got|curl_init|file_get_contents|openstream|http\.get|requests\.\w+|restclient\.\w+|getasync|open-uri|uri\.open)\s*\(?.{0,40}\b(?:req|request|params|query|body|input|form|args|_get|_post)\b/i,
  ],
  [
    '#emptycatch',
    ['catch', 'except', 'rescue'],
    /\bcatch\s*(?:\([^)]{0,60}\))?\s*\{\s*(?:\/\/[^\n]{0,80}\s*)?\}|\bexcept\b[^:\n]{0,60}:\s*pass\b|\brescue\b[^\n]{0,40}\bnil\b/i,
  ],
  [
    '#loadedbyid',
    ['find', 'get', 'first', 'load', 'where', 'query'],
    /\b(?:find(?:one|byid|bypk|_by|unique)?|get(?:_or_404|object)?|first|load|where|query)\s*!?\(?.{0,50}\b(?:params|req|request|args|kwargs|path|route)\b[^\n]{0,20}\bid\b/i,
  ],
];

const anyWord = [''];

/** None of them is found in plain sentences, of which most questions consist. */
const shapesOfMarks: readonly Shape[] = [
  ['#joinedtext', anyWord, /["'`]\s*(?:\+|\.|<<)\s*\$?[a-z_]\w*|\$\{|#\{|\bf["'][^"'\n]{0,200}\{|%\s*\(/i],
  [
    '#secretliteral',
    anyWord,
    /(?:password|passwd|pwd|secret|token|api_?key|private_?key)\w{0,40}["']?\s*[:=]\s*["'][^"'\s]{3,}["']/i,
  ],
  // Markup and a value in one expression, however the language joins them.
  [
    '#joinedmarkup',
    anyWord,
    /["'`][^"'`\n]{0,80}<\/?[a-z][^"'`\n]{0,80}["'`]\s*(?:\+|\.|<<)|`[^`]{0,120}<[a-z][^`]{0,120}\$\{|<\?=|<%[=-]|\{!!|\{\{\{|f["'][^"'\n]{0,80}<[a-z][^"'\n]{0,80}\{/i,
  ],
  ['#freedthenused', anyWord, /\b(?:free|delete|kfree)\s*\(?\s*(\w+)\s*\)?\s*;[\s\S]{0,80}?\b\1\b\s*(?:->|\[|\.|\))/],
  ['#pastend', anyWord, /\bfor\s*\([^;]{0,60};[^;]{0,40}<=[^;]{0,40}(?:size|len|length|count|max|n|\d+)\b[^;]{0,20};/i],
  ['#nestedrepeat', anyWord, /\([^()\n]{0,40}[+*]\)[+*{]/],
  ['#idinroute', anyWord, /\/(?::|\{|<(?:\w+:)?|\[)\w*(?:id|pk|uuid|slug|number|no)\b/i],
];

const asciiIdentifiers = /[\w$]+/g;
const identifiers = (): RegExp => /[\p{L}\p{N}_$]+/gu;
const dotted = /(?<![\w$])[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,80}){1,12}/g;
const compound =
  /\b[A-Za-z][A-Za-z0-9]{0,60}(?:[_-][A-Za-z0-9]{1,60}){1,12}\b|\b[A-Za-z]?[a-z0-9]{1,60}(?:[A-Z][a-z0-9]{1,60}){1,12}\b/g;
const switches = /\b([A-Za-z][\w-]{0,60})["']?\s*[:=]\s*(true|false|none|null)\b/gi;

function squeeze(name: string): string {
  return name.replaceAll(/[_$-]/g, '').toLowerCase();
}

/** Invisible and direction marks must not hide or split a word. */
export function withoutMarks(text: string): string {
  if (/^[\u0020-\u007e\s]*$/.test(text)) return text;
  return text.normalize('NFKC').replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '');
}

/** No word is longer; what is, is data or an attack on the expressions below. */
const longestWord = 120;

function partsOf(raw: string): readonly string[] {
  const pieces = raw.slice(0, longestWord).replaceAll('$', '').split('_').flatMap(splitCamel);
  return pieces.map((piece) => piece.toLowerCase()).filter(isWord);
}

function isWord(piece: string): boolean {
  return piece.length > 2 || (piece.length === 2 && !/^\d\d$/.test(piece));
}

function splitCamel(word: string): readonly string[] {
  if (word === word.toLowerCase() || !/[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(word)) return [word];
  return word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((piece) => piece !== '');
}

/** Fixed expressions that would fall apart, since most of their words say nothing alone. */
function joinExpressions(text: string): string {
  const ended = text.includes('.') ? text.replaceAll(fileEnding, '$1 ') : text;
  return ended.replaceAll(expressions, (found) => `${expressionOf(found)} `);
}

/** The ending of a source file tells its language, which is asked for elsewhere. */
const fileEnding = /(\w)\.(?:php|java|go|c|h|py|rb|rs|cs|cpp|cc|hpp|tsx?|jsx?|mjs|kt|swift)\b(?!\()/g;
const expressions =
  /\b(?:by (?:(?:its|the|their|an?) )?(?:\w+ )?(?:id|ids|number|code|reference|uuid|slug|pk)|use[- ]after[- ]free|out[- ]of[- ]bounds?|man[- ]in[- ]the[- ]middle|denial[- ]of[- ]service|time[- ]of[- ]check(?:[- ]to)?(?:[- ]time)?(?:[- ]of[- ]use)?|(?:log|sign)(?:s|ged|ging|ed|ing)?[- ](?:in|out)(?: (?:with|via|through))?|sign(?:s|ed|ing)?[- ]up|off[- ]by[- ]one|e-mails?|console\.(?:log|info|debug)|System\.out\.print(?:ln)?|check[- ]then[- ](?:act|use))\b/gi;

const joined: readonly (readonly [RegExp, string])[] = [
  [/^by /i, 'byidentifier'],
  [/^use/i, 'useafterfree'],
  [/^out/i, 'outofbounds'],
  [/^man/i, 'mitm'],
  [/^denial/i, 'dos'],
  [/^time|^check/i, 'toctou'],
  [/^(?:log|sign)\S*[- ]in/i, 'login'],
  [/^(?:log|sign)\S*[- ]out/i, 'logout'],
  [/^sign/i, 'signup'],
  [/^off/i, 'offbyone'],
  [/^e-/i, 'email'],
  [/^console|^system/i, 'consolelog'],
];

function expressionOf(found: string): string {
  return joined.find(([pattern]) => pattern.test(found))?.[1] ?? found;
}

/** Grammar, keywords of languages, and the verbs every request begins with. */
const stopWords: ReadonlySet<string> = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anybody anyone anything anyway are aren around as ask asks at away back be became because been before being below besides
  best better between both but by came can cannot come could couldn did didn do does doesn doing don done down each either
  else enough etc even ever every everybody everyone everything few first for from further get gets getting give given gives
  go goes going good got great had hadn has hasn have haven having he hello help her here hers herself hi him himself his how
  however i if in instead into is isn it its itself just keep keeps kind last least less let lets like likely ll lot made make
  makes making many may maybe me mean might more most much must my myself near need needs neither never next nice no nobody
  none nor not nothing now of off often ok on once one ones only onto or other others our ours ourselves out over own
  per perhaps please possible put puts quite rather re really right s said same say says see seem seems should shouldn show
  shows simple simply since so some somebody someone something sometimes soon still such sure t take takes than thank
  thanks that the their theirs them themselves then there these they thing things think this those though through thus to
  together too took toward two under unless until up upon us ve very via want wants was wasn way we well went were
  weren what whatever when where whether which while who whole whom whose why will with within without won would wouldn yes
  yet you your yours yourself
  add adding adds build building builds code coding controlled create created creates creating develop fix function functions
  implement implementation implemented implementing method methods program return returned returning returns snippet
  use used uses using work working works write writes writing written
  const var def fn func void new undefined true false async await default begin end then fi elif endif foreach args kwargs
  fmt println std cout endl iostream src lib com www tsx jsx ts js py rb rs cpp hpp cc cs erb jsp cshtml vue
  foo bar baz example test tests todo`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
