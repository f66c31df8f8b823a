import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Place } from '../../model/inspector/navigation.ts';
import type { RowsHandle } from '../components/virtualRows.tsx';

export interface KeptScroll {
  read(): number | undefined;
  write(top: number): void;
}

export function keptScroll(place: Place, key: string): KeptScroll {
  return { read: () => place.scrollOf(key), write: (top) => place.keepScroll(key, top) };
}

/** A list that comes back stands where it stood; one that is new shows what is chosen. */
export function useRestoredRows(handle: { current: RowsHandle | null }, scroll: KeptScroll, selected: number): void {
  useLayoutEffect(() => {
    const top = scroll.read();
    if (top !== undefined) handle.current?.scrollTo(top);
    else if (selected >= 0) handle.current?.reveal(selected);
  }, []);
}

/** Gives the element whose scrolling is kept under `key`. */
export function useKeptScroll<T extends HTMLElement>(
  place: Place,
  key: string,
): { readonly ref: { current: T | null }; readonly onScroll: () => void } {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = place.scrollOf(key) ?? 0;
  }, [key]);
  return { ref, onScroll: () => place.keepScroll(key, ref.current?.scrollTop ?? 0) };
}
