import type { ComponentChildren, JSX } from 'preact';
import { Split } from '../components/layout/split.tsx';

interface ListAndDetailProps {
  readonly list: ComponentChildren;
  readonly detail: ComponentChildren;
  /** There is nothing to choose from, and the list says so over the whole width. */
  readonly isNone?: boolean;
  readonly isChosen: boolean;
}

/** A list and its chosen item; a narrow view shows the one or the other. */
export function ListAndDetail({ list, detail, isChosen, isNone = false }: ListAndDetailProps): JSX.Element {
  const second = isNone && !isChosen ? undefined : detail;
  return <Split name="list" initial="220px" first={list} second={second} pane={isChosen ? 'detail' : 'list'} />;
}
