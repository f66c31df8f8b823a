import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { ask, runInTerminal } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** `docker exec` needs a container that runs. */
export const containerStopped = outputRule(
  'container/exec',
  [
    /No such container: ?(\S{0,100})/i,
    /container \S{1,100} is not running/i,
    /service "?([\w-]{1,60})"? is not running/,
    /no container with name or ID "([^"\n]{1,80})" found/,
    /can only create exec sessions on running containers/,
  ],
  ([all = ''], evidence) => {
    const launch = stdioOf(evidence);
    const tool = programName(launch?.command ?? '');
    const at =
      launch?.args.findIndex(
        (arg, index) => index > launch.args.indexOf('exec') && !isOption(arg, launch.args[index - 1]),
      ) ?? -1;
    const name = launch?.args[at];
    if (!launch || !/^(?:docker|podman)$/.test(tool) || name === undefined || !launch.args.includes('exec'))
      return undefined;
    const isCompose = launch.args.includes('compose');
    const isUnknown = /no such container|no container with/i.test(all);
    const start = isCompose ? [tool, 'compose', 'up', '-d', name] : [tool, 'start', name];
    return {
      cause: isUnknown
        ? l10n.t('There is no container "{0}".', name)
        : l10n.t('The container "{0}" is not running.', name),
      remedies: [
        ...(isUnknown && !isCompose ? [] : [runInTerminal(l10n.t('Start {0}', name), start, launch.cwd)]),
        ask(l10n.t('Enter another value instead of {0}', name), ['args', at], { now: name }),
      ],
      ...inEntry('args', at),
    };
  },
);

/** Options of `exec`, and the values behind those that have one. */
function isOption(arg: string, before: string | undefined): boolean {
  return arg.startsWith('-') || /^(?:-e|--env|-u|--user|-w|--workdir|--env-file)$/.test(before ?? '');
}
