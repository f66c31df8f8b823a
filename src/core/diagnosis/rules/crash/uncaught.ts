import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** An error of the server's own code, with its place. */
export const uncaughtError = outputRule(
  'crash/uncaught',
  [
    /(?:^|\n)(?:Uncaught )?((?:Type|Reference|Range|Assertion|Eval|URI)Error(?: \[\w+\])?: [^\n]{1,300})\n\s+at (?:[^\n(]{0,200}\()?(?:file:\/\/)?(\/[^\n:)]{1,300}):(\d{1,6}):\d{1,6}/,
    /thread '[^'\n]{1,60}'(?: \(\d+\))? panicked at ([^\n:]{1,200}):(\d{1,6}):\d{1,6}:\n([^\n]{1,300})/,
    /File "([^"\n]{1,300})", line (\d{1,6}), in [^\n]{1,100}\n[^\n]{0,300}\n(?:\s*[~^]+\n)?((?:Type|Attribute|Name|Value|Index|Runtime|Assertion|Key|ZeroDivision)Error: [^\n]{1,300})/,
    /(?:^|\n)(?:[\w ]{1,30}: )?((?:Type|Reference|Range)Error(?: \[\w+\])?: (?!.{0,40}fetch failed)[^\n]{1,300})\n\s+at [^\n]{0,200}?([^\s(:]{1,300}\.[cm]?[jt]s):(\d{1,6})/,
    /(?:^|\n)[^\s:]{1,100}: ([^\s:]{1,200}\.(?:c|cc|cpp|h|hpp|cu|mm)):(\d{1,6}): [^\n]{0,200}?(Assertion [^\n]{1,160} failed)/,
    /(?:panic|fatal error): (?!all goroutines|runtime: out)([^\n]{1,300})\n[^]{0,800}?\n\t(\/[^\n:]{1,300}\.go):(\d{1,6})/,
  ],
  ([, first = '', second = '', third = '']) => {
    const [message, file, line] = /^\d+$/.test(second) ? [third, first, second] : [first, second, third];
    return {
      cause: l10n.t('The server crashed: {0} ({1}, line {2})', message, file, line),
      remedies: [advise(l10n.t('Correct the server there, or report it to its author.'))],
      place: { kind: 'source', file, line: Number(line) },
      isCertain: false,
    };
  },
);
