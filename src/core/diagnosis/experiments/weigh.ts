import type { Diagnosis, EntryChange, Remedy } from '../model/diagnosis.ts';
import type { Learned } from './experiment.ts';

interface Weighed {
  readonly diagnoses: readonly Diagnosis[];
  readonly learned: readonly Learned[];
}

/** Without what experiments have refuted, an address where no server is, and without what they only confirm. */
export function weigh(diagnoses: readonly Diagnosis[], learned: readonly Learned[]): Weighed {
  const refuted = new Set(learned.flatMap((each) => each.refuted ?? []).map(placeOf));
  const isOpen = (remedy: Remedy): boolean => !refuted.has(urlOf(remedy) ?? '');
  const left = diagnoses.map((each) => ({ ...each, remedies: each.remedies.filter(isOpen) }));
  const proposed = new Set(left.flatMap(({ remedies }) => remedies).map(urlOf));
  const isNew = (remedy: Remedy): boolean => urlOf(remedy) === undefined || !proposed.has(urlOf(remedy));
  return { diagnoses: left, learned: learned.map((each) => ({ ...each, remedies: each.remedies.filter(isNew) })) };
}

/** Where the entry is to lead. */
export function urlOf({ cure }: Remedy): string | undefined {
  const changes: readonly EntryChange[] = cure?.kind === 'edit' ? cure.changes : [];
  const value = changes.find(({ path }) => path.join() === 'url')?.value;
  return typeof value === 'string' ? placeOf(value) : undefined;
}

/** What was asked for: a query stays with the entry. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
