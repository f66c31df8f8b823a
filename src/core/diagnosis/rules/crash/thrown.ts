import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { type Finding, outputRule } from '../../model/rule.ts';

function explain(message: string, file: string, line: string): Finding {
  return {
    cause: l10n.t('The server ended with an error of its own: {0} ({1}, line {2})', message, file, line),
    remedies: [advise(l10n.t('Correct the server there, or report it to its author.'))],
    place: { kind: 'source', file, line: Number(line) },
    isCertain: false,
  };
}

/** Any error that nothing else names, with its place: in Node the first line of the stack that is not Node's own. */
export const thrownError = outputRule(
  'crash/thrown',
  [
    /(?:^|\n)(?:Uncaught )?(\w{0,60}(?:Error|Exception)(?: \[\w+\])?: [^\n]{1,300})\n(?:[^\n]{0,300}\n){0,12}?\s+at (?:[^\n(]{0,200}\()?(?:file:\/\/)?(\/[^\n:)]{1,300}):(\d{1,6}):\d{1,6}/,
    /Exception in thread "[^"\n]{1,60}" ([\w.$]{1,200}(?:: [^\n]{1,300})?)\n(?:[^\n]{0,300}\n){0,12}?\s+at [^\n(]{1,200}\(([\w$]{1,100}\.\w{2,6}):(\d{1,6})\)/,
    /(?:^|\n)([^\s:]{1,300}):(\d{1,6}):in [`'][^'\n]{1,100}': ([^\n]{1,300}\([A-Z][\w:]{2,60}\))/,
    /(?:^|\n)PHP Fatal error: +Uncaught ([^\n]{1,300}) in ([^\n:]{1,300}):(\d{1,6})/,
    /(?:^|\n)\*\* \(([\w.]{1,80}\) [^\n]{1,300})\n(?:[^\n]{0,300}\n){0,6}?\s+([^\s:]{1,200}\.exs?):(\d{1,6}):/,
    /Unhandled exception\. ([\w.]{1,200}: [^\n]{1,300})\n(?:[^\n]{0,300}\n){0,12}?\s+at [^\n]{1,300} in ([^\n:]{1,300}):line (\d{1,6})/,
  ],
  ([, first = '', second = '', third = ''], evidence) => {
    const [message, file, line] = /^\d+$/.test(second) ? [third, first, second] : [first, second, third];
    return hasEnded(evidence) ? explain(message, file, line) : undefined;
  },
);

/** Python puts the error behind the traceback: the last place in a file that is not of a library counts. */
export const raisedError = outputRule(
  'crash/raised',
  [/(?:^|\n)Traceback \(most recent call last\):\n((?:\s[^\n]{0,1000}\n)+)([A-Za-z_][\w.]{0,100}(?:: [^\n]{1,300})?)/],
  ([, stack = '', message = ''], evidence) => {
    const places = [...stack.matchAll(/File "([^"\n]{1,300})", line (\d{1,6})/g)];
    const own = places.findLast(([, file = '']) => !/site-packages|lib\/python\d|<frozen/.test(file)) ?? places.at(-1);
    const [, file = '', line = ''] = own ?? [];
    return own && hasEnded(evidence) ? explain(message, file, line) : undefined;
  },
);

/** Node prints neither message nor place for what was rejected with anything but an error. */
export const rejectedValue = outputRule(
  'crash/rejected',
  [/The promise rejected with the reason "([^\n]{0,200})"/],
  ([, reason = '']) => ({
    cause: l10n.t('The server ended because of an error that it does not handle. Its reason: {0}', reason),
    remedies: [advise(l10n.t('See its whole output.'))],
    isCertain: false,
  }),
);

/** What was thrown is not an error, so that Node has no stack for it. */
export const thrownText = outputRule(
  'crash/thrown-text',
  [/triggerUncaughtException\([^\n]{0,60}\n\s*\^\n([^\n]{3,300})\n\(Use `node --trace-uncaught/],
  ([, text = ''], evidence) =>
    hasEnded(evidence)
      ? {
          cause: l10n.t('The server ended and says: {0}', text),
          remedies: [advise(l10n.t('See its whole output, or report it to its author.'))],
          isCertain: false,
        }
      : undefined,
);

const hasEnded = (evidence: Evidence): boolean => stdioOf(evidence) !== undefined && evidence.end !== undefined;
