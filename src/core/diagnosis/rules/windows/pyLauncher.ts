import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { installedPrograms } from '../../model/installedPrograms.ts';
import { advise, runInTerminal, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** `py -3.12` looks for that version only. */
export const pyLauncher = outputRule(
  'windows/py-launcher',
  [
    /No suitable Python runtime found|No runtime installed that matches|Requested Python version \([^)\n]{1,20}\) (?:is )?not installed/,
  ],
  (_match, evidence) => {
    const args = stdioOf(evidence)?.args ?? [];
    const at = args.findIndex((arg) => /^-(?:V:)?\d[\d.]*/.test(arg));
    const wanted = /\d[\d.]*/.exec(args[at] ?? '')?.[0];
    const there = installedPrograms('python', evidence.machine)[0]?.version;
    return {
      cause:
        wanted === undefined
          ? l10n.t('"py" finds no Python on this machine.')
          : there === undefined
            ? l10n.t('Python {0} is not installed.', wanted)
            : l10n.t('Python {0} is not installed, but {1} is.', wanted, there),
      remedies: [
        ...(there === undefined || at < 0
          ? []
          : [setArgs(l10n.t('Use Python {0}', there), args.with(at, `-${there}`))]),
        runInTerminal(l10n.t('Install {0}', `Python ${wanted ?? '3.13'}`), [
          'winget',
          'install',
          '--exact',
          `Python.Python.${wanted?.includes('.') ? wanted : '3.13'}`,
        ]),
        advise(l10n.t('"py --list" shows those that are installed.')),
      ],
      ...inEntry('args'),
    };
  },
);
