import { l10n } from '../../../../base/l10n.ts';
import { packageOf, programName } from '../../cures/newestVersion.ts';
import { bare, listedOption, replaceAlike, suggested, usualOption } from '../../cures/suggested.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { containerRun } from '../../model/container.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { argAt, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const unknownOption = outputRule(
  'argument/unknown',
  [
    /unknown (?:option|flag|argument|command)s?:? ?['"`]?(?!undefined|null|None)(--?[\w-]{1,60}|[\w-]{1,60})/i,
    /(?:unrecognized|unexpected) (?:arguments?|options?):? ?['"`]?(--?[\w-]{1,60}|[\w./-]{1,100})/i,
    /[Nn]o such option:? ?['"`]?(--?[\w-]{1,60})/,
    /flag provided but not defined: (--?[\w-]{1,60})/,
    /bad option: (--?[\w-]{1,60})/,
    /[Ii]nvalid (?:command[- ]line )?(?:argument|option|flag):? ['"`](--?[a-z][\w-]{1,60})['"`]/,
    /invalid (?:option|choice)(?::| --| ['"`]) ?['"`]?(?!expected\b|must\b)([\w-]{1,60})/i,
    /Unrecognized (?:VM )?option:? ['"]?([\w:+-]{2,60})/,
  ],
  ([, option = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at =
      launch && argAt(launch, (arg) => arg === option || (option.startsWith('-') && bare(arg) === bare(option)));
    const shown = (at === undefined ? undefined : launch?.args[at]?.replace(/=.*$/s, '')) ?? option;
    const runner = runnerOf(evidence, at);
    const better = at === undefined ? [] : betterOption(evidence, option);
    const meant = better.length > 0 || runner !== undefined ? undefined : usualOption(shown);
    return {
      cause:
        runner === undefined
          ? l10n.t('The server does not know the argument "{0}".', shown)
          : l10n.t('"{0}" does not know the argument "{1}".', runner, shown),
      remedies: [
        ...(runner === 'docker' || runner === 'podman' ? replaceAlike(evidence, ofDocker, option) : []),
        ...better,
        ...(at === undefined || meant === undefined ? [] : replaceAlike(evidence, [meant], option)),
        ...(launch && at !== undefined ? [setArgs(l10n.t('Remove "{0}"', shown), launch.args.toSpliced(at, 1))] : []),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);

const ofDocker = [
  '--rm',
  '--env',
  '--env-file',
  '--interactive',
  '--volume',
  '--mount',
  '--name',
  '--network',
  '--publish',
  '--pull',
  '--platform',
  '--user',
  '--workdir',
  '--entrypoint',
  '--init',
  '--add-host',
  '--memory',
];

/** The program that starts the server, where the argument is one of its own. */
function runnerOf(evidence: Evidence, at: number | undefined): string | undefined {
  const launch = stdioOf(evidence);
  const name = programName(launch?.command ?? '');
  if (at === undefined || !launch) return undefined;
  const run = containerRun(evidence);
  if (run) return at < run.image || run.image < 0 ? name : undefined;
  const found = packageOf(evidence);
  return found && at < found.at ? name : undefined;
}

/** What it suggests itself, or else lists. */
function betterOption(evidence: Evidence, option: string): readonly Remedy[] {
  const named = suggested(evidence);
  return named.length > 0 ? named : listedOption(evidence, option);
}
