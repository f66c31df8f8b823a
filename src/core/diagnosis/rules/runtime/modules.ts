import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { sourceFile } from '../../model/sourcePlace.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { packageOf, programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { withNewerNode } from './nodeTooOld.ts';
import { advise, openSource, runInTerminal, setValues } from '../../model/remedies.ts';
import { type Finding, outputRule } from '../../model/rule.ts';

export const moduleSystem = outputRule(
  'runtime/module-system',
  [
    /(Cannot use import statement outside a module)/,
    /(Top-level await is (?:currently )?not supported with the "cjs" output format)/,
    /((?:require|module|exports|__dirname|__filename) is not defined in ES module scope)/,
    /(require\(\) of ES Module \S{1,300})/,
    /(SyntaxError: Unexpected token 'export')/,
    /(__dirname is not defined in ES module scope)/,
    /(exports is not defined in ES module scope)/,
    /(ERR_REQUIRE_ESM|ERR_REQUIRE_ASYNC_MODULE)/,
  ],
  ([, what = ''], evidence) => ({
    cause: esmOnly(what, evidence) ?? mixedIn(what, evidence),
    remedies: [
      ...withoutEsm(what, evidence),
      ...asModule(what, evidence),
      ...withTsx(evidence),
      advise(
        l10n.t(
          'Set "type" in its package.json to "module" for "import", or remove it for "require"; or name the file .mjs or .cjs.',
        ),
      ),
    ],
  }),
);

const requiredPackage = /require\(\) of ES Module \S*node_modules[/\\]((?:@[\w.-]+[/\\])?[\w.-]+)/;
/** The last versions that "require" can load. */
const lastCommonJs: Readonly<Record<string, string>> = {
  'node-fetch': '2',
  chalk: '4',
  nanoid: '3',
  got: '11',
  execa: '5',
  ora: '5',
  'strip-ansi': '6',
  inquirer: '8',
  'p-queue': '6',
  'p-limit': '3',
  open: '8',
  'file-type': '16',
  uuid: '8',
};

function packageIn(evidence: Evidence): string | undefined {
  return requiredPackage.exec(outputOf(evidence))?.[1]?.replace('\\', '/');
}

/** A package that is an ES module, in a version of Node.js that cannot load those with "require". */
function esmOnly(what: string, evidence: Evidence): string | undefined {
  const name = /require\(\) of|REQUIRE_ESM/.test(what) ? packageIn(evidence) : undefined;
  return name === undefined
    ? undefined
    : l10n.t('The package "{0}" is an ES module, which this Node.js cannot load with "require".', name);
}

function withoutEsm(what: string, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const name = esmOnly(what, evidence) === undefined ? undefined : packageIn(evidence);
  if (!launch || name === undefined) return [];
  const folder = projectOf(
    path.dirname(path.resolve(launch.cwd ?? '/', launch.args.find((arg) => /\.[cm]?js$/.test(arg)) ?? '')),
    evidence,
  );
  const older = lastCommonJs[name];
  return [
    ...(older === undefined || packageOf(evidence)
      ? []
      : [
          runInTerminal(
            l10n.t('Install {0}', `${name}@${older}`),
            ['npm', 'install', `${name}@${older}`],
            folder ?? launch.cwd,
          ),
        ]),
    ...withNewerNode(evidence),
  ];
}

/** In the project of the file that the entry runs. */
function asModule(what: string, evidence: Evidence): readonly Remedy[] {
  if (esmOnly(what, evidence) !== undefined) return [];
  const launch = stdioOf(evidence);
  const script = launch?.args.find((arg) => /\.[jt]s$/.test(arg));
  if (!launch || script === undefined || (packageOf(evidence)?.runner === 'npx' && !launch.args.includes('tsx')))
    return [];
  const folder = projectOf(path.dirname(path.resolve(launch.cwd ?? '/', script)), evidence);
  if (folder === undefined) return [];
  const isWanted = /import statement|Top-level await|token 'export'/.test(what);
  const command = isWanted ? ['npm', 'pkg', 'set', 'type=module'] : ['npm', 'pkg', 'delete', 'type'];
  return [
    runInTerminal(
      isWanted ? l10n.t('Declare {0} as ES modules', folder) : l10n.t('Declare {0} as CommonJS', folder),
      command,
      folder,
    ),
  ];
}

