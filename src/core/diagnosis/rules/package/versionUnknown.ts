import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { argAt, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { isPackageArg, withoutVersion } from './packageName.ts';

export const packageVersionUnknown = outputRule(
  'package/version',
  [
    /No matching version found for ([^\s]{1,200}?)\.?(?:\s|$)/,
    /Because ([\w.-]{1,100}==[\w.]{1,40}) (?:was|is) yanked/,
    /Invalid tag name "([^"\n]{1,60})"/,
    /there is no version of ([\w.-]{1,100}==?[\w.]{1,40})/,
    /Could not find a version that satisfies the requirement (\S{1,100}==\S{1,40})/,
  ],
  ([, wanted = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => isPackageArg(arg, wanted));
    const name = withoutVersion(wanted);
    return {
      cause: l10n.t('The registry has the package "{0}", but not the version that is asked for: {1}.', name, wanted),
      remedies: at === undefined ? [] : [setValue(l10n.t('Use the latest version'), ['args', at], name)],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);
