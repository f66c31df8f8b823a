import { l10n } from '../../../../base/l10n.ts';
import { packageOf, useNewest } from '../../cures/newestVersion.ts';
import type { Evidence } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import type { Finding } from '../../model/rule.ts';

/** A module with the name of a folder of a project, which no registry has: the package should bring it along. */
export function incompletePackage(module: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const found = packageOf(evidence);
  if (!found || !/^(?:uvx|pipx)$/.test(found.runner)) return undefined;
  return {
    cause: l10n.t('The package "{0}" was published without its own Python module "{1}".', found.name, module),
    remedies: [
      ...useNewest(evidence),
      advise(l10n.t('Use another version of the package, or report this to its author.')),
    ],
  };
}
