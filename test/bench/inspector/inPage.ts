import type { Frame, Page } from 'playwright-core';

/** Milliseconds in the page itself, from a click to the moment when `place` holds the text and is laid out. */
export function clickToText(where: Frame | Page, button: string, place: string, text: string): Promise<number> {
  return where.evaluate(
    async ([selector, within, wanted]) => {
      const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
        (each) => each.getClientRects().length > 0,
      );
      if (!element) throw new Error(`no ${selector}`);
      const seen = (): boolean => document.querySelector(within)?.textContent.includes(wanted) === true;
      const start = performance.now();
      element.click();
      await new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!seen()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        if (seen()) resolve();
      });
      document.body.getBoundingClientRect();
      return performance.now() - start;
    },
    [button, place, text] as const,
  );
}

/** Milliseconds of one keystroke in a search field, until the list has its new rows and they are laid out. */
export function keystrokes(
  where: Frame | Page,
  field: string,
  row: string,
  texts: readonly (readonly [text: string, first: string])[],
): Promise<number[]> {
  return where.evaluate(
    async ([input, item, steps]) => {
      const host = document.querySelector<HTMLElement>(input)!;
      const control = (host.shadowRoot?.querySelector('input') ?? host) as HTMLInputElement;
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      const times: number[] = [];
      for (const [text, first] of steps) {
        const shown = (): boolean => document.querySelector(item)?.textContent.includes(first) === true;
        const start = performance.now();
        write.call(control, text);
        control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        while (!shown()) await new Promise((resolve) => setTimeout(resolve));
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return times;
    },
    [field, row, texts] as const,
  );
}
