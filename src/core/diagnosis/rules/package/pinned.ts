import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { runInTerminal, setArgs } from '../../model/remedies.ts';

/** What newer versions of a Python package no longer take, and the last that do. */
const lastWith: readonly (readonly [library: RegExp, name: string, wanted: string])[] = [
  [/^FastMCP\.__init__$/, 'mcp', 'mcp<1.10'],
];

interface Pin {
  readonly remedies: readonly Remedy[];
  cause(library: string, name: string): string;
}

/** Servers that name no version get the newest one; uv adds an older one for them. */
export function pinned(library: string, evidence: Evidence): Pin | undefined {
  const launch = stdioOf(evidence);
  const [, name, wanted] = lastWith.find(([form]) => form.test(library)) ?? [];
  const runner = programName(launch?.command ?? '');
  if (!launch || name === undefined || wanted === undefined || !/^(?:uvx|python[\d.]*)$/.test(runner)) return undefined;
  return {
    cause: (from, what) =>
      l10n.t(
        'The Python package "{0}" is newer than the server expects: its {1} no longer takes "{2}".',
        name,
        from,
        what,
      ),
    remedies: [
      runner === 'uvx'
        ? setArgs(l10n.t('Add "{0}"', `--with ${wanted}`), ['--with', wanted, ...launch.args])
        : runInTerminal(l10n.t('Install it with pip'), [launch.command, '-m', 'pip', 'install', wanted]),
    ],
  };
}
