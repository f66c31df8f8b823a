// The pages in a browser with a real core behind them: what fits, and what moves.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brokenLabels, cutOff, shiftsSince, watchShifts } from '../e2e/support/layout.ts';
import { choose, ended } from '../e2e/support/toolCalls.ts';
import { projectRoot } from '../support/sources.ts';
import { type Language, openPages } from '../webview/pageHost.ts';
import { views } from '../webview/views.ts';
import { WalkedPages } from '../webview/walkedPages.ts';

let pages: WalkedPages;

async function open(language: Language): Promise<void> {
  pages = await WalkedPages.open(language);
}

function labelsFit(width: number): void {
  test(`at ${width} px no label is cut or takes two lines, in any of ${views.length} views`, async () => {
    const wrong: Record<string, readonly string[]> = {};
    await pages.setWidth(width);
    const problems = await pages.walk(async ({ name }, frame) => {
      const found = [...(await brokenLabels(frame)), ...(await cutOff(frame))];
      if (found.length > 0) wrong[name] = found;
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(wrong, {});
  });
}

describe('in English', () => {
  before(() => open('en'));
  after(() => pages[Symbol.asyncDispose]());

  for (const width of [220, 1100])
    test(`at ${width} px the form stays where it is when progress and the result come`, async () => {
      await pages.setWidth(width);
      const inspector = pages.frame('inspector');
      await inspector.getByTestId('tab-tools').click();
      await choose(inspector, 'samples', 'form_5');
      await watchShifts(inspector);
      await inspector.getByTestId('run').evaluate((button: HTMLElement) => button.click());
      await ended(inspector);
      assert.deepEqual(await shiftsSince(inspector), []);
    });

  test('rows of traffic stay where they are when others come', async () => {
    const traffic = pages.frame('traffic');
    await traffic.getByTestId('tab-messages').click();
    await traffic.locator('[data-testid=traffic-filter] input').fill('');
    await traffic.getByTestId('traffic-rows').evaluate((list) => list.scrollTo(0, 60));
    const counts = traffic.getByTestId('traffic-counts');
    const seen = await counts.innerText();
    await watchShifts(traffic);
    await pages.host.subject.core.server('samples').restart();
    await counts.filter({ hasNotText: seen }).waitFor();
    assert.deepEqual(await shiftsSince(traffic), []);
  });

  labelsFit(220);
});

describe('in Chinese', () => {
  before(() => open('zh-cn'));
  after(() => pages[Symbol.asyncDispose]());

  for (const width of [220, 400]) labelsFit(width);
});

test('of a body of more than 4 MB only the lines in view exist', async () => {
  const large = {
    type: 'stdio',
    command: process.execPath,
    args: [join(projectRoot, 'test/bench/smooth/largeServer.mjs')],
  };
  await using host = await openPages({ servers: { large } }, 'en');
  const { core, ports } = host.subject;
  const traffic = await host.open('traffic');
  ports.answer = 'Approve';
  await core.approve('large');
  await core.server('large').start();
  await core.server('large').callTool('rows', {});
  await traffic.locator('[data-testid=traffic-filter] input').fill('tool:rows');
  await traffic.locator('[data-testid=traffic-rows] [data-seq]').first().click();
  await traffic.locator('[data-testid=text-lines] [role=option]').first().waitFor();
  const shown = await traffic.locator('[data-testid=text-lines] [role=option]').count();
  assert.ok(shown < 100, `${shown} lines`);
});
