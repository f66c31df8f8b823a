// Every view of the pages, one after the other, for whoever looks at them: `npm run shots` and the tests of the looks.
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { postToHost } from '../e2e/support/webviewProbe.ts';
import { projectRoot } from '../support/sources.ts';
import type { PageView } from './pageHost.ts';

export interface View {
  readonly name: string;
  readonly page: PageView;
  /** Whatever was shown before. */
  readonly show: (frame: Frame) => Promise<void>;
}

const fixture = (path: string, ...args: string[]) => ({
  type: 'stdio',
  command: process.execPath,
  args: [join(projectRoot, 'test/fixtures', path), ...args],
});

/** Servers that offer everything, one that asks, one whose program is missing, and one that waits for its approval. */
export const walkConfig = {
  servers: {
    everything: fixture('servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
    asking: fixture('client-requests/server.mjs', 'modern'),
    samples: fixture('schema-samples/server.mjs'),
    github: { type: 'stdio', command: 'github-mcp-server', args: ['stdio'] },
    memory: { type: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory@2026.1.26'] },
  },
};

/** Those that are approved, in their order. */
export const started = ['everything', 'asking', 'samples', 'github'];

const calls: readonly (readonly [server: string, tool: string, args: object])[] = [
  ['everything', 'get-tiny-image', {}],
  ['everything', 'get-structured-content', { location: 'Chicago' }],
  ['everything', 'toggle-simulated-logging', {}],
  ['everything', 'get-resource-links', { count: 3 }],
  ['everything', 'get-sum', { a: 'no number', b: 1 }],
  ['everything', 'trigger-long-running-operation', { duration: 600, steps: 600 }],
  ['embedded', 'switchboard_servers', {}],
  ['asking', 'ask_form', {}],
];

/** The calls that the views show. */
export async function makeCalls(inspector: Frame): Promise<void> {
  for (const server of started.slice(0, 3)) {
    await select(inspector, server);
    await inspector.locator('[data-testid=server-header][data-state=connected]').waitFor();
  }
  for (const [server, tool, args] of calls) {
    const call = `walk-${tool}`;
    await postToHost(inspector, {
      kind: 'request',
      id: requests++,
      method: 'calls/run',
      params: { call, server, tool, args },
    });
  }
  await select(inspector, 'everything', 'simulate-research-query');
  await inspector.locator('[data-field="/topic"] input').fill('bees');
  await inspector.getByTestId('run-as-task').click();
  await inspector.locator('[data-testid=task-detail][data-status=completed]').waitFor();
  await tool(inspector, 'asking', 'ask_form');
  await inspector.getByTestId('client-request').waitFor();
}

let requests = 9_000;

async function select(inspector: Frame, server: string, tool?: string): Promise<void> {
  const params = tool === undefined ? { server } : { server, tool };
  await postToHost(inspector, { kind: 'request', id: requests++, method: 'selection/set', params });
  await inspector.locator('[data-testid=server-header]').waitFor();
  if (tool !== undefined) await inspector.locator(`[data-testid=tool-detail][data-tool="${tool}"]`).waitFor();
}

/** A part of a server, with its first entry open where there is one to name. */
async function part(inspector: Frame, server: string, tab: string, entry?: string): Promise<void> {
  await select(inspector, server);
  await inspector.getByTestId(`tab-${tab}`).click();
  await inspector.locator(`[data-shown=${tab}]`).waitFor();
  const back = inspector.locator('.back:visible');
  if ((await back.count()) > 0) await back.first().click();
  await clearSearch(inspector, tab);
  if (entry !== undefined) await inspector.locator(entry).first().click();
}

async function clearSearch(inspector: Frame, tab: string): Promise<void> {
  const search = inspector.locator(`[data-shown=${tab}] [data-testid$=-search]:visible input`);
  if ((await search.count()) > 0) await search.first().fill('');
}

/** A tool with its last result, and one of the tabs of its form. */
async function tool(inspector: Frame, server: string, name: string, tab = 'form'): Promise<void> {
  await select(inspector, server);
  await inspector.getByTestId('tab-tools').click();
  await clearSearch(inspector, 'tools');
  await select(inspector, server, name);
  await inspector.getByTestId(`tab-${tab}`).first().click(); // a question has a form of its own
}

/** What is behind "…" under a form. */
async function runExtra(inspector: Frame, item: string, shown: string): Promise<void> {
  await tool(inspector, 'everything', 'get-structured-content');
  if (await inspector.getByTestId(shown).isVisible()) return;
  await inspector.getByTestId('run-more').click();
  await inspector.getByTestId(item).click();
  await inspector.getByTestId(shown).waitFor();
}

const inspectorView = (name: string, show: View['show']): View => ({ name, page: 'inspector', show });
const trafficView = (name: string, show: View['show']): View => ({ name, page: 'traffic', show });

async function openSection(inspector: Frame, testId: string): Promise<void> {
  const head = inspector.getByTestId(testId).getByRole('button').first();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await inspector.getByTestId(testId).evaluate((section) => section.scrollIntoView());
}

async function trafficTab(traffic: Frame, tab: string, filter = ''): Promise<void> {
  await traffic.getByTestId(`tab-${tab}`).click();
  if (tab !== 'rules') await traffic.locator('[data-testid=traffic-filter] input').fill(filter);
  await traffic.getByTestId(`tab-${tab}`).focus(); // away from the field, which offers words
}

async function patterns(frame: Frame): Promise<void> {
  const back = frame.locator('.back:visible');
  if ((await back.count()) > 0) await back.first().click();
  await frame.locator('[role=option][data-pattern]').first().waitFor();
}

/** The ring is drawn only for a focus that came by key. */
async function focus(frame: Frame, target: string): Promise<void> {
  await frame.locator(target).first().focus();
  await frame.page().keyboard.press('Shift');
}

export const views: readonly View[] = [
  inspectorView('tools', (frame) => part(frame, 'everything', 'tools')),
  inspectorView('tools-none-found', async (frame) => {
    await part(frame, 'everything', 'tools');
    await frame.locator('[data-testid=tool-search] input').fill('nothing like this');
    await frame.getByTestId('clear-search').waitFor();
  }),
  inspectorView('form', (frame) => tool(frame, 'samples', 'nested')),
  inspectorView('json', (frame) => tool(frame, 'samples', 'nested', 'json')),
  inspectorView('schema', (frame) => tool(frame, 'samples', 'nested', 'schema')),
  inspectorView('result-table', (frame) => tool(frame, 'embedded', 'switchboard_servers')),
  inspectorView('result-tree', (frame) => tool(frame, 'everything', 'get-structured-content')),
  inspectorView('result-image', (frame) => tool(frame, 'everything', 'get-tiny-image')),
  inspectorView('result-links', (frame) => tool(frame, 'everything', 'get-resource-links')),
  inspectorView('call-options', (frame) => runExtra(frame, 'show-options', 'call-options')),
  inspectorView('save-call', (frame) => runExtra(frame, 'show-save', 'save-or-copy')),
  inspectorView('menu', async (frame) => {
    await tool(frame, 'everything', 'get-structured-content');
    await frame.getByTestId('result-more').click();
    await frame.locator('.menu:popover-open').waitFor();
  }),
  inspectorView('question', (frame) => tool(frame, 'asking', 'ask_form')),
  inspectorView('running', (frame) => tool(frame, 'everything', 'trigger-long-running-operation')),
  inspectorView('result-error', (frame) => tool(frame, 'everything', 'get-sum')),
  inspectorView('failed-server', async (frame) => {
    await select(frame, 'github');
    await frame.getByTestId('tab-tools').click();
  }),
  inspectorView('failed-server-page', async (frame) => {
    await select(frame, 'github');
    await frame.getByTestId('tab-server').click();
  }),
  inspectorView('not-approved', async (frame) => {
    await select(frame, 'memory');
    await frame.getByTestId('tab-tools').click();
  }),
  inspectorView('resources', (frame) => part(frame, 'everything', 'resources')),
  inspectorView('resource', (frame) => part(frame, 'everything', 'resources', '[role=option][data-resource]')),
  inspectorView('template', (frame) => part(frame, 'everything', 'resources', '[data-resource*="dynamic/blob/{"]')),
  inspectorView('prompts', (frame) => part(frame, 'everything', 'prompts')),
  inspectorView('prompt', async (frame) => {
    await part(frame, 'everything', 'prompts', '[data-prompt="args-prompt"]');
    await frame.getByTestId('argument-city').locator('input').fill('Bergen');
    await frame.page().keyboard.press('Control+Enter');
    await frame.getByTestId('message').first().waitFor();
  }),
  inspectorView('tasks', (frame) => part(frame, 'everything', 'tasks')),
  inspectorView('task', (frame) => part(frame, 'everything', 'tasks', '[role=option][data-task]')),
  inspectorView('tasks-none', (frame) => part(frame, 'samples', 'tasks')),
  inspectorView('notifications', (frame) => part(frame, 'everything', 'events')),
  inspectorView('notification', (frame) => part(frame, 'everything', 'events', '[role=row][data-event]')),
  inspectorView('notifications-none', (frame) => part(frame, 'samples', 'events')),
  inspectorView('server', (frame) => part(frame, 'everything', 'server')),
  inspectorView('server-lint', async (frame) => {
    await part(frame, 'everything', 'server');
    await openSection(frame, 'lint');
    await frame.getByTestId('lint-score').waitFor();
  }),
  inspectorView('server-output', async (frame) => {
    await part(frame, 'everything', 'server');
    await frame.getByTestId('server-output').evaluate((section) => section.scrollIntoView());
  }),
  inspectorView('history', (frame) => part(frame, 'everything', 'calls')),
  inspectorView('raw', (frame) => part(frame, 'everything', 'raw')),
  inspectorView('focus-tabs', async (frame) => {
    await part(frame, 'everything', 'tools');
    await focus(frame, '[data-testid=tab-tools]');
  }),
  inspectorView('focus-list', async (frame) => {
    await part(frame, 'everything', 'tools');
    await focus(frame, '[role=listbox]');
    await frame.page().keyboard.press('ArrowDown');
    await frame.page().keyboard.press('ArrowDown');
  }),
  inspectorView('focus-run', async (frame) => {
    await tool(frame, 'everything', 'get-structured-content');
    await focus(frame, '[data-testid=run]');
  }),
  inspectorView('focus-result', async (frame) => {
    await tool(frame, 'everything', 'get-structured-content');
    await focus(frame, '[data-testid=results] [role=tree]');
  }),
  trafficView('traffic', (frame) => trafficTab(frame, 'messages')),
  trafficView('traffic-detail', async (frame) => {
    await trafficTab(frame, 'messages', 'method:tools/call');
    await frame.locator('[data-testid=traffic-rows] [data-seq]').first().click();
    await frame.getByTestId('frame-body').waitFor();
  }),
  trafficView('traffic-none-found', async (frame) => {
    if (await frame.getByTestId('frame-close').isVisible()) await frame.getByTestId('frame-close').click();
    await trafficTab(frame, 'messages', 'nothing-like-this');
    await frame.getByTestId('clear-filter').waitFor();
  }),
  trafficView('filter-words', async (frame) => {
    await trafficTab(frame, 'messages');
    await frame.locator('[data-testid=traffic-filter] input').fill('st');
    await frame.locator('.query-offer [role=option]').first().waitFor();
  }),
  trafficView('waterfall', async (frame) => {
    await trafficTab(frame, 'waterfall');
    await frame.locator('[data-call]').first().waitFor();
  }),
  ...['waterfall', 'statistics'].map((tab) =>
    trafficView(`${tab}-none-found`, async (frame) => {
      await trafficTab(frame, tab, 'nothing-like-this');
      await frame.getByTestId('clear-filter').waitFor();
    }),
  ),
  trafficView('statistics', async (frame) => {
    await trafficTab(frame, 'statistics');
    await frame.locator('[data-what]').first().waitFor();
  }),
  trafficView('rules-none', async (frame) => {
    await trafficTab(frame, 'rules');
    const remove = frame.getByTestId('rule-remove');
    for (const one of await remove.all()) await one.evaluate((button: HTMLElement) => button.click());
    await frame.locator('[data-testid^=rule-example]').first().waitFor();
  }),
  trafficView('rules', async (frame) => {
    await trafficTab(frame, 'rules');
    if ((await frame.getByTestId('rule').count()) > 0) return;
    await frame.locator('[data-testid^=rule-example]').first().click();
    await frame.getByTestId('rule').waitFor();
  }),
  {
    name: 'knowledge',
    page: 'knowledge',
    show: patterns,
  },
  {
    name: 'pattern',
    page: 'knowledge',
    show: async (frame) => {
      await patterns(frame);
      await frame.locator('[role=option][data-pattern]').first().click();
      await frame.getByTestId('pattern').waitFor();
    },
  },
];
