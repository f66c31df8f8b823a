import { l10n } from '../../../../base/l10n.ts';
import { outputOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** The place in the source stands before the error. */
export const syntaxError = outputRule(
  'crash/syntax',
  [
    /(?:^|\n)(?:file:\/\/)?(\/[^\n:]{1,300}):(\d{1,6})\n[^]{0,600}?\n(SyntaxError(?: \[\w{1,60}\])?: [^\n]{1,200})/,
    /File "([^"\n]{1,300})", line (\d{1,6})\n[^]{0,600}?\n((?:SyntaxError|IndentationError|TabError): [^\n]{1,200})/,
    /(?:^|\n)([^\s:]{1,300}): ?(?:line )?(\d{1,6}):(?:\d{1,6}:)? ([Ss]yntax error[^\n]{1,200})/, // shells, Ruby, Go
    /(?:^|\n)([^\s:]{1,300}):(\d{1,6}):\d{1,6}: ERROR: ((?:Expected|Unexpected|Unterminated|Syntax)[^\n]{1,200})/, // esbuild
    /(?:^|\n)error: ((?:Expected|Unexpected|Unterminated|Invalid|Syntax)[^\n]{1,160})\n(?:[^\n]{0,300}\n){0,3}?\s+at ([^\n:]{1,300}):(\d{1,6})/, // Bun
    /(?:Parse error: )?(syntax error[^\n]{0,200}?) (?:in|at) ([^\s"]{1,300}?) (?:on )?line (\d{1,6})/, // PHP, Perl
  ],
  ([, first = '', second = '', third = ''], evidence) => {
    const [file, line, message] = /^\d+$/.test(second) ? [first, second, third] : [second, third, first];
    const isMerge = /^\s*(?:<{7} |>{7} |={7}\s*$)/m.test(outputOf(evidence));
    return {
      cause: isMerge
        ? l10n.t('{0} has the marks of a merge that was not finished, in line {1}.', file, line)
        : l10n.t('The source of the server has an error in {0}, line {1}: {2}', file, line, message),
      remedies: [advise(l10n.t('Correct it there.'))],
      place: { kind: 'source', file, line: Number(line) },
    };
  },
);
