import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** What only a newer uv can read. */
export const uvTooOld = outputRule(
  'package/uv-old',
  [
    /(unsupported schema version[^\n]{0,60})/,
    /Required uv version `([^`\n]{1,40})` does not match the running version `([\d.]{1,20})`/,
    /(?:error|warning): Failed to parse `(pyproject\.toml|uv\.lock|uv\.toml)`[^\n]*(?:\n[^\n]*){0,4}unknown (?:field|variant)/,
  ],
  ([, what = '', now], evidence) => {
    if (!/^uvx?$/.test(programName(stdioOf(evidence)?.command ?? ''))) return undefined;
    return {
      cause:
        now === undefined
          ? l10n.t('The project was made with a newer uv than the one that is installed: {0}', what)
          : l10n.t('The project needs uv {0}, but {1} is installed.', what, now),
      remedies: [runInTerminal(l10n.t('Update {0}', 'uv'), ['uv', 'self', 'update'])],
    };
  },
);
