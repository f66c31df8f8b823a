// The pages in a browser with a real core behind them: what fits, and what moves.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { accessibilityProblems } from '../e2e/support/accessibility.ts';
import {
  brokenLabels,
  cutOff,
  openSentences,
  raggedParts,
  scrolledAway,
  shiftsSince,
  watchShifts,
  wrappedTabs,
} from '../e2e/support/layout.ts';
import { choose, ended } from '../e2e/support/toolCalls.ts';
import { projectRoot } from '../support/sources.ts';
import {
  animated,
  announcements,
  hiddenControls,
  keyboardProblems,
  unmarkedChoices,
  unseenBars,
  watchAnnouncements,
} from '../webview/access.ts';
import { type Language, openPages } from '../webview/pageHost.ts';
import { notRunning, part, runExtra, select, tool, trafficTab } from '../webview/viewSteps.ts';
import { themes } from '../webview/theme.ts';
import { views } from '../webview/views.ts';
import { WalkedPages } from '../webview/walkedPages.ts';

let pages: WalkedPages;

async function open(language: Language): Promise<void> {
  pages = await WalkedPages.open(language);
}

type Check = (frame: Frame) => Promise<readonly string[]>;

async function assertInEveryView(...checks: readonly Check[]): Promise<void> {
  const wrong: Record<string, readonly string[]> = {};
  const notShown = await pages.walk(async ({ name }, frame) => {
    const found: string[] = [];
    for (const check of checks) found.push(...(await check(frame)));
    if (found.length > 0) wrong[name] = found;
  });
  assert.deepEqual(notShown, []);
  assert.deepEqual(wrong, {});
}

function labelsFit(width: number, ...more: readonly Check[]): void {
  test(`at ${width} px no label is cut or takes two lines, the head stays and the parts stand on one edge, in any of ${views.length} views`, async () => {
    await pages.setSize(width);
    await pages.setTheme('Light 2026');
    await assertInEveryView(brokenLabels, wrappedTabs, cutOff, scrolledAway, raggedParts, openSentences, ...more);
  });
}

function areForEveryone(): void {
  test('axe finds nothing in any view, and Tab leads to every control and shows where it is', async () => {
    await pages.setSize(1100);
    await pages.setTheme('Light 2026');
    await assertInEveryView((frame) => accessibilityProblems(frame, 'editor'), keyboardProblems);
  });

  // 1280 by 1024 pixels, four times as large.
  test('at 400 % every control can be scrolled to, in one direction; with forced colours what is chosen and every bar is seen, and nothing moves unless it may', async () => {
    await pages.setSize(320, 256);
    await pages.setMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await assertInEveryView(hiddenControls, cutOff, unmarkedChoices, unseenBars, animated);
    await pages.setMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
  });
}

function analysisSaysWhatIsThere(): void {
  for (const [tab, rows] of Object.entries({ waterfall: 'waterfall-rows', statistics: 'statistics-rows' }))
    test(`${tab}: without calls there is one sentence and nothing to use, and a filter that hides all has a way out`, async () => {
      const bare = pages.frame('noTraffic').getByTestId(tab);
      await trafficTab(pages.frame('noTraffic'), tab);
      await bare.getByText('No calls yet.').waitFor();
      assert.equal(await bare.innerText(), 'No calls yet.');
      assert.equal(await bare.getByRole('button').count(), 0);

      const traffic = pages.frame('traffic');
      await trafficTab(traffic, tab, 'nothing-like-this');
      await traffic.getByTestId(tab).getByText('No matching frames.').waitFor();
      await traffic.getByTestId('clear-filter').click();
      await traffic.getByTestId(rows).locator('[role=row]').nth(1).waitFor();
      assert.equal(await traffic.locator('[data-testid=traffic-filter] input').inputValue(), '');
    });

  test('at 220 px the statistics show their first figure without scrolling', async () => {
    await pages.setSize(220);
    const traffic = pages.frame('traffic');
    await trafficTab(traffic, 'statistics');
    const count = await traffic.locator('[data-sort=count]').boundingBox();
    assert.ok(count && count.x + count.width <= 220, JSON.stringify(count));
  });

  test('at any width the statistics cut no figure at the edge', async () => {
    const traffic = pages.frame('traffic');
    await trafficTab(traffic, 'statistics');
    for (const width of [220, 300, 400, 520, 640, 700]) {
      await pages.setSize(width);
      assert.deepEqual(await cutHeads(traffic), [], `${width} px`);
    }
  });
}

/** The heads of columns that the edge of the page goes through, once it has its new width. */
function cutHeads(page: Frame): Promise<readonly string[]> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll('[data-testid=statistics-rows] [role=columnheader]')].flatMap((head) => {
      const { left, right } = head.getBoundingClientRect();
      return left < innerWidth && right > innerWidth + 1 ? [`${head.textContent}: ${left} to ${right} px`] : [];
    });
  });
}

