import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, setValues } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Instructions that older and emulated processors do not have. */
export const processorLacks = outputRule(
  'runtime/processor',
  [
    /(?:CPU|processor|machine|system)[^\n]{0,30}(?:lacks|(?:does not|doesn't) (?:support|have)|without)[^\n]{0,20}?\b(AVX[\w-]{0,10}|SSE[\d.]{0,4}|x86-64-v\d|FMA|NEON|BMI2?)\b/i,
    /(?:requires?|needs?|built with|compiled (?:to use|with|for))[^\n]{0,40}?\b(AVX[\w-]{0,10}|SSE4[\d.]{0,3}|x86-64-v\d)\b/,
    /CPU (?:ISA level is lower than required|does not support (x86-64-v\d))/,
  ],
  ([, what = ''], evidence) =>
    evidence.end && {
      cause:
        what === ''
          ? l10n.t('The program is built for a newer processor than this one.')
          : l10n.t('The program needs a processor with {0}, which this one does not have.', what),
      remedies: [
        ...withNode(evidence),
        ...otherBuild(evidence),
        advise(l10n.t('Use a build for older processors, often called "baseline".')),
      ],
    },
);

/** Node.js runs on all of them. */
function withNode(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const name = programName(launch?.command ?? '');
  if (!launch || !/^bunx?$/.test(name)) return [];
  const args = launch.args.filter((arg) => arg !== 'run' && arg !== 'x');
  const isScript = name === 'bun' && /\.[cm]?js$/.test(args[0] ?? '');
  const command = isScript ? 'node' : 'npx';
  const rest = isScript ? args : /\.[cm]?tsx?$/.test(args[0] ?? '') ? ['-y', 'tsx', ...args] : ['-y', ...args];
  return [
    setValues(l10n.t('Run it with "{0}"', command), [
      { path: ['command'], value: command },
      { path: ['args'], value: rest },
    ]),
  ];
}

function otherBuild(evidence: Evidence): readonly Remedy[] {
  return stdioOf(evidence) ? [askForFile(l10n.t('Choose another build of the program'), ['command'])] : [];
}
