const fields = ['vscode-text-field', 'vscode-text-area', 'vscode-dropdown', 'vscode-checkbox', 'textarea']
  .map((name) => `.fields ${name}`)
  .join(', ');
/** It may have to be loaded first, and the page to get the focus back. */
const mostFrames = 120;
/** What takes the place of the focused element meanwhile takes its focus away. */
const settledFrames = 6;

/**
 * Puts the cursor where the user goes on: in the first field of what was opened, or on its main button. Unless the user
 * asked for it, it is taken from nothing that has it; nor once it has been there, or while the user is elsewhere.
 */
export function enterDetail(root: ParentNode, isAskedFor = true): void {
  let [frames, settled, isAsked, wasHere] = [0, 0, isAskedFor, document.hasFocus()];
  const look = (): void => {
    const detail = root.querySelector<HTMLElement>('[data-region=detail]');
    const target = detail && (firstIn(detail, fields) ?? firstIn(detail, '.run-line vscode-button:not([disabled])'));
    const hasFocus = document.hasFocus();
    wasHere ||= hasFocus;
    // Unasked never from outside the page: a list of the workbench that is open would lose the focus, and close.
    const isHere = hasFocus || (isAsked && !wasHere);
    if (target && isHere && (isAsked || document.activeElement === document.body)) {
      target.focus();
      isAsked = false;
    }
    settled = target && isHere ? settled + 1 : 0;
    if (++frames < mostFrames && settled < settledFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function firstIn(detail: HTMLElement, selector: string): HTMLElement | undefined {
  return [...detail.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0);
}
