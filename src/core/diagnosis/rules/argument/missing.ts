import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const argumentMissing = outputRule(
  'argument/missing',
  [
    /missing required argument:? ['"`<]?([\w-]{1,60})/i,
    /the following (?:required )?arguments (?:are required|were not provided):\s*([^\n]{1,200})/,
    /(?:required option|Missing option|Missing parameter:?) ['"`]?(--?[\w-]{1,60}[^'"`\n]{0,60})['"`]? ?(?:not specified)?/i,
    /Required argument missing for command: ['"]?([\w-]{1,60})/,
    /required flag\(s\) "([^"\n]{1,100})" not set/,
  ],
  ([, name = '']) => ({
    cause: l10n.t('The server was started without a required argument: {0}.', name.trim()),
    remedies: [advise(l10n.t('Add it to "args" of this server.'))],
    ...inEntry('args'),
  }),
);

export const usagePrinted = outputRule('argument/usage', [/^\s*usage:[^\n]{0,300}/im], ([usage = ''], evidence) => {
  if (!stdioOf(evidence) || !(evidence.end || evidence.timedOut)) return undefined;
  return {
    cause: l10n.t('The server printed its usage instead of starting: {0}', usage.trim()),
    remedies: [advise(l10n.t('Check the arguments in "args" of this server.'))],
    ...inEntry('args'),
    isCertain: false,
  };
});
