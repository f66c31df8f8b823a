import { type Noun, nounWords } from './nouns.ts';

/** A name in a message, what it is the name of, and where it stands. */
export interface Named {
  readonly noun: Noun;
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

const open = '["\'`“‘«「<]';
const close = '["\'`”’»」>]';
/** Whatever looks like a name: it is quoted, or no word of a sentence looks like this. */
const looks = new RegExp(
  [
    `${open}{1,2}([^"'\`“”‘’«»「」<>\\n]{2,160})${close}`,
    '(?<![\\w-])(--?[A-Za-z][\\w-]{1,40})(?![\\w/])',
    '((?:[a-z][a-z0-9+.-]{1,20}):\\/\\/[^\\s"\'`<>)\\]，。]{2,160})',
    '(?<![\\w./~\\\\])((?:[A-Za-z]:[\\\\/]|~\\/|\\.{0,2}\\/)[^\\s"\'`:;,()<>，。]{2,200})',
    '(?<![\\w$@])(?!(?:ERR|ER|E|SQLITE|HTTP|STATUS|CODE|EXIT)_)([A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,8})(?![\\w-])',
    '(?<![\\w.])([A-Z][A-Z0-9_]{1,40}(?:\\.[A-Z][A-Z0-9_]{1,40}){1,4})(?![\\w.])',
    '(?<![\\w.@/-])(@[\\w-]{1,40}\\/[\\w.-]{1,80})',
    '(?<![\\w.@/-])([a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,5}|[a-z]{2,20}(?:[A-Z][a-z0-9]{1,20}){1,4}|[A-Za-z]\\w{1,30}(?::[A-Z]\\w{1,40}){1,3}|[a-z][a-z-]{1,20}(?:\\.[a-z][A-Za-z-]{1,30}){2,5}|[A-Za-z]\\w{1,30}\\[\\d+\\](?:\\.\\w{1,30}){0,4})(?![\\w./([-]|\\.\\w)',
    '(?<![\\w.:-])((?:\\d{1,3}(?:\\.\\d{1,3}){3}|localhost|\\[?::1\\]?|[\\w-]{1,60}(?:\\.[\\w-]{1,60}){1,5}):\\d{2,5})(?!\\d)',
    '(?<![\\w./-])([\\w-]{1,80}(?:\\.[\\w-]{1,40}){0,2}\\.(?:jsonc?|ya?ml|toml|ini|env|pem|key|crt|p12|jks|db|sqlite3?|csv|txt|conf|cfg|properties|xml|gguf|onnx|lock|so|dll|dylib|exe|jar))(?![\\w-])',
  ].join('|'),
  'g',
);
const noun = nounWords.map(([, words]) => `(${words})`).join('|');
const nounBefore = new RegExp(
  `(?:^|[^A-Za-z])(?:${noun})(?:\\(s\\))?(?: named| called| for| of| at| to| in| with name| file| path| directory| id)?\\s*[:=]?\\s*$`,
  'i',
);
const nounAfter = new RegExp(`^\\s*(?:\\([^)]{0,40}\\)\\s*)?(?:${noun})(?![a-z])`, 'i');
/** A plain word is a name where a noun stands right before or behind it. */
const wordAfterNoun = new RegExp(
  `(?<![A-Za-z])(?:${noun})(?:\\(s\\))?(?::\\s*|\\s+)([A-Za-z@][\\w@./:-]{1,80})(?![\\w@/-])(?=\\s*(?:$|[.,;:!)(]|is\\b|are\\b|was\\b|not\\b|does|has\\b|in\\b|must|could|cannot|can't|from|for\\b|on\\b|failed|required|missing|未|不))`,
  'gi',
);

/** Values of languages, not names of anything. */
const ofLanguage =
  /^(?:Err|Ok|None|Some|Result::\w+\(\)|\w+\(\)|undefined|null|nil|true|false|NaN|string|number|object|array|boolean|str|int|NoneType|Error|error|an?|the)$/;
const reach = 60;
const mostNames = 12;
const sentence = /\s\S+\s\S+\s\S+\s|^\s|\s$|^[\W\d]+$/;

/** The names in a line, with what each is the name of. */
export function namesIn(line: string): readonly Named[] {
  const found: Named[] = [];
  for (const match of line.matchAll(looks)) {
    if (found.length >= mostNames) break;
    const raw = match.slice(1).find((each) => each !== undefined) ?? '';
    const name = raw.replace(/[.,;:!?]+$/, '');
    if (name.length < 2 || sentence.test(name) || ofLanguage.test(name)) continue;
    const at = match.index;
    found.push({ noun: nounFor(line, at, at + match[0].length, name), name, at, end: at + match[0].length });
  }
  return found.length > 0 ? found : plainNames(line);
}

function nounFor(line: string, at: number, end: number, name: string): Noun {
  const look = lookOf(name);
  if (look === 'option' || look === 'variable') return look;
  if (/\btools?\s*["'`]?\s*$/i.test(line.slice(Math.max(0, at - reach), at))) return 'thing'; // one of MCP
  const before = nounOf(nounBefore.exec(line.slice(Math.max(0, at - reach), at)));
  const after = nounOf(nounAfter.exec(line.slice(end, end + reach)));
  return before ?? after ?? look;
}

function nounOf(match: RegExpExecArray | null): Noun | undefined {
  const at = match?.slice(1).findIndex((each) => each !== undefined) ?? -1;
  return nounWords[at]?.[0];
}

/** What a name is by its look. */
function lookOf(name: string): Noun {
  if (/^--?[A-Za-z][\w-]*/.test(name)) return 'option';
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name)) return 'variable';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return 'address';
  if (/^(?:[A-Za-z]:[\\/]|~\/|\.{0,2}\/)/.test(name)) return /\.\w{1,10}$/.test(name) ? 'file' : 'folder';
  if (/^(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\[?::1\]?|[\w-]+(?:\.[\w-]+)+):\d{2,5}$/.test(name)) return 'address';
  if (/^@[\w-]+\/[\w.-]+$/.test(name)) return 'package';
  if (
    /^(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+|\w+(?::[A-Z]\w+)+|\w+\[\d+\](?:\.\w+)*|[a-z][a-z-]*(?:\.[a-z][A-Za-z-]*){2,})$/.test(
      name,
    )
  )
    return 'setting';
  return /^[\w-]+(?:\.[\w-]+){0,2}\.(?:jsonc?|ya?ml|toml|ini|env|pem|key|crt|p12|jks|db|sqlite3?|csv|txt|conf|cfg|properties|xml|gguf|onnx|lock)$/.test(
    name,
  )
    ? 'file'
    : 'thing';
}

const noName =
  /^(?:is|are|was|were|be|been|not|no|and|or|the|an?|in|on|at|of|to|for|from|with|by|as|it|its|that|this|these|those|must|should|could|cannot|can|has|have|had|failed?|found|error|errors|missing|required?|requires?|needed|needs|settings?|invalid|provided|specified|configured|set|given|exist|exists|does|do|did|please|via|using|if|when|because|but|you|your|we|i|all|any|either|both|one|type|name|names|value|values|file|files|path|url|key|keys|token|id|version|number|expected|received|got|available|installed|only|use|used|into|out|up|server|service|module|package|undefined|null|none|variable|variables|option|options|argument|arguments|parameter|parameters|credential|credentials)$/i;

/** Before and behind them stands any word. */
const vagueNouns: ReadonlySet<Noun> = new Set([
  'service',
  'credential',
  'file',
  'address',
  'version',
  'port',
  'header',
]);

/** "the mcp package", "mcp 패키지가" */
const wordBeforeNoun =
  /(?<![\w'"-])([a-z][\w.-]{1,40}|[A-Z][\w.-]{1,40}) (package|module|crate|gem|library|plugin|extension|executable|binary|CLI|패키지|パッケージ|包|模块)(?![a-z])/gi;

function plainNames(line: string): readonly Named[] {
  const found: Named[] = [];
  for (const { 1: word = '', 2: noun = '', index } of line.matchAll(wordBeforeNoun)) {
    if (
      noName.test(word) ||
      /^(?:additional|other|python|node|npm|native|system|shared|optional|missing|following|correct|right|latest|old|new|same|first|wrong)$/i.test(
        word,
      )
    )
      continue;
    found.push({
      noun: /exe|bin|CLI/i.test(noun) ? 'program' : 'package',
      name: word,
      at: index,
      end: index + word.length,
    });
  }
  for (const match of line.matchAll(wordAfterNoun)) {
    const word = (match.at(-1) ?? '').replace(/[.,;:!?]+$/, '');
    const kind = nounOf(match);
    if (kind === undefined || vagueNouns.has(kind) || noName.test(word) || word.length < 2) continue;
    const at = match.index + match[0].length - (match.at(-1) ?? '').length;
    found.push({ noun: kind, name: word, at, end: at + word.length });
  }
  return found.slice(0, mostNames);
}
