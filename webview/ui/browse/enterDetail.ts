const fields = ['vscode-text-field', 'vscode-text-area', 'vscode-dropdown', 'vscode-checkbox', 'textarea']
  .map((name) => `.fields ${name}`)
  .join(', ');
/** It may have to be loaded first. */
const mostFrames = 60;

/** Puts the cursor where the user goes on: in the first field of what was opened, or on its main button. */
export function enterDetail(root: ParentNode, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const detail = root.querySelector<HTMLElement>('[data-region=detail]');
    const target = detail && (firstIn(detail, fields) ?? firstIn(detail, '.run-line vscode-button:not([disabled])'));
    if (target) target.focus();
    else if (frames > 0) enterDetail(root, frames - 1);
    else detail?.focus();
  });
}

function firstIn(detail: HTMLElement, selector: string): HTMLElement | undefined {
  return [...detail.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0);
}
