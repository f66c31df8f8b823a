import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { findIn } from '../../model/json/jsonTree.ts';
import { t } from '../../platform/l10n.ts';
import { maxHits, SearchBar } from '../components/searchBar.tsx';

interface TreeSearchProps {
  readonly value: unknown;
  readonly onFound: (id: string | undefined) => void;
}

const sliceMs = 8;

export function TreeSearch({ value, onFound }: TreeSearchProps): JSX.Element {
  const query = useSignal('');
  const hits = useSignal<readonly string[]>([]);
  const at = useSignal(0);
  const go = (index: number): void => {
    at.value = index;
    onFound(hits.value[index]);
  };
  useEffect(() => {
    hits.value = [];
    if (query.value === '') return onFound(undefined);
    return searchInSlices(value, query.value, (found) => {
      const first = hits.value.length === 0 && found.length > 0;
      hits.value = found;
      if (first) go(0);
    });
  }, [query.value, value]);
  return <SearchBar label={t('Find in result')} query={query} hits={hits.value.length} at={at.value} onGo={go} />;
}

/** A few milliseconds at a time, so that typing stays smooth in a result of any size. */
function searchInSlices(value: unknown, query: string, tell: (hits: readonly string[]) => void): () => void {
  const found: string[] = [];
  const search = findIn(value, query);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = (): void => {
    const until = performance.now() + sliceMs;
    for (let count = 0; found.length < maxHits; count++) {
      const { done, value: id } = search.next();
      if (id !== undefined) found.push(id);
      if (done) return tell([...found]);
      if (count % 256 === 255 && performance.now() > until) break;
    }
    tell([...found]);
    if (found.length < maxHits) timer = setTimeout(slice);
  };
  timer = setTimeout(slice, 60);
  return () => clearTimeout(timer);
}
