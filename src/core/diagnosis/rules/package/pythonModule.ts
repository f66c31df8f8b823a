import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const pythonModuleMissing = outputRule(
  'package/python-module',
  [
    /(?:ModuleNotFoundError: )?No module named '?([\w.]{1,100})'?/,
    /ImportError: cannot import name '([\w.]{1,100})' from '[\w.]{1,100}'/,
  ],
  ([all = '', name = ''], evidence) => {
    const python = stdioOf(evidence)?.command ?? 'python3';
    const isOld = all.startsWith('ImportError');
    const top = name.split('.')[0] ?? name;
    return {
      cause: isOld
        ? l10n.t('A Python package is installed in a version without "{0}".', name)
        : l10n.t('The Python module "{0}" is not installed where this command looks for it.', name),
      remedies: isOld
        ? [advise(l10n.t('Install the version that the server requires.'))]
        : [
            runInTerminal(l10n.t('Install it with pip'), [
              /python/.test(python) ? python : 'python3',
              '-m',
              'pip',
              'install',
              top,
            ]),
            advise(l10n.t('Or use the Python of the environment that has it as "command".')),
          ],
    };
  },
);
