import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setArgs, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const pythonTooOld = outputRule(
  'runtime/python-old',
  [
    /interpreter resolved to Python ([\d.]{1,20}), which is incompatible with the project's Python requirement: `([^`\n]{1,40})`/,
    /(?:Python|interpreter) (?:version )?\(?([\d.]{3,20})\)? (?:does not satisfy|is not (?:supported|compatible|allowed))[^\n`'"]{0,60}[`'"( ]([<>=!~^\d., ]{2,40})/i,
    /requires a different Python: [\d.]{1,20} not in '([^'\n]{1,40})'/,
    /depends on Python ?([<>=!~\d., ]{2,40})/,
    /Requires-Python ?([<>=!~\d., ]{2,40})/,
    /requires Python ?([<>=]{0,2} ?\d[\d.]{0,10}\+?)/i,
    /(unsupported operand type\(s\) for \|: '[\w.]{1,40}' and '\w+')/,
    /No module named '(tomllib)'/,
    /No interpreter found for Python ([\d.>=, ]{1,20})/,
    /(cannot import name '\w+' from '(?:typing|collections|asyncio|inspect|importlib|enum|dataclasses|ssl|imp|distutils)')/,
    /\n\s*match \w+:\n\s*\^+\n(SyntaxError: invalid syntax)/,
  ],
  ([, first = '', second], evidence) => ({
    cause: otherPython(first.trim(), second, evidence),
    remedies: [
      ...withPython(evidence, second ?? first),
      ...newerPython(evidence, second ?? sinceWhen(first) ?? first),
      runInTerminal(l10n.t('Install one with uv'), ['uv', 'python', 'install']),
      advise(l10n.t('Or use the full path of a newer Python as "command".')),
    ],
  }),
);

/** Since which version Python has what a message misses. */
const since: readonly (readonly [RegExp, string])[] = [
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
    return l10n.t('The server needs {0} {1}, but this one is {2}.', 'Python', wanted.trim(), message);
  if (needed === undefined) return l10n.t('The server needs another version of Python: {0}', message);
  return programName(command).startsWith('python')
    ? l10n.t('The server needs Python {0} or newer, but {1} is older.', needed, command)
    : l10n.t('The server needs Python {0} or newer, but is run by an older one.', needed);
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

/** Output in an encoding that lacks the character: the usual one of Windows. */
export const pythonEncoding = outputRule(
  'runtime/python-encoding',
  [/(Unicode(?:En|De)codeError: '(?:charmap|ascii|cp\d+|gbk|latin-1)[^\n]{1,200})/],
  ([, what = '']) => ({
    cause: l10n.t('Python cannot print or read a character in the encoding of this system: {0}', what),
    remedies: [setValue(l10n.t('Let Python use UTF-8'), ['env', 'PYTHONUTF8'], '1')],
    ...inEntry('env'),
  }),
);

export const pythonManaged = outputRule('runtime/python-managed', [/(error: externally-managed-environment)/], () => ({
  cause: l10n.t('This Python belongs to the system, which does not allow packages to be installed into it.'),
  remedies: [
    runInTerminal(l10n.t('Make a virtual environment'), ['python3', '-m', 'venv', '.venv']),
    advise(l10n.t('Use "uvx", "pipx" or a virtual environment for the server.')),
  ],
}));

/** A file of a package is run by itself, so that its own package is not known. */
export const relativeImport = outputRule(
  'runtime/python-relative',
  [/(attempted relative import with no known parent package|attempted relative import beyond top-level package)/],
  ([, what = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch?.args.findIndex((arg) => arg.endsWith('.py')) ?? -1;
    const [, folder = '', parent = '', name = ''] =
      /^(.*?)\/?([\w-]+)\/([\w-]+)\.py$/.exec(launch?.args[at] ?? '') ?? [];
    const full = path.resolve(launch?.cwd ?? '/', folder);
    return {
      cause: l10n.t('The script belongs to a package and cannot be run by itself: {0}', what),
      remedies: [
        ...(launch && name !== ''
          ? [
              setValues(l10n.t('Run it as the module "{0}"', `${parent}.${name}`), [
                { path: ['args'], value: launch.args.toSpliced(at, 1, '-m', `${parent}.${name}`) },
                { path: ['cwd'], value: full },
              ]),
            ]
          : []),
        advise(l10n.t('Start it with "-m" and the name of its module, in the folder of the package.')),
      ],
      ...(at >= 0 && inEntry('args', at)),
    };
  },
);

/** `python -m` needs a file that says what to run. */
export const packageWithoutMain = outputRule(
  'runtime/python-main',
  [/'([\w.]{1,100})' is a package and cannot be directly executed/],
  ([, name = ''], evidence) => ({
    cause: l10n.t('The Python package "{0}" has no "__main__.py", so it cannot be run by its name alone.', name),
    remedies: [
      ...changeValue(evidence, `"${name}"`),
      advise(l10n.t('Name the module of it that starts the server, such as "{0}".', `${name}.server`)),
    ],
    ...inEntry('args'),
  }),
);

/** The libraries of MCP start a loop of their own. */
export const loopInLoop = outputRule(
  'runtime/python-loop',
  [
    /((?:asyncio\.run\(\)|run_until_complete)? ?cannot be called from a running event loop|Already running asyncio in this thread|This event loop is already running)/,
  ],
  ([, what = '']) => ({
    cause: l10n.t('The server starts an event loop inside of another one: {0}', what.trim()),
    remedies: [advise(l10n.t('Call "run" outside of an async function, or await its async form.'))],
  }),
);

export const asyncLoop = outputRule(
  'runtime/python-coroutine',
  [/(RuntimeWarning: coroutine '\S{1,100}' was never awaited)/],
  ([, what = '']) => ({
    cause: l10n.t('The server never runs its main function: {0}', what),
    remedies: [advise(l10n.t('Start it with "asyncio.run(main())".'))],
  }),
);

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
