import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { tabs } from '../../model/inspector/navigation.ts';
import { enterDetail } from '../browse/enterDetail.ts';

const focusable =
  'vscode-text-field, vscode-text-area, vscode-dropdown, vscode-checkbox, vscode-button, textarea, button:not([tabindex="-1"]), [tabindex="0"]';

/**
 * Keys that work everywhere in the Inspector, even where nothing in it has the focus yet: a view that was just
 * opened focuses the page as a whole. Handled keys do not reach the workbench.
 */
export function useInspectorKeys(root: RefObject<HTMLElement | null>, inspector: Inspector): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const here = root.current;
      const isOurs = event.target === document.body || here?.contains(event.target as Node);
      if (!here || !isOurs || event.defaultPrevented || !isHandled(event, here, inspector)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [inspector]);
}

function isHandled(event: KeyboardEvent, root: HTMLElement, inspector: Inspector): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (key === 'F6' && !altKey && !ctrlKey && !metaKey) return focusRegion(root, shiftKey ? -1 : 1);
  if (key === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey) return focusSearch(root);
  if (key === 't' && (ctrlKey || metaKey) && !altKey && !shiftKey) return goToTool(root, inspector);
  if (!altKey || ctrlKey || metaKey || shiftKey) return false;
  if (key === 'ArrowLeft') return pressBack(root);
  const tab = /^[1-9]$/.test(key) ? tabs[Number(key) - 1] : undefined;
  if (tab) inspector.navigation.tab.value = tab;
  return tab !== undefined;
}

/** After the last region the key goes to the workbench: F6 cycles through the whole window, not one view. */
function focusRegion(root: HTMLElement, by: 1 | -1): boolean {
  const regions = [...root.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown);
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[at < 0 ? (by === 1 ? 0 : regions.length - 1) : at + by];
  if (!next) return false;
  const selected = next.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
  const target = selected ?? [...next.querySelectorAll<HTMLElement>(focusable)].find(isUsable) ?? next;
  target.focus();
  return true;
}

function focusSearch(root: HTMLElement): boolean {
  const field = [...root.querySelectorAll<HTMLElement>('.list-head vscode-text-field')].find(isShown);
  field?.focus();
  return field !== undefined;
}

/** The cursor is in the form of the chosen tool when the user's choice has arrived. */
function goToTool(root: HTMLElement, { servers }: Inspector): true {
  servers.link.request('tools/goTo', undefined).then(
    (isChosen) => isChosen && enterDetail(root),
    () => {}, // the host is gone, and the page with it
  );
  return true;
}

function pressBack(root: HTMLElement): boolean {
  const back = [...root.querySelectorAll<HTMLElement>('.back')].find(isShown);
  back?.click();
  return back !== undefined;
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

function isUsable(element: HTMLElement): boolean {
  return isShown(element) && !(element as HTMLButtonElement).disabled;
}
