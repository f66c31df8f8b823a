import path from 'node:path';
import { isRecord, parseJson } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { withinOneEdit } from '../model/nearbyFile.ts';
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
    const others = packagesIn(listed).filter(({ name }) => name !== found.name);
    const names = others.map(({ name }) => name).join(', ');
    return {
      text:
        others.length === 0
          ? l10n.t('The registry does not know {0}, nor a package with such a name.', found.name)
          : l10n.t('The registry does not know {0}. It has: {1}', found.name, names),
      remedies: others.flatMap((other) => offer(other, found)).slice(0, mostOffered),
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

const mostOffered = 3;
const mostListed = 5;

interface Listed {
  readonly name: string;
  readonly publisher: string;
  readonly repository: string;
}

/**
 * Misspelled names are squatted: only a package with a public source and almost this name is offered, with who publishes
 * it, and as a question.
 */
function offer({ name, publisher, repository }: Listed, wanted: { name: string; at: number }): readonly Remedy[] {
  if (repository === '' || publisher === '' || !isNear(name, wanted.name)) return [];
  const text = l10n.t('Use {0}, if it is the one you mean: published by {1}, source {2}', name, publisher, repository);
  return [setValue(text, ['args', wanted.at], name)];
}

/** One letter apart, or the same name in another scope. */
function isNear(name: string, wanted: string): boolean {
  const bare = (each: string): string => each.split('/').at(-1) ?? each;
  return withinOneEdit(name, wanted) || bare(name) === bare(wanted);
}

/** Of what a registry says only what looks like a name, a user and an address is shown. */
function packagesIn(text: string): readonly Listed[] {
  const parsed = parseJson(text);
  const rows = parsed.ok && Array.isArray(parsed.value) ? parsed.value.filter(isRecord).slice(0, mostListed) : [];
  return rows.flatMap((row) => {
    const name = textIn(row['name'], /^(?:@[\w.-]{1,60}\/)?[\w.-]{1,100}$/);
    const publisher = isRecord(row['publisher']) ? row['publisher']['username'] : undefined;
    const links = isRecord(row['links']) ? row['links']['repository'] : undefined;
    const repository = textIn(links, /^(?:git\+)?https:\/\/[\w./-]{1,120}$/).replace(/^git\+|\.git$/g, '');
    return name === '' ? [] : [{ name, publisher: textIn(publisher, /^[\w.-]{1,60}$/), repository }];
  });
}

function textIn(value: unknown, form: RegExp): string {
  return typeof value === 'string' && form.test(value) ? value : '';
}
