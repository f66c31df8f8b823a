import { l10n } from '../../../../base/l10n.ts';
import { outputOf } from '../../model/evidence.ts';
import { runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** An update of one formula removes the library that a program of another one was built with. */
export const linkedLibraryGone = outputRule(
  'package/homebrew',
  [/Library not loaded: (\/(?:opt\/homebrew|usr\/local)\/(?:opt|Cellar)\/(\w[\w@.+-]{0,60})\/\S{1,200})/],
  ([, file = '', formula = ''], evidence) => {
    const [, program] = /Referenced from:[^\n]{0,80}?\/Cellar\/(\w[\w@.+-]{0,60})\//.exec(outputOf(evidence)) ?? [];
    const name = program ?? formula;
    return {
      cause: l10n.t(
        '{0} of Homebrew was built with {1}, which an update of {2} has removed.',
        name,
        file.split('/').at(-1) ?? file,
        formula,
      ),
      remedies: [runInTerminal(l10n.t('Install {0} again', name), ['brew', 'reinstall', name])],
    };
  },
);
