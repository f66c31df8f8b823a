import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../platform/l10n.ts';
import { IconButton } from '../iconButton.tsx';
import { TextField } from '../kit.ts';

/** More are not looked for. */
export const maxHits = 1_000;

interface SearchBarProps {
  readonly label: string;
  readonly query: Signal<string>;
  readonly hits: number;
  /** The current one, from 0. */
  readonly at: number;
  readonly onGo: (at: number) => void;
}

/** A field that takes the focus, how much was found, and the way from one to the next. */
export function SearchBar({ label, query, hits, at, onGo }: SearchBarProps): JSX.Element {
  const field = useRef<HTMLElement>(null);
  useEffect(() => field.current?.focus(), []);
  const go = (to: number): void => onGo((to + hits) % Math.max(1, hits));
  return (
    <div class="tree-search" role="search">
      <TextField
        fieldRef={field}
        class="grow"
        value={query.value}
        placeholder={label}
        aria-label={label}
        onInput={(next) => (query.value = next)}
        onKeyDown={(event) => event.key === 'Enter' && go(at + (event.shiftKey ? -1 : 1))}
      />
      <span class="muted" role="status">
        {query.value !== '' && hitText(hits, at)}
      </span>
      <IconButton icon="arrow-up" label={t('Previous Match (Shift+Enter)')} onClick={() => go(at - 1)} />
      <IconButton icon="arrow-down" label={t('Next Match (Enter)')} onClick={() => go(at + 1)} />
    </div>
  );
}

function hitText(count: number, at: number): string {
  if (count === 0) return t('No matches');
  return count >= maxHits ? t('{0} of {1}+', at + 1, maxHits) : t('{0} of {1}', at + 1, count);
}
