// A recording of ten million rows in the page that shows it: more than any element of a browser can be high.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { TrafficPage, TrafficRow } from '../../src/contract/traffic/traffic.ts';
import type { TrafficSource } from '../../src/core/traffic/trafficSource.ts';
import { until } from '../support/until.ts';
import { openPages } from '../webview/pageHost.ts';

const tenMillion = 10_000_000;

/** Rows that are made when they are asked for. */
function madeRows(): TrafficSource {
  const extent = { generation: 1, firstSeq: 1, nextSeq: tenMillion + 1, dropped: 0 };
  const rowOf = (seq: number): TrafficRow => {
    const common = { server: 's', connection: 'c', direction: 'toClient', kind: 'stderr', bytes: 1 } as const;
    return { ...common, seq, at: seq, ms: seq, preview: `row ${seq}` };
  };
  const page = async (fromSeq: number, limit: number): Promise<TrafficPage> => {
    const from = Math.max(1, fromSeq);
    const count = Math.max(0, Math.min(limit, 5_000, tenMillion + 1 - from));
    return { ...extent, rows: Array.from({ length: count }, (_, at) => rowOf(from + at)) };
  };
  return {
    generation: 1,
    readExtent: () => extent,
    onDidAppend: () => ({ dispose: () => {} }),
    page,
    body: async (seq) => ({ seq, text: `row ${seq}`, truncated: false }),
    bodies: async () => [],
    records: async function* () {},
  };
}

const list = '[data-testid=traffic-rows]';
const rowPx = 22;

/** The numbers of the rows that can be seen whole. */
function inView(page: Page): Promise<readonly number[]> {
  return page.locator(list).evaluate((element, headPx) => {
    const { top, bottom } = element.getBoundingClientRect();
    const isWhole = (row: Element): boolean => {
      const box = row.getBoundingClientRect();
      return box.top >= top + headPx && box.bottom <= bottom;
    };
    const rows = [...element.querySelectorAll<HTMLElement>('[data-seq]')].filter(isWhole);
    return rows.map((row) => Number(row.dataset['seq'])).toSorted((a, b) => a - b);
  }, rowPx);
}

/** Rows come in parts: what is read before all are there has another first row. */
async function allInView(page: Page): Promise<readonly number[]> {
  const seqs = await inView(page);
  const height = await page.locator(list).evaluate(({ clientHeight }) => clientHeight);
  const isWhole = seqs.length >= Math.floor(height / rowPx) - 2; // without the head, and one that is cut at both ends
  const [first = 0] = seqs;
  return isWhole && seqs.every((seq, at) => seq === first + at) ? seqs : [];
}

/** The first row in view, when the rows have come and stay. */
function firstInView(page: Page, holds: (seq: number) => boolean, what: string): Promise<number> {
  return until(async () => {
    const [first] = await allInView(page);
    if (first === undefined || !holds(first)) return false;
    return first === (await allInView(page))[0] && first;
  }, what);
}

async function wheel(page: Page, rows: number): Promise<void> {
  await page.locator(list).hover();
  await page.mouse.wheel(0, rows * rowPx);
}

async function dragTo(page: Page, share: number): Promise<void> {
  await page.locator(list).evaluate((element, part) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
  }, share);
}

test('ten million rows are reached: by the wheel row by row, by the bar in any part, by keys at both ends', async () => {
  await using host = await openPages({ servers: {} }, 'en');
  const page = await host.open('recording', madeRows());
  await firstInView(page, (seq) => seq === 1, 'the first row');

  await wheel(page, 100);
  await firstInView(page, (seq) => seq === 101, 'a hundred rows further');

  await dragTo(page, 0.5);
  const middle = await firstInView(page, (seq) => Math.abs(seq - tenMillion / 2) < 1_000, 'the middle');
  await wheel(page, -10);
  await firstInView(page, (seq) => seq === middle - 10, 'ten rows before the middle');

  await dragTo(page, 1);
  const last = await firstInView(page, (seq) => seq > tenMillion - 100, 'the last rows');
  assert.equal((await inView(page)).at(-1), tenMillion);
  await wheel(page, -100);
  await firstInView(page, (seq) => seq === last - 100, 'a hundred rows before the end');

  await page.locator(list).focus();
  await page.keyboard.press('Home');
  await firstInView(page, (seq) => seq === 1, 'the first row again');
  await page.keyboard.press('End');
  await until(async () => (await inView(page)).at(-1) === tenMillion, 'the last row by key');
  await page.keyboard.press('ArrowUp');
  await page.locator(`${list} .is-active[data-seq="${tenMillion - 1}"]`).waitFor();
});

test('near an end of the bar the wheel still leads to the end of the rows', async () => {
  await using host = await openPages({ servers: {} }, 'en');
  const page = await host.open('recording', madeRows());
  await firstInView(page, (seq) => seq === 1, 'the first row');
  await dragTo(page, 0.0061);
  let first = await firstInView(page, (seq) => seq > 4_000, 'rows a little further');
  while (first > 1) {
    const before = first;
    await wheel(page, -100);
    first = await firstInView(page, (seq) => seq < before, `rows before ${before}`);
    assert.ok(before - first <= 100, `${before - first} rows at a step of 100`);
  }
});
