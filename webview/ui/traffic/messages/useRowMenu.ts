import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { type MenuItem, openMenu } from '../../components/menu.tsx';
import type { MenuPlace } from '../../components/rows/virtualRows.tsx';
import { useActions } from '../../components/textActions.ts';
import { type FrameNavigation, rowMenu } from './rowActions.ts';

interface RowMenuParts {
  readonly traffic: TrafficModel;
  readonly query: string;
  readonly navigation: FrameNavigation;
  readonly columnItems: readonly MenuItem[];
}

interface RowMenu {
  readonly list: { current: HTMLDivElement | null };
  readonly items: readonly MenuItem[];
  open(index: number, at: MenuPlace): void;
  onClose(): void;
}

/** By the right button or by key: on the head the columns to choose, on a row all that can be done with it. */
export function useRowMenu({ traffic, query, navigation, columnItems }: RowMenuParts): RowMenu {
  const list = useRef<HTMLDivElement>(null);
  const opened = useSignal<{ readonly seq: number | undefined; readonly at: MenuPlace } | undefined>(undefined);
  const text = useActions();
  const { value: now } = opened;
  // Only after its items are rendered is its size known.
  useLayoutEffect(() => {
    if (now) openMenu(list.current, now.at);
  }, [now]);
  const row = now?.seq === undefined ? undefined : traffic.rows.at(now.seq);
  const items = row ? rowMenu({ traffic, row, query, navigation, text }) : columnItems;
  const open = (index: number, at: MenuPlace): void => {
    const seq = index < 0 ? undefined : traffic.view.seqAt(index);
    opened.value = { seq, at };
  };
  // What it offers is made anew for each row: a closed one has nothing.
  return { list, items: now ? items : [], open, onClose: () => (opened.value = undefined) };
}
