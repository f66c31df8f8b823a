import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

interface Runner {
  readonly program: RegExp;
  readonly verb: string;
  /** What it has to have. */
  readonly wanted: string;
  readonly has: RegExp;
}

/** Runners that keep stdin or stdout to themselves, unless they are told otherwise. */
const runners: readonly Runner[] = [
  {
    program: /^(?:conda|mamba|micromamba)$/,
    verb: 'run',
    wanted: '--no-capture-output',
    has: /^(?:--no-capture-output|--live-stream|-a|--attach)$/,
  },
  { program: /^(?:docker|podman)$/, verb: 'exec', wanted: '-i', has: /^(?:-[a-z]*i[a-z]*|--interactive)$/ },
  { program: /^(?:kubectl|oc)$/, verb: 'exec', wanted: '-i', has: /^(?:-[a-z]*i[a-z]*|--stdin)$/ },
];

export const streamsKept = rule('transport/captured', (evidence) => {
  const launch = stdioOf(evidence);
  const program = programName(launch?.command ?? '');
  const found = runners.find((each) => each.program.test(program) && launch?.args.includes(each.verb));
  if (!launch || !found || launch.args.some((arg) => found.has.test(arg))) return undefined;
  if (!evidence.timedOut && (evidence.end === undefined || evidence.stderr.trim() !== '')) return undefined;
  const at = launch.args.indexOf(found.verb);
  return {
    cause: l10n.t(
      '"{0} {1}" does not hand on what is written to the server and what it responds: "{2}" is missing.',
      program,
      found.verb,
      found.wanted,
    ),
    remedies: [setArgs(l10n.t('Add "{0}"', found.wanted), launch.args.toSpliced(at + 1, 0, found.wanted))],
    ...inEntry('args', at),
  };
});
