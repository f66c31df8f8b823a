import path from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import { stdioOf } from '../model/evidence.ts';
import type { Experiment } from './experiment.ts';

/** Programs that only print their version; what else an entry may name is not run for this. */
const runtimes: Readonly<Record<string, readonly string[]>> = {
  node: ['--version'],
  npx: ['--version'],
  npm: ['--version'],
  python: ['--version'],
  python3: ['--version'],
  uv: ['--version'],
  uvx: ['--version'],
  bun: ['--version'],
  bunx: ['--version'],
  deno: ['--version'],
  docker: ['--version'],
  podman: ['--version'],
  java: ['--version'],
  dotnet: ['--version'],
  cargo: ['--version'],
  go: ['version'],
};
/** What stands behind a launcher decides too. */
const behind: Readonly<Record<string, string>> = { npx: 'node', npm: 'node', uvx: 'python3', uv: 'python3' };

export const runtimeVersions: Experiment = {
  id: 'versions',
  title: () => l10n.t('Reading the versions of the runtimes'),
  fits: ({ evidence }) => Object.hasOwn(runtimes, nameOf(stdioOf(evidence)?.command ?? '')),
  run: async ({ evidence }, host, signal) => {
    const { command = '' } = stdioOf(evidence) ?? {};
    const name = nameOf(command);
    const names = [name, behind[name]].filter((each) => each !== undefined);
    const versions = await Promise.all(
      names.map(async (each) => {
        const program = each === name && path.isAbsolute(command) ? command : evidence.machine.findProgram(each);
        const said = program && (await host.run(program, runtimes[each] ?? [], signal));
        return said ? `${each} ${said.trim().split('\n', 1)[0] ?? ''} (${program})` : undefined;
      }),
    );
    const known = versions.filter((each) => each !== undefined);
    return known.length === 0 ? undefined : { text: l10n.t('Installed: {0}', known.join(', ')), remedies: [] };
  },
};

function nameOf(command: string): string {
  return path.basename(command).replace(/\.(?:exe|cmd)$/i, '');
}
