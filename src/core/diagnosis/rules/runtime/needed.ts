import { l10n } from '../../../../base/l10n.ts';
import { installRemedy } from '../../cures/install.ts';
import { openManual } from '../../cures/manual.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile } from '../../model/remedies.ts';
import { programName } from '../../cures/newestVersion.ts';
import { installedLeast } from '../../model/installedPrograms.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { useFound } from '../program/notFound.ts';
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
    .replace(/^j(?:dk|re|vm)$/, 'java')
    .replace(/^node\.js$/, 'node')
    .replace('.net', 'dotnet');
  return {
    cause:
      found === undefined
        ? l10n.t('The server needs another version of {0}: {1}', product, wanted)
        : l10n.t('The server needs {0} {1}, but this one is {2}.', product, wanted, found),
    remedies: [
      ...installedOne(program, wanted, evidence),
      installRemedy(program, evidence.machine),
      askForFile(l10n.t('Choose the program'), ['command']),
      ...openManual(evidence),
      advise(l10n.t('Install the version that the server requires.')),
    ],
    proof: lineAt(output, at),
    isCertain: false,
  };
});

/** What belongs to a runtime lies with it: `bundle` with Ruby. */
const ofRuntime: Readonly<Record<string, RegExp>> = {
  ruby: /^(?:ruby|bundle|gem|rake|rails)$/,
  node: /^(?:node|npx|npm|pnpm|yarn)$/,
  python: /^(?:python[\d.]*|pip[\d.]*|pipx|poetry)$/,
  java: /^java$/,
};

/** Another version that is on this machine already. */
function installedOne(product: string, wanted: string, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const program = programName(launch?.command ?? '');
  const least = /\d[\d.]*/.exec(wanted)?.[0];
  const isIt = program === product || (Object.hasOwn(ofRuntime, product) && ofRuntime[product]?.test(program));
  const found = isIt && least !== undefined ? installedLeast(program, least, evidence.machine) : undefined;
  return launch && found ? [useFound(found.file, launch, evidence)] : [];
}
