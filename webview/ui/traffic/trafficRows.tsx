import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { TrafficRow } from '../../../src/protocol/traffic.ts';
import type { Traffic } from '../../model/traffic/traffic.ts';
import { isAtEnd, type Viewport } from '../../model/virtualWindow.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { type RowsHandle, VirtualRows } from '../virtualRows.tsx';
import { formatBytes, formatMs } from '../units.ts';
import { directionLook, formatTime, rowTitle, statusLook } from './format.ts';

export const rowHeight = 22;

interface TrafficRowsProps {
  readonly traffic: Traffic;
  readonly selected: Signal<number | undefined>;
  readonly follow: Signal<boolean>;
  readonly handle: { current: RowsHandle | null };
}

export function TrafficRows({ traffic, selected, follow, handle }: TrafficRowsProps): JSX.Element {
  const version = traffic.version.value;
  const { view, store } = traffic;
  useLayoutEffect(() => {
    if (follow.value) handle.current?.scrollTo(view.count * rowHeight);
    else if (traffic.shifted.peek() > 0) handle.current?.scrollBy(-traffic.shifted.peek() * rowHeight);
  }, [version, follow.value]);

  // Opening the details takes room from the list: what was chosen must stay in view.
  useLayoutEffect(() => {
    const index = selected.value === undefined ? -1 : view.indexOf(selected.value);
    const frame = requestAnimationFrame(() => index >= 0 && handle.current?.reveal(index));
    return () => cancelAnimationFrame(frame);
  }, [selected.value]);

  const onScrolled = (viewport: Viewport): void => {
    const atEnd = isAtEnd(viewport);
    if (follow.peek() !== atEnd) follow.value = atEnd;
  };
  const select = (index: number): void => {
    selected.value = view.seqAt(index);
    if (index < view.count - 1) follow.value = false;
  };
  return (
    <div class="traffic-list">
      <VirtualRows
        class="traffic-rows"
        role="grid"
        label={t('Frames')}
        testId="traffic-rows"
        count={view.count}
        rowHeight={rowHeight}
        active={selected.value === undefined ? -1 : view.indexOf(selected.value)}
        idPrefix="frame-"
        handle={handle}
        onMove={select}
        onKey={(event) => {
          if (event.key === 'Escape') selected.value = undefined;
        }}
        onScrolled={onScrolled}
        row={(index, slot) => {
          const seq = view.seqAt(index);
          return (
            <FrameRow
              key={slot}
              id={`frame-${index}`}
              index={index}
              row={store.at(seq)}
              selected={seq === selected.value}
              onPick={() => select(index)}
            />
          );
        }}
      />
      {view.count === 0 && <p class="empty muted">{emptyText(traffic)}</p>}
    </div>
  );
}

function emptyText(traffic: Traffic): string {
  if (traffic.store.size === 0) return t('Every message to and from a server appears here.');
  return traffic.view.scanning ? t('Searching…') : t('No frame matches.');
}

interface FrameRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: TrafficRow | undefined;
  readonly selected: boolean;
  readonly onPick: () => void;
}

function FrameRow({ id, index, row, selected, onPick }: FrameRowProps): JSX.Element {
  return (
    <div
      id={id}
      class={`row frame${selected ? ' is-active is-selected' : ''}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      data-seq={row?.seq}
      data-kind={row?.kind}
      data-method={row?.method}
      onClick={onPick}
    >
      {row ? (
        <FrameCells row={row} />
      ) : (
        <span role="gridcell" class="muted">
          …
        </span>
      )}
    </div>
  );
}

function FrameCells({ row }: { row: TrafficRow }): JSX.Element {
  const direction = directionLook(row.direction);
  const status = statusLook(row);
  return (
    <>
      <span role="gridcell" class="cell-time">
        {formatTime(row.at)}
      </span>
      <span role="gridcell" class="cell-server ellipsis">
        {row.server}
      </span>
      <span role="gridcell" class={`cell-method kind-${row.kind}`}>
        <Icon name={direction.icon} class={`dir-${row.direction}`} />
        <span class="sr-only">{direction.word} </span>
        <span class="ellipsis">{rowTitle(row)}</span>
      </span>
      <span role="gridcell" class={`cell-status tone-${status?.tone ?? 'quiet'}`}>
        {status && <Icon name={status.icon} />}
        {status && <span class="cell-word">{status.word}</span>}
      </span>
      <span role="gridcell" class="cell-latency">
        {row.durationMs === undefined ? '' : formatMs(row.durationMs)}
      </span>
      <span role="gridcell" class="cell-size">
        {formatBytes(row.bytes)}
      </span>
      <span role="gridcell" class="cell-preview ellipsis">
        {row.preview}
      </span>
    </>
  );
}
