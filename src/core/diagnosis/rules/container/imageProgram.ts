import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { containerRun } from '../../model/container.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { ask, runInTerminal, setArgs } from '../../model/remedies.ts';
import { type Finding, inEntry, outputRule } from '../../model/rule.ts';

/** What stands behind the image is run in the container. */
export const containerProgram = outputRule(
  'container/program',
  [
    /exec: "((?!docker-credential)[^"\n]{1,100})": (?:executable file not found in \$PATH|stat [^\n]{1,100}: no such file)/,
    /exec(?:: "| container process `)((?!docker-credential)[^"`\n]{1,100})["`]: [Pp]ermission denied/,
  ],
  ([all = '', name = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch?.args.lastIndexOf(name) ?? -1;
    if (!launch || !/^(?:docker|podman)$/.test(programName(stdioOf(evidence)?.command ?? ''))) return undefined;
    if (all.endsWith('denied')) return programOfImage(name, evidence);
    return {
      cause: l10n.t('The image has no program "{0}".', name),
      remedies:
        at < 0
          ? []
          : [
              setArgs(l10n.t('Remove what stands behind the image'), launch.args.slice(0, at)),
              ask(l10n.t('Enter another value instead of {0}', name), ['args', at], { now: name }),
            ],
      ...inEntry('args', ...(at < 0 ? [] : [at])),
    };
  },
);

/** A slip of the one who made it. */
function programOfImage(name: string, evidence: Evidence): Omit<Finding, 'proof'> {
  const run = containerRun(evidence);
  const image = run?.launch.args.includes('compose') ? undefined : run?.launch.args[run.image];
  const tool = programName(stdioOf(evidence)?.command ?? '');
  const pull = [tool, ...(image === undefined ? ['compose', 'pull'] : ['pull', image])];
  return {
    cause: l10n.t('The image is faulty: its user may not execute "{0}".', name),
    remedies: [runInTerminal(l10n.t('Run "{0}" in a terminal', pull.join(' ')), pull, stdioOf(evidence)?.cwd)],
  };
}
