import { l10n } from '../../../../base/l10n.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { packageOf, programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setValues } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const moduleSystem = outputRule(
  'runtime/module-system',
  [
    /(Cannot use import statement outside a module)/,
    /((?:require|module|exports|__dirname|__filename) is not defined in ES module scope)/,
    /(require\(\) of ES Module \S{1,300})/,
    /(SyntaxError: Unexpected token 'export')/,
    /(__dirname is not defined in ES module scope)/,
    /(exports is not defined in ES module scope)/,
    /(ERR_REQUIRE_ESM|ERR_REQUIRE_ASYNC_MODULE)/,
  ],
  ([, what = ''], evidence) => ({
    cause: mixedIn(what, evidence),
    remedies: [
      ...withTsx(evidence),
      advise(
        l10n.t(
          'Set "type" in its package.json to "module" for "import", or remove it for "require"; or name the file .mjs or .cjs.',
        ),
      ),
    ],
  }),
);

/** Node.js prints the line of the source above the error. */
function mixedIn(what: string, evidence: Evidence): string {
  const file = /(?:^|\n)(?:file:\/\/)?((?:[A-Za-z]:)?[/\\][^\n:]{1,300}\.[cm]?[jt]sx?):\d+(?::\d+)?\n/.exec(
    outputOf(evidence),
  )?.[1];
  return file === undefined
    ? l10n.t('The server mixes ES modules and CommonJS: {0}.', what)
    : l10n.t('{0} mixes ES modules and CommonJS: {1}.', file, what);
}

export const exportMissing = outputRule(
  'runtime/export',
  [
    /The requested module '([^'\n]{1,200})' does not provide an export named '([^'\n]{1,100})'/,
    /Package subpath '([^'\n]{1,200})' is not defined by "exports" in (\S{1,300})/,
    /Missing "([^"\n]{1,100})" specifier in "([^"\n]{1,200})" package/,
  ],
  ([all = '', from = '', what = ''], evidence) => {
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
