import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const runners = /^(?:npx|uvx|uv|bunx|bun|pnpm|yarn|docker|podman|python3?|node|deno|dotnet|java|go|cargo)$/;

/** A whole command line was copied into "args". */
export const programTwice = rule('program/twice', (evidence) => {
  const launch = stdioOf(evidence);
  const name = programName(launch?.command ?? '');
  if (!launch || !evidence.end || !runners.test(name) || launch.args[0] !== name) return undefined;
  return {
    cause: l10n.t('"{0}" is the command of the server and also its first argument.', name),
    remedies: [setArgs(l10n.t('Remove "{0}"', name), launch.args.slice(1))],
    ...inEntry('args', 0),
  };
});
