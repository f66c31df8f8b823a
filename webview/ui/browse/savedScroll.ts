import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Navigation } from '../../model/inspector/navigation.ts';
import type { RowsHandle } from '../components/virtualRows.tsx';

export interface SavedScroll {
  read(): number | undefined;
  write(top: number): void;
}

export function savedScroll(place: Navigation, key: string): SavedScroll {
  return { read: () => place.scrollOf(key), write: (top) => place.saveScroll(key, top) };
}

/** A list that comes back stands where it stood; one that is new shows what is chosen. */
export function useRestoredRows(handle: { current: RowsHandle | null }, scroll: SavedScroll, selected: number): void {
  useLayoutEffect(() => {
    const top = scroll.read();
    if (top !== undefined) handle.current?.scrollTo(top);
    else if (selected >= 0) handle.current?.reveal(selected);
  }, []);
}

/** Gives the element whose scrolling is kept under `key`. */
export function useSavedScroll<T extends HTMLElement>(
  place: Navigation,
  key: string,
): { readonly ref: { current: T | null }; readonly onScroll: () => void } {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = place.scrollOf(key) ?? 0;
  }, [key]);
  return { ref, onScroll: () => place.saveScroll(key, ref.current?.scrollTop ?? 0) };
}
