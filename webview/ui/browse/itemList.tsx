import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icons.ts';
import type { Label, Tone } from '../components/presentation.ts';
import { Button, TextField } from '../components/kit.ts';
import { type RowsHandle, VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';
import { enterDetail } from './enterDetail.ts';
import { type SavedScroll, useRestoredRows } from './savedScroll.ts';

/** Without a tone it is quiet. One with a tone keeps it where its row is selected. */
export interface Mark extends Label {
  readonly tone?: Tone;
}

export interface ListItem {
  readonly id: string;
  readonly name: string;
  readonly about?: string | undefined;
  readonly title?: string | undefined;
  readonly icon?: IconName;
  readonly marks?: readonly Mark[];
  /** It came while the list was shown: marked for a moment. */
  readonly isNew?: boolean;
}

interface ItemListProps {
  readonly label: string;
  readonly searchLabel: string;
  readonly testId: string;
  readonly query: Signal<string>;
  readonly count: number;
  /** Called for the rows in view only. */
  readonly item: (index: number) => ListItem;
  readonly selected: number;
  readonly found: string;
  readonly scroll: SavedScroll;
  readonly onPick: (index: number) => void;
  /** Shown instead of the rows when there are none. */
  readonly empty: ComponentChildren;
  readonly tools?: ComponentChildren;
}

/** A search field over a list of any length: arrows move, Enter opens, typing filters. */
export function ItemList(props: ItemListProps): JSX.Element {
  const handle = useRef<RowsHandle>(null);
  const moved = useSignal(-1);
  const { query, testId, count, selected } = props;
  const active = moved.value >= 0 && moved.value < count ? moved.value : selected;
  const onSearchKey = ({ key }: KeyboardEvent): void => {
    if (count === 0 || (key !== 'ArrowDown' && key !== 'Enter')) return;
    moved.value = Math.max(0, active);
    if (key === 'ArrowDown') return handle.current?.focus();
    props.onPick(moved.value);
    enterDetail(document);
  };
  return (
    <section class="list" aria-label={props.label} data-region="list">
      <div class="list-head" hidden={count === 0 && query.value === '' && !props.tools}>
        <TextField
          class="grow"
          value={query.value}
          placeholder={props.searchLabel}
          title={t('{0} (Ctrl+F)', props.searchLabel)}
          aria-label={props.searchLabel}
          data-testid={`${testId}-search`}
          onInput={(next) => {
            query.value = next;
            moved.value = -1;
          }}
          onKeyDown={onSearchKey}
        />
        {props.tools}
      </div>
      <span class="sr-only" role="status">
        {query.value !== '' && props.found}
      </span>
      {count > 0 ? <ItemRows {...props} handle={handle} moved={moved} active={active} /> : props.empty}
      {count === 0 && query.value !== '' && (
        <div class="empty">
          <Button onClick={() => (query.value = '')} data-testid="clear-search">
            {t('Clear Search')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface ItemRowsProps extends ItemListProps {
  readonly handle: { current: RowsHandle | null };
  /** The row that the keyboard moved to; -1 before that. */
  readonly moved: Signal<number>;
  readonly active: number;
}

function ItemRows({ handle, moved, active, ...props }: ItemRowsProps): JSX.Element {
  const { count, selected, testId, onPick } = props;
  useRestoredRows(handle, props.scroll, selected, selected >= 0 ? props.item(selected).id : undefined);
  const pick = (index: number): void => {
    moved.value = index;
    onPick(index);
  };
  return (
    <VirtualRows
      class="list-rows"
      role="listbox"
      label={props.label}
      testId={`${testId}-list`}
      count={count}
      rowHeight={rowHeightPx}
      active={active}
      idPrefix={`${testId}-`}
      handle={handle}
      onMove={(index) => (moved.value = index)}
      onScrolled={({ scrollTop }) => props.scroll.write(scrollTop)}
      onKey={(event) => {
        if ((event.key !== 'Enter' && event.key !== ' ') || active < 0) return;
        event.preventDefault();
        pick(active);
        if (event.key === 'Enter') enterDetail(document);
      }}
      row={(index, slot) => (
        <ItemRow
          key={slot}
          item={props.item(index)}
          testId={testId}
          index={index}
          count={count}
          active={index === active}
          selected={index === selected}
          onPick={() => pick(index)}
        />
      )}
    />
  );
}

interface ItemRowProps {
  readonly item: ListItem;
  readonly testId: string;
  readonly index: number;
  readonly count: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onPick: () => void;
}

function ItemRow({ item, testId, index, count, active, selected, onPick }: ItemRowProps): JSX.Element {
  return (
    <div
      id={`${testId}-${index}`}
      class={`row${active ? ' is-active' : ''}${selected ? ' is-selected' : ''}${item.isNew ? ' is-new' : ''}`}
      role="option"
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      {...{ [`data-${testId}`]: item.id }}
      title={item.title}
      onClick={onPick}
    >
      {item.icon && <Icon name={item.icon} />}
      <span class="list-name ellipsis">{item.name}</span>
      <span class="list-about muted ellipsis">{item.about}</span>
      {item.marks?.map((mark) => (
        <span key={mark.label} class={`list-mark tone-${mark.tone ?? 'quiet'}`} title={mark.label}>
          <Icon name={mark.icon} />
          <span class="sr-only">{mark.label}</span>
        </span>
      ))}
    </div>
  );
}
