import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** Hovers over a row until its tip, which holds this text, is shown: a row that is drawn again closes it. */
export async function hoverTip(page: Page, row: Locator, text: string): Promise<void> {
  const tip = page.locator('.monaco-hover, .workbench-hover').filter({ hasText: text }).first();
  await until(async () => {
    await page.mouse.move(700, 300); // it may rest on the row
    await row.hover();
    return tip.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  }, `the tip with ${text}`);
}
