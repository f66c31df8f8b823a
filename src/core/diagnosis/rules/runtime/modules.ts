import { l10n } from '../../../../base/l10n.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { packageOf, programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
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
    cause: l10n.t('The server mixes ES modules and CommonJS: {0}.', what),
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

export const exportMissing = outputRule(
  'runtime/export',
  [
    /The requested module '([^'\n]{1,200})' does not provide an export named '([^'\n]{1,100})'/,
    /Package subpath '([^'\n]{1,200})' is not defined by "exports" in (\S{1,300})/,
    /Missing "([^"\n]{1,100})" specifier in "([^"\n]{1,200})" package/,
  ],
  ([, from = '', what = ''], evidence) => ({
    cause: l10n.t('A package is installed in a version that does not fit the server: {0} ({1}).', from, what),
    remedies: packageOf(evidence)
      ? [clearRunCache(evidence.machine), ...useNewest(evidence)]
      : [runInTerminal(l10n.t('Install the dependencies again'), ['npm', 'install'], stdioOf(evidence)?.cwd)],
  }),
);

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
