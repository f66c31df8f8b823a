import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { packageOf } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { runInTerminal, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { withoutVersion } from './packageName.ts';

/** In the folder of a package npx does not fetch that package, but takes the one that is there. */
export const ownClone = outputRule(
  'package/own-folder',
  [
    /(?:^|\n)(?:\/bin\/)?(?:ba|z|da)?sh: (?:line )?(?:\d{1,4}: )?([\w.@+-]+): (?:command )?not found/,
    /'([\w.@+-]+)' is not recognized as an internal or external command/,
    /npm (?:ERR!|error) (could not determine executable to run)/,
  ],
  (_match, evidence) => {
    const cwd = stdioOf(evidence)?.cwd;
    const found = packageOf(evidence);
    const name = found && withoutVersion(found.name);
    if (cwd === undefined || name === undefined || found?.runner !== 'npx') return undefined;
    const head = evidence.machine.head(path.join(cwd, 'package.json'));
    if (/"name"\s*:\s*"([^"]{1,200})"/.exec(head)?.[1] !== name) return undefined;
    return {
      cause: l10n.t(
        '{0} is the folder of the package "{1}" itself, so npx does not fetch it, and there it is not built.',
        cwd,
        name,
      ),
      remedies: [
        setValue(l10n.t('Start the server in {0}', '${userHome}'), ['cwd'], '${userHome}'),
        runInTerminal(l10n.t('Build the server'), ['sh', '-c', 'npm install && npm run build'], cwd),
      ],
      ...inEntry('cwd'),
    };
  },
);
