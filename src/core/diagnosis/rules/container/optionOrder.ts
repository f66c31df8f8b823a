import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Options of `run` without a value; all others are followed by one, unless it is part of them. */
const alone = /^(?:-[itdPq]+|--(?:rm|init|privileged|interactive|tty|detach|read-only|publish-all|quiet|help))$/;
/** What no server takes itself. */
const dockersOwn = /^(?:-e|-v|-p|--rm|--env|--env-file|--volume|--mount|--network|--add-host|--publish)(?:=|$)/;

/** What follows the image are arguments of the server, not options of Docker. */
export const optionAfterImage = rule('container/option-order', (evidence) => {
  const launch = stdioOf(evidence);
  const run = launch?.args.indexOf('run') ?? -1;
  if (!launch || run < 0 || evidence.end === undefined || evidence.end.code === 0) return undefined;
  if (!/^(?:docker|podman)$/.test(programName(launch.command))) return undefined;
  const { args } = launch;
  const image = imageAt(args, run + 1);
  const at = args.findIndex((arg, index) => index > image && dockersOwn.test(arg));
  if (image < 0 || at < 0) return undefined;
  const option = args.slice(at, at + (alone.test(args[at] ?? '') || args[at]?.includes('=') ? 1 : 2));
  const moved = args.toSpliced(at, option.length).toSpliced(image, 0, ...option);
  return {
    cause: l10n.t(
      '"{0}" stands after the image {1}, so Docker hands it to the server.',
      option[0] ?? '',
      args[image] ?? '',
    ),
    remedies: [setArgs(l10n.t('Move it before the image'), moved)],
    ...inEntry('args', at),
    isCertain: false,
  };
});

function imageAt(args: readonly string[], from: number): number {
  for (let at = from; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) return at;
    if (!alone.test(arg) && !arg.includes('=')) at++;
  }
  return -1;
}
