import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { occurrences, textChunks } from '../../model/content/textChunks.ts';
import { t } from '../../platform/l10n.ts';
import { FindToggle } from '../components/search/findToggle.tsx';
import { maxHits, SearchBar } from '../components/search/searchBar.tsx';
import { LongText } from './longText.tsx';

/** A longer element would slow the page down. */
export const maxShownLength = 400_000;
/** What is shorter is read faster than it is searched. */
const searchableLength = 500;

/** A text as it was sent. */
export function PlainText({ text }: { text: string }): JSX.Element {
  return text.length > maxShownLength ? <LongText text={text} /> : <WrappedText text={text} />;
}

/** Its parts are laid out when they come into view. */
function WrappedText({ text }: { text: string }): JSX.Element {
  const element = useRef<HTMLPreElement>(null);
  const isSearching = useSignal(false);
  const chunks = useMemo(() => textChunks(text), [text]);
  return (
    <div class="json">
      {text.length > searchableLength && (
        <FindToggle label={t('Find in text')} testId="text-find" isSearching={isSearching} />
      )}
      {isSearching.value && <TextSearch text={text} element={element} />}
      <pre class="block-text" tabIndex={0} aria-label={t('Text')} ref={element}>
        {chunks.length < 2 ? text : chunks.map((chunk) => <div key={chunk.from}>{chunk.text}</div>)}
      </pre>
    </div>
  );
}

interface TextSearchProps {
  readonly text: string;
  readonly element: { current: HTMLElement | null };
}

function TextSearch({ text, element }: TextSearchProps): JSX.Element {
  const query = useSignal('');
  const at = useSignal(0);
  const hits = useMemo(() => {
    at.value = 0;
    return occurrences(text, query.value, maxHits);
  }, [text, query.value]);
  useLayoutEffect(() => {
    const { length } = query.value;
    const ranges = element.current ? rangesOf(element.current, hits, length) : [];
    CSS.highlights.set('found', new Highlight(...ranges));
    const current = ranges[at.value];
    CSS.highlights.set('found-current', new Highlight(...(current ? [current] : [])));
    if (current && element.current) reveal(element.current, current);
    return () => {
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-current');
    };
  }, [hits, at.value]);
  return (
    <div class="tree-bar">
      <SearchBar
        label={t('Find in text')}
        query={query}
        hits={hits.length}
        at={at.value}
        onGo={(to) => (at.value = to)}
      />
    </div>
  );
}

/** Places in the whole text as ranges of its parts; one that begins in a part may end in the next. */
function rangesOf(element: HTMLElement, hits: readonly number[], length: number): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { readonly node: Node; readonly from: number; readonly end: number }[] = [];
  for (let from = 0, node = walker.nextNode(); node; node = walker.nextNode()) {
    const end = from + (node.textContent ?? '').length;
    nodes.push({ node, from, end });
    from = end;
  }
  let first = 0;
  return hits.flatMap((hit) => {
    while (first < nodes.length && (nodes[first]?.end ?? 0) <= hit) first++;
    const begin = nodes[first];
    const last = nodes.slice(first, first + 2).find(({ end }) => end >= hit + length);
    if (!begin || !last) return [];
    const range = document.createRange();
    range.setStart(begin.node, hit - begin.from);
    range.setEnd(last.node, hit + length - last.from);
    return [range];
  });
}

/** Only the text scrolls. Twice, because what comes into view gets its real height then. */
function reveal(element: HTMLElement, range: Range): void {
  const scroll = (): void => {
    const [text, hit] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
    if (hit.top < text.top || hit.bottom > text.bottom)
      element.scrollTop += hit.top - text.top - element.clientHeight / 2;
  };
  scroll();
  requestAnimationFrame(scroll);
}
