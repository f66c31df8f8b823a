// How soon each main action shows its result, or a sign of work, in the real window.
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { approveAndStart } from '../e2e/support/servers.ts';
import { Switchboard } from '../e2e/support/switchboard.ts';
import { choose, ended } from '../e2e/support/toolCalls.ts';
import { withWindow } from '../e2e/support/window.ts';
import { withServers } from './inspector/ours.ts';
import { type Bench, type Row, row } from './support/row.ts';

const server = 'large';
const times = 5;

type Act = { readonly click: string } | { readonly field: string; readonly text: string };

/** Milliseconds within the page, from the action to the first frame after something has changed. */
function untilChange(frame: Frame, act: Act): Promise<number> {
  return frame.evaluate(async (what) => {
    const find = (selector: string): HTMLElement => {
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const found = all.find((element) => element.getClientRects().length > 0);
      if (!found) throw new Error(`no ${selector}`);
      return found;
    };
    const target = find('click' in what ? what.click : what.field);
    const changed = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => resolve());
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    });
    const start = performance.now();
    if ('click' in what) target.click();
    else {
      const input = target.shadowRoot?.querySelector('input') ?? (target as HTMLInputElement);
      input.value = what.text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    await changed;
    return performance.now() - start;
  }, act);
}

interface Action {
  readonly name: string;
  readonly act: Act;
  /** Brings the page to where the action can be taken again. */
  readonly before?: () => Promise<unknown>;
  /** What it leads to: only then the next one is begun. */
  readonly after?: () => Promise<unknown>;
}

async function measure(frame: Frame, { name, act, before, after }: Action, floor: readonly number[]): Promise<Row> {
  const took: number[] = [];
  for (let at = 0; at < times; at++) {
    await before?.();
    took.push(await untilChange(frame, act));
    await after?.();
  }
  const spec = { name: `${name}: until something is seen`, unit: 'ms', peerName: 'an attribute that a click sets' };
  return row({ ...spec, limit: { ratio: Number.POSITIVE_INFINITY, ours: 100 } }, took, floor);
}

/** What the browser itself takes. */
async function floorOf(frame: Frame): Promise<number[]> {
  await frame.evaluate(() => {
    const button = document.createElement('button');
    button.id = 'floor';
    button.textContent = '.';
    button.addEventListener('click', () => button.toggleAttribute('data-on'));
    document.body.append(button);
  });
  const took: number[] = [];
  for (let at = 0; at < times; at++) took.push(await untilChange(frame, { click: '#floor' }));
  await frame.evaluate(() => document.getElementById('floor')?.remove());
  return took;
}

async function inInspector(inspector: Frame): Promise<Row[]> {
  const floor = await floorOf(inspector);
  const state = (wanted: string): Promise<void> =>
    inspector.locator(`[data-testid=server-header][data-state=${wanted}]`).waitFor();
  const connected = (): Promise<void> => state('connected');
  await choose(inspector, server, 'rows');
  const run: Action = {
    name: 'Run',
    act: { click: '[data-testid=run]' },
    before: async () => {
      if (await inspector.getByTestId('result').isVisible()) await ended(inspector);
    },
  };
  const rows = [await measure(inspector, run, floor)];
  await ended(inspector);
  const stop: Action = {
    name: 'Stop',
    act: { click: '[data-testid=server-stop]' },
    before: async () => {
      const start = inspector.getByTestId('server-start');
      if (await start.isVisible()) await start.click();
      await connected();
    },
    after: () => state('disconnected'),
  };
  rows.push(await measure(inspector, stop, floor));
  const start: Action = {
    name: 'Start',
    act: { click: '[data-testid=server-start]' },
    before: async () => {
      const button = inspector.getByTestId('server-stop');
      if (await button.isVisible()) await button.click();
      await inspector.locator('[data-testid=server-start]:enabled').waitFor(); // once the Stop before it is answered
    },
    after: connected,
  };
  rows.push(await measure(inspector, start, floor));
  const search: Action = {
    name: 'search of tools',
    act: { field: '[data-testid=tool-search]', text: 'deep' },
    before: () => inspector.locator('[data-testid=tool-search] input').fill(''),
  };
  await inspector.locator('.back:visible').first().click();
  return [...rows, await measure(inspector, search, floor)];
}

async function inTraffic(traffic: Frame): Promise<Row[]> {
  const floor = await floorOf(traffic);
  const clear = (): Promise<void> => traffic.locator('[data-testid=traffic-filter] input').fill('');
  const close = async (): Promise<void> => {
    const button = traffic.getByTestId('frame-close');
    if (await button.isVisible()) await button.click();
  };
  const actions: readonly Action[] = [
    {
      name: 'filter of traffic',
      act: { field: '[data-testid=traffic-filter]', text: 'method:tools/call' },
      before: clear,
    },
    { name: 'sort of traffic', act: { click: '[data-sort=latency]' }, before: clear },
    { name: 'open a body', act: { click: '[data-testid=traffic-rows] [data-seq]' }, before: close },
  ];
  const rows: Row[] = [];
  for (const action of actions) rows.push(await measure(traffic, action, floor));
  return rows;
}

export const feedback: Bench = {
  name: 'feedback',
  inVscode: true,
  run: () => {
    const arrange = withServers({ [server]: [join(import.meta.dirname, 'smooth/largeServer.mjs')] });
    return withWindow('feedback', { arrange, width: 1400, height: 900 }, async (window): Promise<Row[]> => {
      const switchboard = new Switchboard(window);
      const inspector = await switchboard.inspector();
      await approveAndStart(window, server);
      const rows = await inInspector(inspector);
      return [...rows, ...(await inTraffic(await switchboard.traffic()))];
    });
  },
};
