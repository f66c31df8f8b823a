import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { occurrencesIn, rowAt, rowLength, rowStarts, type RowStarts } from '../../model/content/textLines.ts';
import { inSlices } from '../../platform/inSlices.ts';
import { t } from '../../platform/l10n.ts';
import { FindToggle } from '../components/search/findToggle.tsx';
import { ProgressRing } from '../components/kit.ts';
import { type RowsHandle, VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';
import { SlicedSearch } from '../components/search/slicedSearch.tsx';

/** A text of any length: only the lines in view exist, and it is searched a little at a time. */
export function LongText({ text }: { text: string }): JSX.Element {
  const starts = useSignal<RowStarts | undefined>(undefined);
  useEffect(() => inSlices(rowStarts(text), (found) => (starts.value = found)), [text]);
  return starts.value ? (
    <Lines text={text} starts={starts.value} />
  ) : (
    <ProgressRing class="centre" aria-label={t('Loading')} />
  );
}

function Lines({ text, starts }: { text: string; starts: RowStarts }): JSX.Element {
  const active = useSignal(-1);
  const handle = useRef<RowsHandle>(null);
  const isSearching = useSignal(false);
  const goTo = (place: number | undefined): void => {
    active.value = place === undefined ? -1 : rowAt(starts, place);
    if (place !== undefined) handle.current?.reveal(active.value);
  };
  return (
    <div class="json">
      <FindToggle label={t('Find in text')} testId="text-find" isSearching={isSearching} />
      {isSearching.value && (
        <div class="tree-bar">
          <SlicedSearch
            label={t('Find in text')}
            subject={text}
            find={(query) => occurrencesIn(text, query)}
            onFound={goTo}
          />
        </div>
      )}
      <VirtualRows
        class="rows-fit json-rows table"
        role="listbox"
        label={t('Text')}
        testId="text-lines"
        style={{ '--width': `${rowLength}ch` }}
        count={starts.length - 1}
        rowHeight={rowHeightPx}
        active={active.value}
        idPrefix="line-"
        handle={handle}
        onMove={(index) => (active.value = index)}
        row={(index, slot) => (
          <div
            key={slot}
            id={`line-${index}`}
            class={`json-row${index === active.value ? ' is-active is-found' : ''}`}
            role="option"
            aria-selected={index === active.value}
            style={{ '--depth': 0 }}
          >
            {text.slice(starts[index], starts[index + 1]).trimEnd()}
          </div>
        )}
      />
    </div>
  );
}
