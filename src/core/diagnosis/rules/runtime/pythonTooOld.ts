import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const pythonTooOld = outputRule(
  'runtime/python-old',
  [
    /interpreter resolved to Python ([\d.]{1,20}), which is incompatible with the project's Python requirement: `([^`\n]{1,40})`/,
    /(?:Python|interpreter) (?:version )?\(?([\d.]{3,20})\)? (?:does not satisfy|is not (?:supported|compatible|allowed))[^\n`'"]{0,60}(?:[`'"( ]|Python)([<>=!~^\d., ]{2,40})/i,
    /requires a different Python: [\d.]{1,20} not in '([^'\n]{1,40})'/,
    /depends on Python ?([<>=!~\d., ]{2,40})/,
    /Requires-Python ?([<>=!~\d., ]{2,40})/,
    /requires Python ?([<>=]{0,2} ?\d[\d.]{0,10}\+?)/i,
    /(unsupported operand type\(s\) for \|: '[\w.]{1,40}' and '\w+')/,
    /No module named '(tomllib)'/,
    /\b(?:list|dict|tuple|set|frozenset|type|deque|Callable|Queue)\[[^\n]{0,200}\n(?:\s*[~^]+\n)?TypeError: ('(?:type|ABCMeta)' object is not subscriptable)/,
    /No interpreter found for Python ([\d.>=, ]{1,20})/,
    /(cannot import name '\w+' from '(?:typing|collections|asyncio|inspect|importlib|enum|dataclasses|ssl|imp|distutils)')/,
    /\n\s*(?:async def|await |async with|[^\n]{0,80}\bf["']|[^\n]{0,60}\w: ?(?:str|int|dict|list|bool|float|None|Any)\b)[^\n]{0,200}\n\s*\^+\n(SyntaxError: invalid syntax)/,
    /\n\s*print\(f["'][^\n]{0,200}\n\s*\^+\n(SyntaxError: invalid syntax)/,
    /(Non-ASCII character '[^'\n]{1,10}')/,
    /(No module named (?:asyncio|pathlib|typing|dataclasses))\b/,
    /\n\s*match \w+:\n\s*\^+\n(SyntaxError: invalid syntax)/,
  ],
  ([, first = '', second], evidence) => ({
    cause: otherPython(first.trim(), second, evidence),
    remedies: [
      ...third(evidence),
      ...withPython(evidence, second ?? first),
      ...newerPython(evidence, second ?? sinceWhen(first) ?? first),
      runInTerminal(l10n.t('Install one with uv'), ['uv', 'python', 'install', ...exact(second ?? first)]),
    ],
  }),
);

/** Since which version Python has what a message misses. */
const since: readonly (readonly [RegExp, string])[] = [
  [/not subscriptable/, '3.9'],
  [/^Non-ASCII|^No module named (?:asyncio|pathlib|typing|dataclasses)/, '3'],
  [/for \|:|invalid syntax|'(?:ParamSpec|TypeAlias|TypeGuard|Concatenate|pairwise)'/, '3.10'],
  [/'(?:StrEnum|Self|TaskGroup|NotRequired|Required|LiteralString|Never|assert_never|Unpack|timeout)'|tomllib/, '3.11'],
  [/'(?:override|batched)'/, '3.12'],
  [/'(?:TypeIs|ReadOnly)'/, '3.13'],
];

function sinceWhen(message: string): string | undefined {
  return since.find(([form]) => form.test(message))?.[1];
}

function otherPython(message: string, wanted: string | undefined, evidence: Evidence): string {
  const needed = sinceWhen(message);
  const { command = '' } = stdioOf(evidence) ?? {};
  if (wanted !== undefined)
    return l10n.t('The server needs {0} {1}, but this one is {2}.', 'Python', wanted.replace(/[\s,]+$/, ''), message);
  if (needed === undefined) return l10n.t('The server needs another version of Python: {0}', message);
  return programName(command).startsWith('python')
    ? l10n.t('The server needs Python {0} or newer, but {1} is older.', needed, command)
    : l10n.t('The server needs Python {0} or newer, but is run by an older one.', needed);
}

/** `3.14`, and no range. */
function exact(wanted: string): readonly string[] {
  const version = /^\D{0,3}(3\.\d{1,2})\b(?!.*<)/.exec(wanted.trim())?.[1];
  return version === undefined ? [] : [version];
}

/** What is called "python" may be the one of old systems. */
function third(evidence: Evidence): readonly Remedy[] {
  const { command = '' } = stdioOf(evidence) ?? {};
  const found = /^python2?$/.test(programName(command)) ? evidence.machine.findProgram('python3') : undefined;
  return found === undefined || found === command
    ? []
    : [setValue(l10n.t('Use "{0}" instead', 'python3'), ['command'], 'python3')];
}

/** One that is installed beside the one of the entry. */
function newerPython(evidence: Evidence, wanted: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const least = Number(/3\.(\d{1,2})/.exec(wanted)?.[1] ?? NaN);
  if (!launch || !programName(launch.command).startsWith('python') || Number.isNaN(least)) return [];
  const found = ['3.14', '3.13', '3.12', '3.11', '3.10']
    .filter((version) => Number(version.slice(2)) >= least && !wanted.includes(`<${version}`))
    .map((version) => evidence.machine.findProgram(`python${version}`))
    .find((program) => program !== undefined && program !== launch.command);
  return found === undefined ? [] : [setValue(l10n.t('Use {0}', found), ['command'], found)];
}

/** uv fetches the Python that it is told to use. */
function withPython(evidence: Evidence, wanted: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const version = />?=?\s*(3\.\d{1,2})/.exec(wanted)?.[1] ?? '3.12';
  const runner = programName(launch?.command ?? '');
  const verb = launch?.args.indexOf('run') ?? -1;
  if (!launch || !(runner === 'uvx' || (runner === 'uv' && verb >= 0))) return [];
  const at = launch.args.findIndex((arg) => arg === '--python' || arg === '-p');
  const start = runner === 'uvx' ? 0 : verb + 1;
  const args = at < 0 ? launch.args.toSpliced(start, 0, '--python', version) : launch.args.with(at + 1, version);
  return [setArgs(l10n.t('Use Python {0}', version), args)];
}
