import path from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { setValue } from '../model/remedies.ts';
import { withoutVersion } from '../rules/package/packageName.ts';
import type { Experiment } from './experiment.ts';

/** By the package manager itself: it knows which registry is configured, and how to reach it. */
export const registry: Experiment = {
  id: 'registry',
  asksRegistry: true,
  title: () => l10n.t('Asking the package registry'),
  fits: ({ evidence, diagnoses }) =>
    npmPackage(evidence) !== undefined && diagnoses.some(({ rule }) => rule.startsWith('package/')),
  run: async ({ evidence }, host, signal) => {
    const found = npmPackage(evidence);
    const npm = evidence.machine.findProgram('npm');
    if (!found || npm === undefined) return undefined;
    const version = (await host.run(npm, ['view', found.name, 'version'], signal))?.trim();
    if (version)
      return { text: l10n.t('The registry has {0}, newest version {1}.', found.name, version), remedies: [] };
    const words = found.name.replaceAll(/[@/_-]+/g, ' ').trim();
    const listed = (await host.run(npm, ['search', '--json', '--searchlimit=5', words], signal)) ?? '[]';
    const near = namesIn(listed).filter((name) => name !== found.name);
    return {
      text:
        near.length === 0
          ? l10n.t('The registry does not know {0}, nor a package with such a name.', found.name)
          : l10n.t('The registry does not know {0}. It has: {1}', found.name, near.join(', ')),
      remedies: near.slice(0, 3).map((name) => setValue(l10n.t('Use {0}', name), ['args', found.at], name)),
    };
  },
};

function npmPackage(evidence: Evidence): { readonly name: string; readonly at: number } | undefined {
  const launch = stdioOf(evidence);
  if (!launch || !/^(?:npx|bunx|pnpm|yarn)(?:\.cmd)?$/.test(path.basename(launch.command))) return undefined;
  const at = launch.args.findIndex((arg) => !arg.startsWith('-') && arg !== 'dlx' && arg !== 'exec');
  const name = withoutVersion(launch.args[at] ?? '');
  return /^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) ? { name, at } : undefined;
}

/** Names only: what else a registry says is not shown. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/"name"\s*:\s*"((?:@[\w.-]{1,60}\/)?[\w.-]{1,100})"/g)]
    .map(([, name = '']) => name)
    .slice(0, 5);
}
