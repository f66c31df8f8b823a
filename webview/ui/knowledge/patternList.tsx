import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PatternCard, PatternSearch } from '../../../src/contract/knowledge.ts';
import { valueIn } from '../../platform/loaded.ts';
import { type Knowledge } from '../../model/knowledge/knowledge.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button, Dropdown, ProgressRing, TextField } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { type RowsHandle, VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';
import { categoryLabel, severityLabel, sourceLabel } from './severity.ts';

export function PatternList({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  const handle = useRef<RowsHandle>(null);
  const state = knowledge.list.value;
  const found = valueIn(state);
  const isNone = found?.cards.length === 0;
  return (
    <div class="list patterns">
      <TextField
        value={knowledge.query.value}
        placeholder={t('Describe or paste code')}
        aria-label={t('Search the threat knowledge base')}
        data-testid="knowledge-search"
        onInput={(next) => knowledge.setQuery(next)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') handle.current?.focus();
        }}
      />
      <Dropdown
        value={knowledge.category.value}
        options={categoryOptions(found)}
        aria-label={t('Category')}
        data-testid="knowledge-category"
        onChange={(next) => knowledge.setCategory(next)}
      />
      <p class={isNone ? 'empty' : 'muted knowledge-note'} role="status" data-testid="knowledge-note">
        {isNone && <Icon name="search" />}
        {found && noteOf(found)}
      </p>
      {state.kind === 'failed' && <FaultNotice fault={state.fault} lead={t('Could not load the knowledge base.')} />}
      {!found && state.kind === 'loading' && <ProgressRing class="centre" aria-label={t('Loading')} />}
      {isNone && <ClearSearch knowledge={knowledge} />}
      {found && found.cards.length > 0 && <PatternRows knowledge={knowledge} cards={found.cards} handle={handle} />}
    </div>
  );
}

function ClearSearch({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  const clear = (): void => {
    knowledge.setCategory('');
    knowledge.setQuery('');
  };
  return (
    <div class="empty">
      <Button onClick={clear} data-testid="clear-search">
        {t('Clear Search')}
      </Button>
    </div>
  );
}

function categoryOptions(found: PatternSearch | undefined): readonly { value: string; label: string }[] {
  return [
    { value: '', label: t('All categories') },
    ...(found?.categories ?? []).map((name) => ({ value: name, label: categoryLabel(name) })),
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
      class="list-rows"
      role="listbox"
      label={t('Patterns')}
      testId="pattern-list"
      count={cards.length}
      rowHeight={2 * rowHeightPx}
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
          position={{ index, count: cards.length }}
          stateClass={`${index === active ? ' is-active' : ''}${index === selected ? ' is-selected' : ''}`}
          onPick={() => choose(index)}
        />
      )}
    />
  );
}

interface PatternRowProps {
  readonly card: PatternCard;
  readonly position: { readonly index: number; readonly count: number };
  readonly stateClass: string;
  readonly onPick: () => void;
}

function PatternRow({ card, position, stateClass, onPick }: PatternRowProps): JSX.Element {
  const facts = [severityLabel(card.severity), card.id, sourceLabel(card.source)].filter((fact) => fact !== '');
  return (
    <div
      id={`pattern-${position.index}`}
      class={`row pattern-row${stateClass}`}
      role="option"
      aria-selected={stateClass.includes('is-selected')}
      aria-setsize={position.count}
      aria-posinset={position.index + 1}
      data-pattern={card.id}
      title={card.title}
      onClick={onPick}
    >
      <span class="ellipsis">{card.title}</span>
      <span class="list-about muted ellipsis">{facts.join(' · ')}</span>
    </div>
  );
}
