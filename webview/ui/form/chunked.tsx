import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';

interface ChunkedProps<T> {
  readonly items: readonly T[];
  readonly row: (item: T, at: number) => ComponentChildren;
}

const first = 12;
const step = 12;
/** A thousand fields would make every keystroke slow: the rest is shown on demand. */
const maxShown = 600;

/** The first screenful at once, the rest in idle time: a form of any length opens without delay. */
export function Chunked<T>({ items, row }: ChunkedProps<T>): JSX.Element {
  const shown = useSignal(first);
  const limit = useSignal(maxShown);
  const isPartial = shown.value < Math.min(items.length, limit.value);
  useEffect(() => {
    if (!isPartial) return undefined;
    const timer = setTimeout(() => (shown.value += step));
    return () => clearTimeout(timer);
  }, [isPartial, shown.value]);
  const left = items.length - limit.value;
  return (
    <>
      {items.slice(0, Math.min(shown.value, limit.value)).map(row)}
      {!isPartial && left > 0 && (
        <IconButton class="adder" label={t('Show More')} onClick={() => (limit.value += maxShown)}>
          {tn(left, '{0} more', '{0} more')}
        </IconButton>
      )}
    </>
  );
}
