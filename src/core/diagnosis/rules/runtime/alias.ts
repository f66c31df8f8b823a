import { l10n } from '../../../../base/l10n.ts';
import { packageFolder } from '../../cures/packageFolder.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { pathsOf } from '../../model/paths.ts';
import { runInTerminal, setValues } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Names that no registry has: compilers know them by "paths" or "baseUrl", and leave them in what they write. */
export const aliasUnresolved = outputRule(
  'runtime/alias',
  [
    /Cannot find (?:package|module) ['"]((?:@|~|\$\w*|src|#[\w-]*)\/[^'"\n]{1,200})['"](?: imported)?(?: from)? ?["']?([^"'\n]{0,300})/,
    /Cannot find (?:package|module) ['"]([^'"./\n][^'"\n]{0,100})['"](?: imported)?(?: from)? ?["']?([^"'\n]{0,300})/,
  ],
  ([, name = '', from = ''], evidence) => {
    const { machine } = evidence;
    const path = pathsOf(machine);
    const script = from.trim() || stdioOf(evidence)?.args.find((arg) => /\.[cm]?[jt]s$/.test(arg));
    if (script === undefined || !path.isAbsolute(script)) return undefined;
    const folder = packageFolder(path.dirname(script), machine, ['package.json', 'tsconfig.json']);
    const config = path.join(folder, 'tsconfig.json');
    const isAlias = /^(?:@|~|\$\w*|src|#[\w-]*)\//.test(name);
    if (!isAlias && !isOwn(name, machine.head(config))) return undefined;
    return {
      cause: l10n.t(
        '"{0}" is an alias of {1} and no package: the compiler leaves it as it is, and Node.js does not know it.',
        name,
        machine.kindOf(config) === 'file' ? config : 'tsconfig.json',
      ),
      remedies: [
        ...runSource(script, folder, evidence),
        runInTerminal(l10n.t('Replace them in what was built'), ['npx', '-y', 'tsc-alias'], folder),
      ],
    };
  },
);

/** As "paths" of the configuration has it. */
function isOwn(name: string, config: string): boolean {
  const [first = ''] = name.split('/');
  return first.length > 1 && (config.includes(`"${first}/*"`) || config.includes(`"${name}"`));
}

/** tsx knows the aliases. */
function runSource(script: string, folder: string, evidence: Evidence): readonly Remedy[] {
  const path = pathsOf(evidence.machine);
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => arg === script || script.endsWith(arg.replace(/^\.\//, '/'))) ?? -1;
  const own = path
    .relative(folder, script)
    .replace(/^(?:dist|build|out|lib)(?=[/\\])/, 'src')
    .replace(/js$/, 'ts');
  const source = path.join(folder, own);
  if (!launch || at < 0 || evidence.machine.kindOf(source) !== 'file') return [];
  return [
    setValues(l10n.t('Run it with tsx'), [
      { path: ['command'], value: 'npx' },
      { path: ['args'], value: ['-y', 'tsx', ...launch.args.slice(at).with(0, source)] },
      { path: ['cwd'], value: folder },
    ]),
  ];
}
