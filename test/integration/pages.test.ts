// The pages in a browser with a real core behind them: what fits, and what moves.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { brokenLabels, cutOff, shiftsSince, watchShifts } from '../e2e/support/layout.ts';
import { makeCalls, started, views, walk, walkConfig } from '../e2e/support/walk.ts';
import { choose, ended } from '../e2e/support/toolCalls.ts';
import { type Language, type PageHost, type PageView, openPages } from '../webview/pageHost.ts';

const names: readonly PageView[] = ['inspector', 'traffic', 'knowledge'];
let host: PageHost;
const pages = new Map<PageView, Page>();
const frameOf = (view: PageView): Frame => pages.get(view)!.mainFrame();

async function open(language: Language): Promise<void> {
  host = await openPages(walkConfig, language);
  for (const view of names) pages.set(view, await host.open(view));
  const { core, ports } = host.subject;
  ports.answer = language === 'en' ? 'Approve' : '批准';
  for (const id of started) {
    await core.approve(id);
    await core
      .server(id)
      .start()
      .catch(() => {}); // one of them fails, and that is to be seen
  }
  await makeCalls(frameOf('inspector'));
}

async function setWidth(width: number): Promise<void> {
  for (const page of pages.values()) await page.setViewportSize({ width, height: 900 });
}

function labelsFit(width: number): void {
  test(`at ${width} px no label is cut or takes two lines, in any of ${views.length} views`, async () => {
    const wrong: Record<string, readonly string[]> = {};
    const place = { open: async (page: PageView) => frameOf(page), setWidth };
    const problems = await walk(place, width, async ({ name }, frame) => {
      const found = [...(await brokenLabels(frame)), ...(await cutOff(frame))];
      if (found.length > 0) wrong[name] = found;
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(wrong, {});
  });
}

describe('in English', () => {
  before(() => open('en'));
  after(() => host[Symbol.asyncDispose]());

  for (const width of [220, 1100])
    test(`at ${width} px the form stays where it is when progress and the result come`, async () => {
      await setWidth(width);
      const inspector = frameOf('inspector');
      await inspector.getByTestId('tab-tools').click();
      await choose(inspector, 'samples', 'form_5');
      await watchShifts(inspector);
      await inspector.getByTestId('run').evaluate((button: HTMLElement) => button.click());
      await ended(inspector);
      assert.deepEqual(await shiftsSince(inspector), []);
    });

  test('rows of traffic stay where they are when others come', async () => {
    const traffic = frameOf('traffic');
    await traffic.getByTestId('tab-messages').click();
    await traffic.locator('[data-testid=traffic-filter] input').fill('');
    await traffic.getByTestId('traffic-rows').evaluate((list) => list.scrollTo(0, 60));
    const counts = traffic.getByTestId('traffic-counts');
    const seen = await counts.innerText();
    await watchShifts(traffic);
    await host.subject.core.server('samples').restart();
    await counts.filter({ hasNotText: seen }).waitFor();
    assert.deepEqual(await shiftsSince(traffic), []);
  });

  labelsFit(220);
});

describe('in Chinese', () => {
  before(() => open('zh-cn'));
  after(() => host[Symbol.asyncDispose]());

  for (const width of [220, 400]) labelsFit(width);
});
