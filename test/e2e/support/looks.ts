import type { Frame } from 'playwright-core';

interface Looks {
  /** In pixels, of the text in view. */
  readonly typeSizes: readonly string[];
  readonly controlHeights: readonly number[];
}

/** How many sizes a rendered page really has: tokens promise few, and only the browser knows. */
export function looksOf(frame: Frame): Promise<Looks> {
  return frame.evaluate(() => {
    const controls = 'vscode-button, vscode-text-field, vscode-dropdown, .icon-button, .tab, .segment';
    const isShown = (element: Element): boolean => element.getClientRects().length > 0;
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const texts = [...document.querySelectorAll('#root *')].filter((element) => hasText(element) && isShown(element));
    const found = [...document.querySelectorAll(controls)].filter(isShown);
    return {
      typeSizes: [...new Set(texts.map((element) => getComputedStyle(element).fontSize))].toSorted(),
      controlHeights: [
        ...new Set(found.map((element) => Math.round(element.getBoundingClientRect().height))),
      ].toSorted(),
    };
  });
}
