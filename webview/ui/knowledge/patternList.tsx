import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PatternCard, PatternSearch } from '../../../src/protocol/knowledge.ts';
import { type Knowledge, shownIn } from '../../model/knowledge/knowledge.ts';
import { t, tn } from '../../text.ts';
import { Dropdown, ProgressRing, TextField } from '../kit.ts';
import { FaultNotice } from '../notice.tsx';
import { type RowsHandle, VirtualRows } from '../virtualRows.tsx';
import { severityWord, sourceWord } from './severity.ts';

const rowHeight = 40;

export function PatternList({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  const handle = useRef<RowsHandle>(null);
  const state = knowledge.list.value;
  const found = shownIn(state);
  return (
    <div class="patterns">
      <TextField
        value={knowledge.query.value}
        placeholder={t('Describe what you are building, or paste code')}
        aria-label={t('Search the threat knowledge base')}
        data-testid="knowledge-search"
        onInput={(next) => knowledge.type(next)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') handle.current?.focus();
        }}
      />
      <Dropdown
        value={knowledge.category.value}
        options={categoryOptions(found)}
        aria-label={t('Category')}
        data-testid="knowledge-category"
        onChange={(next) => knowledge.narrow(next)}
      />
      <p class="muted knowledge-note" role="status" data-testid="knowledge-note">
        {found && noteOf(found)}
      </p>
      {state.kind === 'failed' && <FaultNotice fault={state.fault} lead={t('Could not load the knowledge base.')} />}
      {!found && state.kind === 'loading' && <ProgressRing class="centre" aria-label={t('Loading')} />}
      {found && <PatternRows knowledge={knowledge} cards={found.cards} handle={handle} />}
    </div>
  );
}

function categoryOptions(found: PatternSearch | undefined): readonly { value: string; label: string }[] {
  return [
    { value: '', label: t('All categories') },
    ...(found?.categories ?? []).map((name) => ({ value: name, label: name })),
  ];
}

function noteOf({ kind, cards }: PatternSearch): string {
  const count = cards.length;
  if (kind === 'ranked') return tn(count, '{0} pattern, best match first', '{0} patterns, best match first');
  if (kind === 'all') return tn(count, '{0} pattern', '{0} patterns');
  if (count === 0) return t('No close match. This does not mean that the code is safe.');
  return tn(count, '{0} pattern matches the name', '{0} patterns match the name');
}

interface PatternRowsProps {
  readonly knowledge: Knowledge;
  readonly cards: readonly PatternCard[];
  readonly handle: { current: RowsHandle | null };
}

function PatternRows({ knowledge, cards, handle }: PatternRowsProps): JSX.Element {
  const moved = useSignal(-1);
  const selected = cards.findIndex((card) => card.id === knowledge.chosen.value);
  const active = moved.value >= 0 && moved.value < cards.length ? moved.value : selected;
  const choose = (index: number): void => {
    const card = cards[index];
    moved.value = index;
    if (card) void knowledge.choose(card.id);
  };
  return (
    <VirtualRows
      class="pattern-rows"
      role="listbox"
      label={t('Patterns')}
      testId="pattern-list"
      count={cards.length}
      rowHeight={rowHeight}
      active={active}
      idPrefix="pattern-"
      handle={handle}
      onMove={(index) => (moved.value = index)}
      onKey={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose(active);
      }}
      row={(index, slot) => (
        <PatternRow
          key={slot}
          card={cards[index] as PatternCard}
          place={{ index, count: cards.length }}
          look={`${index === active ? ' is-active' : ''}${index === selected ? ' is-selected' : ''}`}
          onPick={() => choose(index)}
        />
      )}
    />
  );
}

interface PatternRowProps {
  readonly card: PatternCard;
  readonly place: { readonly index: number; readonly count: number };
  readonly look: string;
  readonly onPick: () => void;
}

function PatternRow({ card, place, look, onPick }: PatternRowProps): JSX.Element {
  const facts = [severityWord(card.severity), card.id, sourceWord(card.source)].filter((word) => word !== '');
  return (
    <div
      id={`pattern-${place.index}`}
      class={`row pattern-row${look}`}
      role="option"
      aria-selected={look.includes('is-selected')}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      data-pattern={card.id}
      title={card.title}
      onClick={onPick}
    >
      <span class="pattern-name">{card.title}</span>
      <span class="pattern-facts muted">{facts.join(' · ')}</span>
    </div>
  );
}
