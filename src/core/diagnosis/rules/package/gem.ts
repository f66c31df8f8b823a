import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { pathsOf } from '../../model/paths.ts';
import { projectFolders } from '../../model/project.ts';
import { runInTerminal, setValues } from '../../model/remedies.ts';

interface Gem {
  readonly name: string;
  readonly gemfile: string;
  readonly folder: string;
}

/** What the Gemfile of the server calls it: a file `fast_mcp` is in the gem `fast-mcp`. */
export function gemOfProject(file: string, evidence: Evidence): Gem | undefined {
  const path = pathsOf(evidence.machine);
  const wanted = plain(file.split('/')[0] ?? file);
  for (const folder of projectFolders(evidence)) {
    const gemfile = path.join(folder, 'Gemfile');
    const names = [...evidence.machine.head(gemfile).matchAll(/^\s*gem\s+['"]([\w.-]{1,80})['"]/gm)];
    const name = names.map(([, each = '']) => each).find((each) => plain(each) === wanted);
    if (name !== undefined) return { name, gemfile, folder };
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Without Bundler Ruby does not see what the Gemfile lists. */
export function withBundler({ gemfile, folder }: Gem, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'ruby') return [];
  return [
    setValues(l10n.t('Start it with "{0}"', 'bundle exec'), [
      { path: ['command'], value: 'bundle' },
      { path: ['args'], value: ['exec', launch.command, ...launch.args] },
      { path: ['env', 'BUNDLE_GEMFILE'], value: gemfile },
    ]),
    runInTerminal(l10n.t('Run "{0}" in a terminal', 'bundle install'), ['bundle', 'install'], folder),
  ];
}
