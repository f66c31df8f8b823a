import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { findIn } from '../../model/json/jsonTree.ts';
import { t } from '../../platform/l10n.ts';
import { TextField } from '../components/kit.ts';
import { IconButton } from '../components/iconButton.tsx';

interface TreeSearchProps {
  readonly value: unknown;
  readonly onFound: (id: string | undefined) => void;
}

const maxHits = 1_000;
const sliceMs = 8;

export function TreeSearch({ value, onFound }: TreeSearchProps): JSX.Element {
  const query = useSignal('');
  const hits = useSignal<readonly string[]>([]);
  const at = useSignal(0);
  const field = useRef<HTMLElement>(null);
  useEffect(() => field.current?.focus(), []);

  const go = (index: number): void => {
    at.value = (index + hits.value.length) % Math.max(1, hits.value.length);
    onFound(hits.value[at.value]);
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

  return (
    <div class="tree-search" role="search">
      <TextField
        fieldRef={field}
        class="grow"
        value={query.value}
        placeholder={t('Find in result')}
        aria-label={t('Find in result')}
        onInput={(next) => (query.value = next)}
        onKeyDown={(event) => event.key === 'Enter' && go(at.value + (event.shiftKey ? -1 : 1))}
      />
      <span class="muted" role="status">
        {query.value !== '' && hitText(hits.value.length, at.value)}
      </span>
      <IconButton icon="arrow-up" label={t('Previous Match (Shift+Enter)')} onClick={() => go(at.value - 1)} />
      <IconButton icon="arrow-down" label={t('Next Match (Enter)')} onClick={() => go(at.value + 1)} />
    </div>
  );
}

function hitText(count: number, at: number): string {
  if (count === 0) return t('No matches');
  return count >= maxHits ? t('{0} of {1}+', at + 1, maxHits) : t('{0} of {1}', at + 1, count);
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
