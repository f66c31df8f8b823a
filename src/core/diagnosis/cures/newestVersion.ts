import path from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { ask, runInTerminal, setValue } from '../model/remedies.ts';

const runners = /^(?:npx|bunx|pnpx|pnpm|yarn|uvx|pipx|deno|dnx)$/;
const isPackage = /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:@[\w.^~-]+|==[\w.]+)?$/i;
const verbs: ReadonlySet<string> = new Set(['dlx', 'exec', 'run', 'x']);
/** Options of the runners that are followed by a value. */
const withValue: ReadonlySet<string> = new Set([
  '--python',
  '-p',
  '--with',
  '-i',
  '--index-url',
  '--registry',
  '-c',
  '--filter',
  '-F',
  '--prefix',
  '--dir',
  '-C',
]);

/** The package that a runner such as npx fetches, and where it stands in `args`. */
export function packageOf(
  evidence: Evidence,
): { readonly runner: string; readonly name: string; readonly at: number } | undefined {
  const launch = stdioOf(evidence);
  const runner = programName(launch?.command ?? '');
  if (!launch || !runners.test(runner)) return undefined;
  const at = launch.args.findIndex(
    (arg, index) => !arg.startsWith('-') && !verbs.has(arg) && !withValue.has(launch.args[index - 1] ?? ''),
  );
  const name = launch.args[at] ?? '';
  return isPackage.test(name) ? { runner, name, at } : undefined;
}

export function programName(command: string): string {
  return path.basename(command.replaceAll('\\', '/')).replace(/\.(?:cmd|exe|bat|ps1)$/i, '');
}

/** Runners use what they have stored, which may be old. */
export function useNewest(evidence: Evidence): readonly Remedy[] {
  const found = packageOf(evidence);
  if (!found) return updateImage(evidence);
  const { runner, name, at } = found;
  const bare = name.replace(/(?<=.)(?:@|==)[^/]*$/, '');
  const newest = runner === 'pipx' ? bare : `${bare}@latest`;
  if (newest === name) return [ask(l10n.t('Enter another version'), ['args', at], { now: name })];
  return [setValue(l10n.t('Use the latest version'), ['args', at], newest)];
}

/** The image of a container is the last argument, or the first that looks like one. */
function updateImage(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || !/^(?:docker|podman)$/.test(programName(launch.command))) return [];
  const image = launch.args.find((arg) => /^[a-z0-9][\w.-]*(?::\d+)?\/[\w./-]+(?::[\w.-]+)?$/.test(arg));
  if (image === undefined) return [];
  return [runInTerminal(l10n.t('Get the newest image'), [launch.command, 'pull', image])];
}
