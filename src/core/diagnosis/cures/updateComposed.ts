import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { pathsOf } from '../model/paths.ts';
import { runInTerminal } from '../model/remedies.ts';
import { programName } from './newestVersion.ts';

/** The packages for Laravel that have a server, by the command of "artisan" that starts it. */
const packages: Readonly<Record<string, string>> = {
  'mcp:serve': 'php-mcp/laravel',
  'mcp:start': 'laravel/mcp',
  'boost:mcp': 'laravel/boost',
};

/** What a project of PHP has from Composer is updated there. */
export function updateComposed(evidence: Evidence): readonly Remedy[] {
  const { command = '', args = [], cwd = '' } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => /(?:^|[/\\])artisan$/.test(arg));
  const verb = args[at + 1] ?? '';
  const name = Object.hasOwn(packages, verb) ? packages[verb] : undefined;
  if (programName(command) !== 'php' || at < 0 || name === undefined) return [];
  const path = pathsOf(evidence.machine);
  const folder = path.dirname(path.resolve(cwd === '' ? evidence.machine.home : cwd, args[at] ?? ''));
  return [runInTerminal(l10n.t('Update {0} with Composer', name), ['composer', 'update', name], folder)];
}
