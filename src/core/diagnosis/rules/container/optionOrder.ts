import { l10n } from '../../../../base/l10n.ts';
import { outputOf } from '../../model/evidence.ts';
import { alone, containerRun } from '../../model/container.ts';
import { setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** What no server takes itself. */
const dockersOwn = /^(?:-e|-v|-p|--rm|--env|--env-file|--volume|--mount|--network|--add-host|--publish)(?:=|$)/;

/** What follows the image are arguments of the server, not options of Docker. */
export const optionAfterImage = rule('container/option-order', (evidence) => {
  const found = containerRun(evidence);
  if (!found || evidence.end === undefined || evidence.end.code === 0) return undefined;
  const { args } = found.launch;
  const { image } = found;
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
    isCertain: option.some((word) => word.length > 2 && outputOf(evidence).includes(word.replace(/=.*/s, ''))),
  };
});
