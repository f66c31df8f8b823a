import { l10n } from '../../../../base/l10n.ts';
import { packageOf, programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, openSource, setArgs, setValues } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { sourcePlace } from '../../model/sourcePlace.ts';

/** The last one that knows both forms. */
const last = '20';

/** `import data from './data.json' assert { type: 'json' }` */
export const importAssertion = outputRule(
  'runtime/import-assertion',
  [/SyntaxError: Unexpected identifier 'assert'/],
  (_match, evidence) => {
    const place = sourcePlace(evidence);
    return {
      cause: l10n.t('The server imports with "assert", which Node.js 22 and later call "with".'),
      remedies: [
        ...(place === undefined ? [] : [openSource(place.file, place.line)]),
        ...withOlderNode(evidence),
        advise(l10n.t('Correct it there.')),
      ],
    };
  },
);

function withOlderNode(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const text = l10n.t('Run it with Node.js {0}', last);
  if (launch && programName(launch.command) === 'node')
    return [
      setValues(text, [
        { path: ['command'], value: 'npx' },
        { path: ['args'], value: ['-y', `node@${last}`, ...launch.args] },
      ]),
    ];
  return launch && packageOf(evidence)?.runner === 'npx'
    ? [setArgs(text, ['-y', `--package=node@${last}`, 'npx', ...launch.args])]
    : [];
}
