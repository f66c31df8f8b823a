import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { containerRun, handedOn, hasVariableFile } from '../../model/container.ts';
import { settingsPrefix } from '../../model/settingsPrefix.ts';
import { lineAt } from '../../model/rule.ts';

interface Missing {
  readonly names: readonly string[];
  readonly proof: string;
}

const name = '[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,8}';
const listed = `\\s*(?:[-*•]|\\d+\\.)?\\s*(?:${name})`;
const complaint =
  '(?:is|are|was|were|must|not|Not [Ss]et|NOT SET|required|missing|undefined|unset|needed|cannot be empty|environment variable|env var|\\(required\\)|未|缺|必须|不能为空|设置|が|の設定|nicht|fehlt|erforderlich|non |manqu|no est|falta|requerid|não|obrigat|не |отсутств|설정|필요)';
/** Validators and languages each have a form of their own. */
const forms: readonly RegExp[] = [
  new RegExp(
    `(?:not present in the environment|[Mm]issing|[Rr]equired|not set|undefined)[^\\n]{0,80}:\\n((?:${listed}\\b[^\\n]{0,120}\\n?(?:\\s{3,}[^\\s*•-][^\\n]{0,160}\\n?){0,3}){1,12})`,
    'g',
  ), // a list below, each perhaps with its description
  new RegExp(`["']?\\b(${name}|[A-Z]{3,40})["']?:\\s*\\[\\s*["'](?:Required|[^"'\\n]{0,60}received undefined)`, 'g'), // zod, flattened
  new RegExp(`\\b(${name}):\\s*\\{\\s*_errors:\\s*\\[\\s*['"]Required`, 'g'), // zod, formatted
  new RegExp(`placeholder '(${name})'`, 'g'), // Spring
  new RegExp(
    `["']?path["']?:\\s*\\[\\s*["'](${name}|[A-Z]{3,40})["']\\s*\\][^]{0,120}?["']?message["']?:\\s*["'](?:Required|Invalid input)`,
    'g',
  ), // zod
  new RegExp(`(?:^|\\n)\\s*(${name}|[a-z][a-z0-9]*(?:_[a-z0-9]+)*)\\s*\\n\\s+Field required`, 'g'), // pydantic
  new RegExp(`KeyError: ['"](${name})['"]`, 'g'), // Python
  /Undefined (?:array key|index):? "?([A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,80})/g, // PHP
  /key not found: ['"]?([A-Z][A-Z0-9_]{2,120})/g, // Ruby, Elixir
  /could not fetch environment variable "([A-Z][A-Z0-9_]{2,120})"/g,
  /(?:^|[\s:])([A-Z][A-Z0-9_]{2,120}): (?:unbound variable|parameter not set|parameter null or not set)/g, // shells
  new RegExp(`\\b(${name})\\b[^\\n]{0,20}(?:non-empty|not be empty)`, 'g'),
  /\$([A-Z][A-Z0-9_]{2,40}) (?:is|must be|environment variable is) (?:not |un)?(?:defined|set|missing)/g,
  /[Ee]nvironment variable not found: ([A-Z][A-Z0-9_]{2,120})/g, // Rust
  new RegExp(
    `(?:Missing|missing|Undefined|undefined|Unset|unset|Required|required)[^\\n]{0,60}?(?:variables?|vars?|env|credentials?|keys?|settings?|configuration|config|token)?[:\\s][^\\n]{0,40}?((?:\\b${name}\\b[\\s,'"\`]*(?:and |or )?)+)`,
    'g',
  ),
  new RegExp(`\\b(${name})\\b[^\\n]{0,60}?${complaint}`, 'g'),
  new RegExp(
    `(?:[Ss]et|[Pp]rovide|[Dd]efine|[Ss]pecify|[Ee]xport|[Ss]upply|[Cc]onfigure|[Aa]dd|[Rr]equires?|[Nn]eed|[Ee]xpected|[Ww]ithout|[Nn]o|[Pp]ass)\\b[^\\n]{0,60}?\\b(${name})\\b`,
    'g',
  ),
  new RegExp(
    `(?:缺少|缺失|未设置|未配置|没有(?:设置|配置)|请(?:先)?(?:设置|配置|提供)|环境变量|環境変数|Umgebungsvariable|variable d['’]environnement|variable de entorno|variável de ambiente|переменн\\S{1,4} окружения|환경 ?변수)[^\\n]{0,20}?\\b(${name})\\b`,
    'g',
  ), // in other languages
  new RegExp(`(?:^|\\n)\\s{2,8}(${name}):\\s`, 'g'), // envalid lists them one by one
];
const notVariables =
  /^(?:ERR|E|AADSTS|ER|YOUR|MY|GLIBC|GLIBCXX|CXXABI|GCC)_|^(?:GIT_PYTHON|PYLAUNCHER)_|^(?:RUST_BACKTRACE|RUST_LOG|NODE_OPTIONS|NODE_ENV|NODE_PATH|PYTHONPATH|LD_LIBRARY_PATH|JAVA_TOOL_OPTIONS|PATH)$|_(?:ERROR|FAILED|EXPIRED)$|^(?:NODE_MODULE_VERSION|HTTP_STATUS|PUPPETEER_SKIP_DOWNLOAD|NOT_FOUND|MODULE_NOT_FOUND|ERR_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|CERT_\w+|UTF_8|TOOL_CALL|METHOD_NOT_FOUND|INVALID_\w+)$/;

/** Variables that the server names as missing and that its entry does not set. */
export function missingVariables(evidence: Evidence): Missing | undefined {
  const whole = outputOf(evidence).replaceAll(sourceLine, '$1').replaceAll(ofDeno, '');
  const [head = ''] = whole.split(/^\s*(?:usage|options):/im, 1);
  const isSaid = /--[a-z]/.test(head) && /\berror\b|missing|required|\bno\b/i.test(head); // its usage lists the rest
  return (
    missingIn(head, evidence) ??
    ((isAboutMissing.test(head) && !isSaid) || head === whole ? missingIn(whole, evidence) : undefined)
  );
}

/** What the server sees of "env": a container gets only what it is handed. */
export function givenVariables(evidence: Evidence): Readonly<Record<string, string | null>> {
  const env = stdioOf(evidence)?.env ?? {};
  const run = containerRun(evidence);
  if (!run || hasVariableFile(run)) return env;
  const names = handedOn(run);
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.has(name)));
}

