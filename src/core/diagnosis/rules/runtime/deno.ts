import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** Deno names the flag that is missing. */
export const denoPermission = outputRule(
  'runtime/deno-permission',
  [
    /Deno requests (\w+ access[^\n]{0,100})\n[^]{0,200}?(--allow-[\w-]{1,20})/,
    /(?:NotCapable|PermissionDenied): Requires (\w+ access[^\n,]{0,100}), run again with the (--allow-[\w-]{1,20}) flag/,
  ],
  ([, what = '', flag = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = Math.max(launch?.args.indexOf('run') ?? -1, -1) + 1;
    return {
      cause: l10n.t('Deno does not let the server have {0}.', what),
      remedies: launch ? [setArgs(l10n.t('Add "{0}"', flag), launch.args.toSpliced(at, 0, flag))] : [],
      ...inEntry('args'),
    };
  },
);
