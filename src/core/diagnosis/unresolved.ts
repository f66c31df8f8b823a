import path from 'node:path';
import { l10n } from '../../base/l10n.ts';
import type { UnresolvedVariable } from '../config/variables/expandLaunch.ts';
import { copyExample } from './cures/copyExample.ts';
import { unresolvedRule } from './diagnosedFault.ts';
import type { Diagnosis, Remedy } from './model/diagnosis.ts';
import { childrenOf } from './model/environments.ts';
import type { Machine } from './model/evidence.ts';
import { setValue } from './model/remedies.ts';

/** Of an entry whose variables have no value: each a cause of its own, and one cure for all places of a variable. */
export function diagnoseUnresolved(unresolved: readonly UnresolvedVariable[], machine: Machine): readonly Diagnosis[] {
  return unresolved.flatMap((one) => {
    const remedies = remediesOf(one, machine);
    if (remedies.length === 0) return [];
    const place = { kind: 'entry', path: one.place.split(/[.[\]]+/).filter((part) => part !== '') } as const;
    return [{ rule: unresolvedRule, cause: one.message, place, remedies, certainty: 'certain' } as const];
  });
}

function remediesOf({ missing, missingFile }: UnresolvedVariable, machine: Machine): readonly Remedy[] {
  if (missingFile !== undefined) return otherFile(missingFile, machine);
  if (!missing) return [];
  const { name, reference, near } = missing;
  const cure = { kind: 'addInput', variable: name, reference } as const;
  return [
    ...(near === undefined
      ? []
      : [{ text: l10n.t('Use {0}', `\${input:${near}}`), cure: { ...cure, declared: near } }]),
    { text: l10n.t('Ask for {0} and keep it in secret storage', name), cure },
  ];
}

/** Projects have several: `.env`, `.env.local`, and an example of it. */
function otherFile(file: string, machine: Machine): readonly Remedy[] {
  const folder = path.dirname(file);
  const others = childrenOf(folder, machine).filter(
    (name) => /^\.env(?:\.\w+)?$|\.env$/.test(name) && !/example|sample|template|dist$/.test(name),
  );
  return [
    ...others.map((name) => setValue(l10n.t('Use {0}', name), ['envFile'], path.join(folder, name))),
    ...copyExample(file, machine),
    setValue(l10n.t('Remove {0}', '"envFile"'), ['envFile'], undefined),
  ];
}
