import type { ComponentChildren, JSX } from 'preact';
import { Split } from '../components/layout/split.tsx';

interface ListAndDetailProps {
  readonly list: ComponentChildren;
  readonly detail: ComponentChildren;
  readonly isChosen: boolean;
}

/** A list and its chosen item; a narrow view shows the one or the other. */
export function ListAndDetail({ list, detail, isChosen }: ListAndDetailProps): JSX.Element {
  return <Split name="list" initial="220px" first={list} second={detail} pane={isChosen ? 'detail' : 'list'} />;
}
