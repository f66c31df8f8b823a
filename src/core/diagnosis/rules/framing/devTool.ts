import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { startFolder } from '../../model/startFolder.ts';

/** Tools that watch sources, test them or serve pages, by what they print. */
const tools: readonly (readonly [RegExp, string])[] = [
  [/Starting compilation in watch mode|Watching for file changes/, 'tsc --watch'],
  [/\bVITE v\d/, 'Vite'],
  [/▲ Next\.js|\bnext dev\b|ready - started server on/, 'Next.js'],
  [/webpack (?:\d|compiled)|\[webpack-dev-server\]/, 'webpack'],
  [/\[nodemon\]/, 'nodemon'],
  [/^(?:PASS|FAIL) \S+\.(?:test|spec)\.|Test Suites:|\bRUN {1,2}v\d[^\n]{0,40}\n|No tests found/m, 'test'],
  [/\besbuild\b[^\n]{0,40}watch|\[watch\] build finished/, 'esbuild'],
  [/CLI Building entry:|\btsup v\d/, 'tsup'],
  [/Angular Live Development Server/, 'Angular'],
  [/Storybook \d|storybook v\d/i, 'Storybook'],
  [/=+ test session starts =+/, 'pytest'],
];

/** A script of the project that is not its server. */
export const devTool = outputRule(
  'framing/dev-tool',
  tools.map(([says]) => says),
  (match, evidence) => {
    const launch = stdioOf(evidence);
    const [, tool] = tools.find(([says]) => says.test(match[0])) ?? [];
    if (
      !launch ||
      tool === undefined ||
      !/^(?:npm|pnpm|yarn|bun|npx|node|uv|python[\d.]*|make)$/.test(programName(launch.command))
    )
      return undefined;
    if (
      !(evidence.timedOut || evidence.end) ||
      /MCP (?:server )?(?:is )?(?:running|ready|started)/i.test(outputOf(evidence))
    )
      return undefined;
    const command = [programName(launch.command), ...launch.args].join(' ');
    return {
      cause: l10n.t('"{0}" starts {1}, a tool for developers, and not the server.', command, tool),
      remedies: [
        ...otherScript(evidence),
        ask(l10n.t('Enter the argument that starts its server'), ['args', launch.args.length]),
        advise(l10n.t('Use the command of the server itself.')),
      ],
      ...inEntry('args'),
    };
  },
);

/** One that package.json has for it. */
function otherScript(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const folder = startFolder(launch);
  const at = launch?.args.findIndex((arg) => /^(?:dev|watch|test|build|serve|preview)(?::\w+)?$/.test(arg)) ?? -1;
  if (!launch || folder === undefined || at < 0) return [];
  const head = evidence.machine.head(path.join(folder, 'package.json'));
  const names = ['start:stdio', 'mcp', 'start', 'serve', 'stdio'];
  const name = names.find((each) => new RegExp(`"${each}"\\s*:`).test(head) && each !== launch.args[at]);
  return name === undefined ? [] : [setArgs(l10n.t('Use "{0}" instead', name), launch.args.with(at, name))];
}
