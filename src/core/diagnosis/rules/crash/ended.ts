import { l10n } from '../../../../base/l10n.ts';
import { decisiveLine } from '../../model/decisiveLine.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, ask } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** It printed something and ended without an error: a tool of the command line, not a server. */
export const endedWell = rule('crash/ended', (evidence) => {
  const line = decisiveLine(evidence);
  if (!stdioOf(evidence) || evidence.end?.code !== 0 || line === undefined) return undefined;
  return {
    cause: l10n.t('The command did its work and ended, as no server does. It printed: {0}', line),
    remedies: [
      ask(l10n.t('Enter the argument that starts its server'), ['args', stdioOf(evidence)?.args.length ?? 0]),
      advise(l10n.t('It may need an argument such as "mcp", "serve" or "stdio" to start its server.')),
    ],
    proof: line,
    ...inEntry('args'),
    isCertain: false,
  };
});
