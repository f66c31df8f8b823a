import type { Diagnosis, EntryChange, Remedy } from '../model/diagnosis.ts';
import type { Evidence } from '../model/evidence.ts';

/** Without what is there twice, and without edits that change nothing. */
export function worthwhile(diagnosis: Diagnosis, { launch }: Evidence): Diagnosis {
  const said = new Set<string>();
  const remedies = diagnosis.remedies.filter((remedy) => {
    const key = JSON.stringify(remedy);
    const isNew = !said.has(key);
    said.add(key);
    return isNew && !changesNothing(remedy, launch);
  });
  return { ...diagnosis, remedies };
}

function changesNothing({ cure }: Remedy, launch: object): boolean {
  return cure?.kind === 'edit' && cure.changes.length > 0 && cure.changes.every((change) => isSet(change, launch));
}

function isSet({ path, value }: EntryChange, launch: object): boolean {
  let now: unknown = launch;
  for (const name of path) now = typeof now === 'object' && now !== null ? Reflect.get(now, name) : undefined;
  return value !== undefined && JSON.stringify(now) === JSON.stringify(value);
}
