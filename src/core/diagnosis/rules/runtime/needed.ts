import { l10n } from '../../../../base/l10n.ts';
import { installRemedy } from '../../cures/install.ts';
import { openManual } from '../../cures/manual.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';
import { versionNeed } from '../../statements/version.ts';

/** Any product that the server wants in another version. */
export const versionNeeded = rule('runtime/needed', (evidence) => {
  const output = outputOf(evidence);
  const need = stdioOf(evidence) && evidence.end ? versionNeed(output) : undefined;
  if (!need) return undefined;
  const { product, wanted, found, at } = need;
  const program = product
    .toLowerCase()
    .replace(/ tools$/, '')
    .replace(/^j(?:dk|re)$/, 'java')
    .replace(/^node\.js$/, 'node')
    .replace('.net', 'dotnet');
  return {
    cause:
      found === undefined
        ? l10n.t('The server needs another version of {0}: {1}', product, wanted)
        : l10n.t('The server needs {0} {1}, but this one is {2}.', product, wanted, found),
    remedies: [
      installRemedy(program, evidence.machine),
      askForFile(l10n.t('Choose the program'), ['command']),
      ...openManual(evidence),
      advise(l10n.t('Install the version that the server requires.')),
    ],
    proof: lineAt(output, at),
    isCertain: false,
  };
});
