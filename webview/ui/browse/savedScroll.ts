import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Navigation } from '../../model/inspector/navigation.ts';
import type { RowsHandle } from '../components/rows/virtualRows.tsx';

export interface SavedScroll {
  read(): number | undefined;
  write(top: number): void;
}

export function savedScroll(navigation: Navigation, key: string): SavedScroll {
  return { read: () => navigation.scrollOf(key), write: (top) => navigation.saveScroll(key, top) };
}

/** A list that was shown before returns to its scroll position; a new one reveals the chosen item. Both reveal what is chosen later. */
export function useRestoredRows(
  handle: { current: RowsHandle | null },
  scroll: SavedScroll,
  selected: number,
  id: string | undefined,
): void {
  const shown = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const top = scroll.read();
    if (top !== undefined) handle.current?.scrollTo(top);
    else if (selected >= 0) handle.current?.reveal(selected);
    shown.current = id;
  }, []);
  useLayoutEffect(() => {
    if (selected >= 0 && id !== shown.current) handle.current?.reveal(selected);
    shown.current = id;
  }, [id]);
}

/** A ref for the element whose scroll position is saved under `key`. */
export function useSavedScroll<T extends HTMLElement>(
  navigation: Navigation,
  key: string,
): { readonly ref: { current: T | null }; readonly onScroll: () => void } {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = navigation.scrollOf(key) ?? 0;
  }, [key]);
  return { ref, onScroll: () => navigation.saveScroll(key, ref.current?.scrollTop ?? 0) };
}
