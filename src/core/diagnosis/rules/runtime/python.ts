import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { openFile } from '../../cures/openFile.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { startFolder } from '../../model/startFolder.ts';
import { advise, ask, runInTerminal, setValue, setValues } from '../../model/remedies.ts';
import { type Finding, inEntry, outputRule } from '../../model/rule.ts';

/** Output in an encoding that lacks the character: the usual one of Windows. */
export const pythonEncoding = outputRule(
  'runtime/python-encoding',
  [
    /(Unicode(?:En|De)codeError: '(?:charmap|ascii|cp\d+|gbk|latin-1|shift_jis|euc_kr|big5)[^\n]{1,200})/,
    /dotenv[/\\](?:parser|main)\.py"[^]{0,1500}?(UnicodeDecodeError: 'utf-8'[^\n]{1,200})/,
    /(Python was configured to use ASCII as encoding[^\n]{0,60})/,
  ],
  ([, what = ''], evidence) =>
    otherEncoding(what, evidence) ?? {
      cause: l10n.t('Python cannot print or read a character in the encoding of this system: {0}', what),
      remedies: [setValue(l10n.t('Let Python use UTF-8'), ['env', 'PYTHONUTF8'], '1')],
      ...inEntry('env'),
    },
);

/** The file with variables is read first of all, whatever it is. */
function otherEncoding(what: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  if (!what.includes("'utf-8'")) return undefined;
  const file = path.join(startFolder(stdioOf(evidence)) ?? '.', '.env');
  return {
    cause: l10n.t('{0}, which the server reads, is not a text in UTF-8.', file),
    remedies: [
      ...openFile(file, evidence),
      ask(l10n.t('Choose the folder of the server'), ['cwd'], { what: 'folder' }),
    ],
  };
}

export const pythonManaged = outputRule('runtime/python-managed', [/(error: externally-managed-environment)/], () => ({
  cause: l10n.t('This Python belongs to the system, which does not allow packages to be installed into it.'),
  remedies: [runInTerminal(l10n.t('Make a virtual environment'), ['python3', '-m', 'venv', '.venv'])],
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
