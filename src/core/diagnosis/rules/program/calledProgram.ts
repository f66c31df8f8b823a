import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { installAdvice } from './runtimes.ts';

/** A script or launcher that calls another program. */
export const calledProgramMissing = outputRule(
  'program/called',
  [
    /\benv: [‘'"]?([\w.+@/-]+)[’'"]?: No such file or directory/,
    /(?:^|\n)([\w.+@-]+): command not found(?:\n|$)/,
    /(?:^|\n)[\w/.-]{1,100}: (?:line )?\d{1,6}: ([\w.+@-]+): (?:command )?not found/,
    /(?:^|\n)(?:zsh|fish|bash): (?:command not found|Unknown command): ([\w.+@-]+)/,
    /Failed to spawn: `([\w.+@-]+)`/,
    /spawn ([\w.+@/-]+) ENOENT/,
    /exec: "([^"\n]{1,100})": executable file not found in \$PATH/,
    /FileNotFoundError: \[Errno 2\] No such file or directory: '([\w.+@-]+)'/,
  ],
  ([, name = '']) => ({
    cause: l10n.t('The server calls the program "{0}", which is not on its PATH.', name),
    remedies: [installAdvice(name), advise(l10n.t('Or set PATH in "env" so that "{0}" is found.', name))],
  }),
);
