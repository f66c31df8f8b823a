import type { Page } from 'playwright-core';

interface Drawing {
  readonly click: string;
  readonly rows: string;
  /** How many rows of that kind must be there: what fits into the view. */
  readonly count: number;
}

/** In milliseconds since the epoch. */
export interface Drawn {
  readonly clickedAt: number;
  readonly drawnAt: number;
}

/** From the click to the frame that shows the rows, by the clock of the page. */
export function draw(page: Page, drawing: Drawing): Promise<Drawn> {
  return page.evaluate(
    ({ click, rows, count }) =>
      new Promise<Drawn>((resolve, reject) => {
        setTimeout(() => reject(new Error(`no ${count} rows with ${rows}`)), 30_000);
        const now = (): number => performance.timeOrigin + performance.now();
        const clickedAt = now();
        const look = (): void => {
          const found = [...document.querySelectorAll('.part.sidebar .monaco-list-row')];
          if (found.filter(({ textContent }) => textContent?.includes(rows)).length < count) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve({ clickedAt, drawnAt: now() }));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        document.querySelector<HTMLElement>(click)?.click();
      }),
    drawing,
  );
}

export function containerButton(title: string): string {
  return `.activitybar a.action-label[aria-label^="${title}"]`;
}
