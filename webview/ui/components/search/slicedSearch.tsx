import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { frameScheduler } from '../../../platform/frameScheduler.ts';
import { maxHits, SearchBar } from './searchBar.tsx';

interface SlicedSearchProps<Hit> {
  readonly label: string;
  /** What is searched: when it is another one, the search begins again. */
  readonly subject: unknown;
  /** Yields a hit, or nothing where it may pause. */
  readonly find: (query: string) => Iterator<Hit | undefined>;
  readonly onFound: (hit: Hit | undefined) => void;
}

/** A search of a few milliseconds at a time, so that typing stays smooth whatever the size. */
export function SlicedSearch<Hit>({ label, subject, find, onFound }: SlicedSearchProps<Hit>): JSX.Element {
  const query = useSignal('');
  const hits = useSignal<readonly Hit[]>([]);
  const at = useSignal(0);
  const go = (index: number): void => {
    at.value = index;
    onFound(hits.value[index]);
  };
  useEffect(() => {
    hits.value = [];
    if (query.value === '') return onFound(undefined);
    return searchInSlices(find(query.value), (found) => {
      const first = hits.value.length === 0 && found.length > 0;
      hits.value = found;
      if (first) go(0);
    });
  }, [query.value, subject]);
  return <SearchBar label={label} query={query} hits={hits.value.length} at={at.value} onGo={go} />;
}

/** As many steps as take no time to speak of: the clock is not read at each. */
const stepsAtOnce = 64;

function searchInSlices<Hit>(search: Iterator<Hit | undefined>, tell: (hits: readonly Hit[]) => void): () => void {
  const found: Hit[] = [];
  return frameScheduler.slices((isTimeUp) => {
    const before = found.length;
    for (let count = 1; found.length < maxHits; count++) {
      const { done, value: hit } = search.next();
      if (hit !== undefined) found.push(hit as Hit);
      if (done === true) {
        tell([...found]);
        return true;
      }
      if ((hit === undefined || count % stepsAtOnce === 0) && isTimeUp()) break;
    }
    if (found.length > before) tell([...found]);
    return found.length >= maxHits;
  });
}
