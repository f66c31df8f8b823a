import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import { type Finding, inEntry } from '../../model/rule.ts';

const batch = /^(?:npx|npm|pnpm|pnpx|yarn|corepack|tsx|ts-node)$/;

/** A program that starts another one without a shell does not find what is a batch file on Windows. */
export function calledBatch(name: string, said: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const launch = stdioOf(evidence);
  const at = launch?.args.lastIndexOf(name) ?? -1;
  const { platform } = evidence.machine;
  if (!launch || platform !== 'win32' || !batch.test(name) || !said.startsWith('spawn ') || at < 0) return undefined;
  return {
    cause: l10n.t('{0} is a batch file, which Windows starts through a shell only.', name),
    remedies: [setArgs(l10n.t('Start it with "cmd /c"'), launch.args.toSpliced(at, 0, 'cmd', '/c'))],
    ...inEntry('args', at),
  };
}
