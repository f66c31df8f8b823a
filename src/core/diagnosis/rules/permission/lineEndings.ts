import path from 'node:path';
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
  ([all = ''], evidence) => {
    const launch = stdioOf(evidence);
    const named = launch?.args.find((arg) => /[/\\]|\.\w+$/.test(arg)) ?? launch?.command ?? '';
    const file = launch?.cwd === undefined || !/[.]/.test(named) ? named : path.resolve(launch.cwd, named);
    return {
      cause: /env:|interpreter/.test(all)
        ? l10n.t('{0} has the line endings of Windows, so its interpreter is not found.', file)
        : l10n.t('{0} has the line endings of Windows, which its shell takes for a part of each command.', file),
      remedies: [runInTerminal(l10n.t('Convert its line endings'), ['sed', '-i', 's/\\r$//', file])],
    };
  },
);