function projectOf(start: string, { machine }: Evidence): string | undefined {
  for (let folder = start; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (machine.kindOf(path.join(folder, 'package.json')) === 'file') return folder;
  return undefined;
}

/** ES modules name the files that they import with their ending. */
export const importWithoutEnding = outputRule(
  'runtime/import-ending',
  [
    /Cannot find module '([^'\n]{1,300})' imported from (\S{1,300})(?:\s+Did you mean to import ["]([^"\n]{1,200})"\?)?/,
  ],
  ([, wanted = '', from = '', hint], evidence) => {
    const ending = ['.js', '.mjs', '/index.js', '.cjs'].find(
      (each) => evidence.machine.kindOf(wanted + each) === 'file',
    );
    const meant = hint ?? (ending === undefined ? undefined : `./${path.basename(wanted)}${ending}`);
    if (meant === undefined || (wanted.includes('node_modules') && hint === undefined) || /\.[cm]?js$/.test(wanted))
      return undefined;
    const file = sourceFile(from.replace(/^file:\/\//, ''), evidence);
    return {
      cause: l10n.t(
        '{0} imports {1} without the ending that ES modules need: "{2}".',
        from,
        path.basename(wanted),
        meant,
      ),
      remedies: [
        ...(file === undefined ? [] : [openSource(file, 1)]),
        ...withTsx(evidence),
        advise(l10n.t('Write the ending in the import, or let the compiler do so with "module": "NodeNext".')),
      ],
    };
  },
);

/** Node.js prints the line of the source above the error. */
function mixedIn(what: string, evidence: Evidence): string {
  const output = outputOf(evidence);
  const file = /(?:^|\n)(?:file:\/\/)?((?:[A-Za-z]:)?[/\\][^\n:]{1,300}\.[cm]?[jt]sx?):\d+(?::\d+)?\n/.exec(
    output,
  )?.[1];
  const [, manifest] = /'([^'\n]{1,300}package\.json)' contains "type": "module"/.exec(output) ?? [];
  const [, word] = /^(\w+) is not defined in ES module scope/.exec(what) ?? [];
  if (file !== undefined && manifest !== undefined && word !== undefined)
    return l10n.t('{0} uses "{1}", but "type" in {2} makes it an ES module.', file, word, manifest);
  const own = /import statement/.test(what) && file !== undefined ? undeclared(file, evidence) : undefined;
  if (file !== undefined && own !== undefined)
    return l10n.t('{0} uses "import", but {1} has no "type": "module", so it is read as CommonJS.', file, own);
  return file === undefined
    ? l10n.t('The server mixes ES modules and CommonJS: {0}.', what)
    : l10n.t('{0} mixes ES modules and CommonJS: {1}.', file, what);
}

/** The package.json around a file, where it does not make it an ES module. */
function undeclared(file: string, evidence: Evidence): string | undefined {
  const folder = /\.[jt]s$/.test(file) ? projectOf(path.dirname(file), evidence) : undefined;
  const manifest = folder === undefined ? undefined : path.join(folder, 'package.json');
  return manifest === undefined || /"type"\s*:\s*"module"/.test(evidence.machine.head(manifest)) ? undefined : manifest;
}

export const exportMissing = outputRule(
  'runtime/export',
  [
    /The requested module '([^'\n]{1,200})' does not provide an export named '([^'\n]{1,100})'/,
    /Package subpath '([^'\n]{1,200})' is not defined by "exports" in (\S{1,300})/,
    /Missing "([^"\n]{1,100})" specifier in "([^"\n]{1,200})" package/,
  ],
  ([all = '', from = '', what = ''], evidence) => {
    const bare = withoutEnding(all, from, what, evidence);
    if (bare) return bare;
    const name = ownerOf(all.startsWith('The') ? from : what);
    const part = all.startsWith('The') ? what : from;
    const cwd = stdioOf(evidence)?.cwd;
    return {
      cause:
        name === undefined
          ? l10n.t('A package is installed in a version that does not fit the server: {0} ({1}).', from, what)
          : l10n.t('The package "{0}" is installed in a version without "{1}".', name, part),
      remedies: packageOf(evidence)
        ? [clearRunCache(evidence.machine), ...useNewest(evidence)]
        : [
            ...(name === undefined ? [] : [updatePackage(name, cwd)]),
            runInTerminal(l10n.t('Install the dependencies again'), ['npm', 'install'], cwd),
          ],
    };
  },
);

const ofSdk =
  /^\.\/(?:types|inMemory|(?:server|client|shared)\/(?:mcp|index|stdio|sse|streamableHttp|auth|protocol|transport|websocket))$/;

/** The SDK of MCP exports its parts by the whole names of their files. */
function withoutEnding(
  said: string,
  part: string,
  where: string,
  evidence: Evidence,
): Omit<Finding, 'proof'> | undefined {
  if (!/\bsubpath\b/.test(said) || !where.includes('@modelcontextprotocol') || !ofSdk.test(part)) return undefined;
  const importer = /imported from ([^\n]{1,300})/.exec(outputOf(evidence))?.[1]?.trim();
  const source = importer === undefined ? undefined : sourceFile(importer, evidence);
  const wanted = `@modelcontextprotocol/sdk${part.slice(1)}.js`;
  return {
    cause: l10n.t('The server imports {0} without its ending: it is called "{1}".', part, wanted),
    remedies: [
      ...(source === undefined ? [] : [openSource(source, 1)]),
      updatePackage('@modelcontextprotocol/sdk', stdioOf(evidence)?.cwd),
      advise(l10n.t('Write "{0}" in the import.', wanted)),
    ],
  };
}

/** The package by its name, or by a path in its folder. */
function ownerOf(text: string): string | undefined {
  const inside = /node_modules[/\\](?!.*node_modules)((?:@[\w.-]+[/\\])?[\w.-]+)/.exec(text)?.[1];
  return inside?.replace('\\', '/') ?? /^(@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)(?:\/|$)/.exec(text)?.[1];
}

function updatePackage(name: string, cwd: string | undefined): Remedy {
  return runInTerminal(l10n.t('Update {0}', name), ['npm', 'install', `${name}@latest`], cwd);
}

/** tsx runs both in one file. */
function withTsx(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'node') return [];
  const changes = [
    { path: ['command'], value: 'npx' },
    { path: ['args'], value: ['-y', 'tsx', ...launch.args] },
  ];
  return [setValues(l10n.t('Run it with tsx'), changes)];
}
