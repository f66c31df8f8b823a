import { fileURLToPath } from 'node:url';
import { l10n } from '../../../../base/l10n.ts';
import type { Machine } from '../../model/evidence.ts';
import { stdioOf } from '../../model/evidence.ts';
import { argAt, setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** `file:///home/ada/docs` */
export const fileUrlGiven = rule('path/file-url', (evidence) => {
  const launch = stdioOf(evidence);
  const at = launch && argAt(launch, (arg) => /^(?:--?[\w-]+=)?file:\/\/\//.test(arg));
  const arg = at === undefined ? undefined : launch?.args[at];
  if (!launch || at === undefined || arg === undefined || !evidence.end || evidence.end.code === 0) return undefined;
  const [, prefix = '', url = ''] = /^(--?[\w-]+=)?(.*)$/.exec(arg) ?? [];
  const file = URL.canParse(url)
    ? fileURLToPath(url, { windows: evidence.machine.platform === 'win32' && /^file:\/\/\/[A-Za-z]:/.test(url) })
    : url.slice('file://'.length);
  return {
    cause: l10n.t('{0} is the URL of a file, but the server takes paths.', url),
    remedies: [setArgs(l10n.t('Use {0}', file), launch.args.with(at, prefix + file))],
    ...inEntry('args', at),
  };
});

/** Several folders in one argument, as other programs take them. */
export const pathsJoined = rule('path/list', (evidence) => {
  const launch = stdioOf(evidence);
  const at = launch && argAt(launch, (arg) => partsOf(arg, evidence.machine) !== undefined);
  const parts = at === undefined ? undefined : partsOf(launch?.args[at] ?? '', evidence.machine);
  if (!launch || at === undefined || !parts || !evidence.end || evidence.end.code === 0) return undefined;
  return {
    cause: l10n.t(
      '{0} is one argument with {1} paths in it: each is an argument of its own.',
      launch.args[at] ?? '',
      parts.length,
    ),
    remedies: [setArgs(l10n.t('Split it'), launch.args.toSpliced(at, 1, ...parts))],
    ...inEntry('args', at),
  };
});

/** All of them are there, and the whole is not. */
function partsOf(arg: string, { kindOf, platform }: Machine): readonly string[] | undefined {
  const parts = arg.split(platform === 'win32' ? /[,;]\s*/ : /[,:;]\s*/).filter((part) => part !== '');
  const isPath = (part: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(part) && kindOf(part) !== undefined;
  return parts.length > 1 && kindOf(arg) === undefined && parts.every(isPath) ? parts : undefined;
}
