import type { JSX } from 'preact';
import type { Suggestion } from '../../model/form/completion/completion.ts';
import { t, tn } from '../../platform/l10n.ts';

interface SuggestionsProps {
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly onPick: (item: Suggestion) => void;
}

/** Below the text rather than over it: nothing typed is ever hidden. */
export function Suggestions({ items, active, onPick }: SuggestionsProps): JSX.Element {
  return (
    <>
      <span class="sr-only" role="status">
        {items.length > 0 && `${tn(items.length, '{0} suggestion', '{0} suggestions')}: ${items[active]?.label ?? ''}`}
      </span>
      {items.length > 0 && (
        <ul class="suggestions" role="listbox" aria-label={t('Suggestions')} data-testid="suggestions">
          {items.map((item, at) => (
            <li
              key={item.label}
              role="option"
              aria-selected={at === active}
              class={`row${at === active ? ' is-selected' : ''}`}
              onMouseDown={(event) => {
                event.preventDefault(); // the caret stays where it is
                onPick(item);
              }}
            >
              <span>{item.label}</span>
              <span class="muted ellipsis">{item.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