/** Python prints the line of the source below the place. */
const sourceLine = /(^\s+File "[^"\n]{1,300}", line \d+, in [^\n]{1,100}\n)\s{4}[^\n]*\n?(?:\s*[~^]+\n)?/gm;

/** It may not be read, whether or not it is set. */
const ofDeno = /^[^\n]{0,100}Requires env access to [^\n]*$/gm;

const isAboutMissing = /missing|required?|not set|no .{1,30}(?:key|token)|^\s*$/i;

/** Help lists variables of all kinds: what stands before it counts first. */
function missingIn(output: string, evidence: Evidence): Missing | undefined {
  const set = givenVariables(evidence);
  for (const form of forms) {
    if (form === forms.at(-1) && !/Missing environment variables|Invalid environment variables/i.test(output)) continue;
    const names: string[] = [];
    let at: number | undefined;
    for (const match of output.matchAll(form)) {
      const found = namesIn(match, output, evidence);
      const fitting = found.filter((each) => isVariable(each) && !(set[each] ?? ''));
      if (fitting.length > 0) at ??= match.index + match[0].indexOf(match[1] ?? '');
      names.push(...fitting);
    }
    if (at !== undefined) return { names: [...new Set(names)].slice(0, 8), proof: lineAt(output, at) };
  }
  return undefined;
}

function isVariable(text: string): boolean {
  return !notVariables.test(text) && !/^(?:AND|OR|THE|IS|ARE|NOT)$/.test(text) && text.length > 2;
}

/** Those of the match, and the others of its line: validators list several in one sentence. */
function namesIn(match: RegExpExecArray, output: string, evidence: Evidence): readonly string[] {
  const own = match[1] ?? '';
  if (!/[A-Z]/.test(own)) return [settingsPrefix(evidence) + own.toUpperCase()]; // pydantic names fields in lower case
  const text = own.includes('\n')
    ? own
        .split('\n')
        .flatMap((line) => headOfItem.exec(line)?.[0] ?? [])
        .join('\n')
    : /^[^:]{0,60}:\s*\[/.test(match[0])
      ? own // an object with one field a variable
      : lineAt(output, match.index + match[0].indexOf(own));
  return [...text.matchAll(variable)]
    .filter(({ index, 0: found }) => !isSwitch.test(text.slice(index + found.length)) && !isOperand(text, index))
    .map(([found]) => found)
    .concat(text.match(variable) ? [] : [own]);
}

/** `<DATABASE_URL>` is an argument. */
function isOperand(text: string, at: number): boolean {
  return /^\s*$/.test(text.slice(0, Math.max(0, at - 1))) && text[at - 1] === '<';
}

/** "Set DEV_MODE=1 to …": another way, not what is missing. */
const isSwitch = /^=(?:1|0|true|false|yes|no|on|off)\b/;
/** What stands before the description. */
const headOfItem = new RegExp(`^${listed}\\b[^:=]{0,120}`);
const variable = new RegExp(`\\b${name}\\b`, 'g');
