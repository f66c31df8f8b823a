import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

interface ChunkedProps<T> {
  readonly items: readonly T[];
  readonly row: (item: T, at: number) => ComponentChildren;
}

const first = 12;
const step = 12;

/** The first screenful at once, the rest in the pauses after it: a form of any length opens without a wait. */
export function Chunked<T>({ items, row }: ChunkedProps<T>): JSX.Element {
  const shown = useSignal(first);
  const isPartial = shown.value < items.length;
  useEffect(() => {
    if (!isPartial) return undefined;
    const timer = setTimeout(() => (shown.value += step));
    return () => clearTimeout(timer);
  }, [isPartial, shown.value]);
  return <>{items.slice(0, shown.value).map(row)}</>;
}
