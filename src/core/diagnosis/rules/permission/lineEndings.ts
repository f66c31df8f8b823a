import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const windowsLineEndings = outputRule(
  'permission/line-endings',
  [
    /env: [‘']?[\w.-]{1,40}(?:\\r|\r|\^M|\$'\\r')/,
    /bad interpreter: \S{1,100}(?:\^M|\r)/,
    /\$'\\r': command not found/,
    /\r: not found/,
    /set: (?:Illegal option -|-: invalid option|invalid option -)\s*(?:\r|$|\n)/m,
    /syntax error near unexpected token [`'][^'\n]{0,20}(?:\\r|\r)/,
  ],
  (_match, evidence) => {
    const launch = stdioOf(evidence);
    const file = launch?.args.find((arg) => /[/\\]|\.\w+$/.test(arg)) ?? launch?.command ?? '';
    return {
      cause: l10n.t('{0} has the line endings of Windows, so its interpreter is not found.', file),
      remedies: [runInTerminal(l10n.t('Convert its line endings'), ['sed', '-i', 's/\\r$//', file])],
    };
  },
);
