import { enterDetail } from '../browse/enterDetail.ts';

/** Into the list, or into what is chosen in it. */
export function focusInside(root: HTMLElement | null): void {
  const list = root?.querySelector<HTMLElement>('[data-region=list] .rows');
  if (list && list.getClientRects().length > 0 && !list.querySelector('.is-selected')) list.focus();
  else if (root) enterDetail(root, false);
}