/** Opens a tool by Enter in the search, and leaves the page at once: what the page has focused in the next two seconds. */
function focusedFromAfar(inspector: Frame): Promise<readonly string[]> {
  return inspector.evaluate(async () => {
    const focused: string[] = [];
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function (): void {
      focused.push(this.tagName);
    };
    const search = document.querySelector('[data-testid=tool-search]');
    search?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    document.hasFocus = () => false;
    for (let frame = 0; frame < 130; frame++) await new Promise(requestAnimationFrame);
    HTMLElement.prototype.focus = focus;
    Reflect.deleteProperty(document, 'hasFocus');
    return focused;
  });
}

function focusStaysWhereTheUserIs(): void {
  test('a tool that is opened takes no focus from a list of the workbench that was opened right after it', async () => {
    await pages.setSize(1100);
    const inspector = pages.frame('inspector');
    await inspector.getByTestId('tab-tools').click();
    await choose(inspector, 'samples', 'form_5');
    await inspector.getByTestId('tool-search').click();
    assert.deepEqual(await focusedFromAfar(inspector), []);
  });
}

function comparedResults(): void {
  test('at 220 px what tells two results apart is said in one line, and its signs have their colour in every theme', async () => {
    await pages.setSize(220);
    const inspector = pages.frame('inspector');
    await tool(inspector, 'samples', 'result_counter');
    await inspector.getByTestId('compare').click();
    await inspector.getByTestId('diff-lines').waitFor();
    const head = await inspector.locator('[data-testid=comparison] .block-head').boundingBox();
    assert.ok(head && head.height <= 26, JSON.stringify(head));
    await inspector.getByRole('status').getByText('1 line added · 1 line removed').waitFor(); // what is heard
    await inspector.getByRole('option', { name: '- "counter": 1' }).waitFor();
    for (const theme of themes) {
      await pages.setTheme(theme);
      const colours = await inspector.evaluate(() =>
        ['.is-removed .icon', '.is-added .icon', '.is-added'].map((one) => {
          const found = document.querySelector(`[data-testid=diff-lines] ${one}`);
          return found && getComputedStyle(found).color;
        }),
      );
      assert.equal(new Set(colours).size, 3, `${theme}: ${colours.join(', ')}`);
    }
    await inspector.getByTestId('compare').click();
  });
}

function nothingIsDead(): void {
  test('at 1100 px a tool that is opened elsewhere is in view in the list beside it', async () => {
    await pages.setSize(1100);
    const inspector = pages.frame('inspector');
    await tool(inspector, 'samples', 'string');
    await inspector.locator('[role=option][data-tool=string]').waitFor();
    await select(inspector, 'samples', 'result_counter');
    await inspector.locator('[role=option][data-tool=result_counter][aria-selected=true]').waitFor({ timeout: 5_000 });
  });

  test('where a server cannot be reached its failure can be tried again and diagnosed', async () => {
    const inspector = pages.frame('inspector');
    await notRunning(inspector, 'remote', 'server');
    const fault = inspector.getByTestId('server-fault');
    for (const action of ['fault-retry', 'fault-diagnose']) await fault.getByTestId(action).waitFor({ timeout: 5_000 });
  });

  test('without notifications there is nothing to clear, and without a model none is offered', async () => {
    const inspector = pages.frame('inspector');
    await part(inspector, 'samples', 'events');
    assert.ok(await inspector.getByTestId('clear-events').isDisabled());
    const asked = views.find(({ name }) => name === 'question-model');
    await asked!.show(inspector);
    const hint = await inspector.getByTestId('sample-answer').getByRole('textbox').getAttribute('placeholder');
    await asked!.leave!(inspector);
    assert.equal(hint, 'Write the response yourself.');
  });
}

function noLooseEnds(): void {
  test('at 400 px a call that runs shows its question from the top, without a rest of the form above it', async () => {
    await pages.setSize(400);
    const inspector = pages.frame('inspector');
    const asked = views.find(({ name }) => name === 'question-url');
    await asked!.show(inspector);
    const topOf = async (part: string): Promise<number> => (await inspector.locator(part).boundingBox())!.y;
    const above = async (): Promise<number> => (await topOf('.results')) - (await topOf('.detail'));
    for (let tries = 0; tries < 50 && (await above()) > 1; tries++) await inspector.waitForTimeout(50);
    const left = await above();
    await asked!.leave!(inspector);
    assert.ok(Math.abs(left) <= 1, `${left} px of the form are in view`);
  });

  test('without traffic there is nothing to clear or export, and without tasks the page of the server is one click away', async () => {
    const traffic = pages.frame('noTraffic');
    for (const id of ['traffic-clear', 'traffic-export']) assert.ok(await traffic.getByTestId(id).isDisabled(), id);
    assert.ok(await pages.frame('traffic').getByTestId('traffic-clear').isEnabled());
    const inspector = pages.frame('inspector');
    await part(inspector, 'samples', 'tasks');
    await inspector.getByTestId('open-server-page').waitFor();
  });

  test('the field for JSON has the border of every other field, and a share its sign without a gap', async () => {
    await pages.setSize(1100);
    const inspector = pages.frame('inspector');
    await views.find(({ name }) => name === 'json')!.show(inspector);
    for (const theme of themes) {
      await pages.setTheme(theme);
      const borders = await inspector.evaluate(() => {
        const search = document.querySelector('[data-testid=tool-search]')?.shadowRoot?.querySelector('[part=root]');
        return [search, document.querySelector('.json-edit')].map((one) => one && getComputedStyle(one).borderTopColor);
      });
      assert.ok(borders[0] && borders[0] === borders[1], `${theme}: ${borders.join(', ')}`);
    }
    await part(inspector, 'everything', 'server');
    await inspector.getByRole('cell', { name: '13%', exact: true }).waitFor();
    await part(inspector, 'everything', 'tasks');
    await inspector.getByRole('option').filter({ hasText: 'Completed · Generating report' }).waitFor();
  });
}

