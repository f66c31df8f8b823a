// Keys in the pages, as VS Code hears them: it listens at the window of a page, and acts a moment later.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type PageHost, openPages } from '../webview/pageHost.ts';

let host: PageHost;
let page: Page;

before(async () => {
  host = await openPages({ servers: {} }, 'en');
  page = await host.open('knowledge');
  await page.evaluate(() => {
    window.addEventListener('keydown', ({ key, ctrlKey }) => {
      if (key === 'a' && ctrlKey) document.body.dataset['heard'] = 'true';
    });
  });
});
after(() => host[Symbol.asyncDispose]());

/** What VS Code does with the Ctrl+A that it has heard of, if it has. */
const selectLate = (): Promise<void> =>
  page.evaluate(() => {
    if (document.body.dataset['heard'] === 'true') document.execCommand('selectAll');
  });

test('after Ctrl+A in a field no letter is lost that is typed at once', async () => {
  const field = page.locator('[data-testid=knowledge-search] input');
  await field.fill('before');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('by ');
  await selectLate();
  await page.keyboard.type('keyboard');
  assert.equal(await field.inputValue(), 'by keyboard');
});

test('Ctrl+A outside of a field is left to VS Code', async () => {
  await page.locator('[data-testid=knowledge-search] input').fill(''); // no pattern is found by what was typed before
  await page.locator('[data-testid=pattern-list]').focus();
  await page.keyboard.press('Control+a');
  assert.equal(await page.evaluate(() => document.body.dataset['heard']), 'true');
});