function partsAreToldApart(): void {
  test('at 1100 px what opens below a short form does not part Run from it', async () => {
    await pages.setSize(1100);
    const inspector = pages.frame('inspector');
    await runExtra(inspector, 'show-options', 'call-options');
    const gapPx = await inspector.evaluate(() => {
      const edge = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      return edge('[data-testid=run]').top - edge('.call .form > .root > :last-child').bottom;
    });
    assert.ok(gapPx <= 12, `${gapPx} px`);
  });

  test('at 220 px the card of a failed server takes little of the page', async () => {
    await pages.setSize(220);
    const inspector = pages.frame('inspector');
    await notRunning(inspector, 'github', 'tools');
    const card = await inspector.getByTestId('server-fault').boundingBox();
    assert.ok(card && card.height <= 210, JSON.stringify(card));
  });

  test('a resource of one part names its address once', async () => {
    const inspector = pages.frame('inspector');
    await part(inspector, 'everything', 'resources', '[role=option][data-resource]');
    await inspector.getByTestId('resource-content').waitFor();
    const detail = inspector.getByTestId('resource-detail');
    const uri = await detail.getAttribute('data-uri');
    assert.equal((await detail.innerText()).split(uri!).length - 1, 1);
  });

  test('at 400 px a line parts the rows of traffic from the details below them', async () => {
    await pages.setSize(400);
    const traffic = pages.frame('traffic');
    await trafficTab(traffic, 'messages', 'method:tools/call');
    await traffic.locator('[data-testid=traffic-rows] [data-seq]').first().click();
    const pane = traffic.locator('.split-pane', { has: traffic.getByTestId('frame-details') });
    assert.equal(await pane.evaluate((one) => getComputedStyle(one).borderTopWidth), '1px');
    await traffic.getByTestId('frame-close').click();
  });
}

describe('in English', () => {
  before(() => open('en'));
  after(() => pages[Symbol.asyncDispose]());

  for (const width of [220, 1100])
    test(`at ${width} px the form stays where it is when progress and the result come`, async () => {
      await pages.setSize(width);
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

  test('a screen reader says what a filter finds, and nothing with the frames that come', async () => {
    const traffic = pages.frame('traffic');
    await traffic.getByTestId('tab-messages').click();
    await watchAnnouncements(traffic);
    await traffic.locator('[data-testid=traffic-filter] input').fill('method:initialize');
    await traffic
      .getByTestId('traffic-found')
      .filter({ hasText: /frames? found/ })
      .waitFor({ state: 'attached' });
    assert.equal((await announcements(traffic)).filter((said) => said.includes('found')).length, 1);
    const counts = traffic.getByTestId('traffic-counts');
    const seen = await counts.innerText();
    await pages.host.subject.core.server('samples').restart();
    await counts.filter({ hasNotText: seen }).waitFor();
    assert.deepEqual(await announcements(traffic), []);
  });

  focusStaysWhereTheUserIs();
  nothingIsDead();
  comparedResults();
  noLooseEnds();
  partsAreToldApart();
  analysisSaysWhatIsThere();
  labelsFit(220, (frame) => accessibilityProblems(frame, 'editor'));
  labelsFit(550); // half of a window, or all of one at 200 %
  areForEveryone();
});

describe('in Chinese', () => {
  before(() => open('zh-cn'));
  after(() => pages[Symbol.asyncDispose]());

  for (const width of [220, 400]) labelsFit(width);

  test('in high contrast the focus is to be seen everywhere, and no two parts of a page have one name', async () => {
    await pages.setSize(1100);
    await pages.setTheme('Default High Contrast');
    const names: Check = (frame) => accessibilityProblems(frame, 'editor', ['landmark-unique']);
    await assertInEveryView(names, keyboardProblems);
  });
});

test('a body of more than 4 MB is a tree of which only the rows in view exist', async () => {
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
  const rows = traffic.locator('[data-testid=frame-body] [role=treeitem]');
  await rows.filter({ hasText: 'structuredContent' }).waitFor();
  const shown = await rows.count();
  assert.ok(shown < 100, `${shown} rows`);
});
