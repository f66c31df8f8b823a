// How a view is brought up, whatever was shown before.
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { postToHost } from '../e2e/support/webviewProbe.ts';
import { projectRoot } from '../support/sources.ts';
import type { PageView } from './pageHost.ts';

/** The pages of a window with servers, and those of one that has none. */
export type WalkedPage = Exclude<PageView, 'recording'> | 'noServers' | 'noTraffic';

export interface View {
  readonly name: string;
  readonly page: WalkedPage;
  /** Whatever was shown before. */
  readonly show: (frame: Frame) => Promise<void>;
  /** Takes back what another view would show too. */
  readonly leave?: (frame: Frame) => Promise<void>;
}

const fixture = (path: string, ...args: string[]) => ({
  type: 'stdio',
  command: process.execPath,
  args: [join(projectRoot, 'test/fixtures', path), ...args],
});

/** Servers that offer everything, one that asks, one whose program is missing, one
 *  where nothing listens, one that is not started, and one that waits for its approval. */
export const walkConfig = {
  servers: {
    everything: fixture('servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
    asking: fixture('client-requests/server.mjs', 'modern'),
    samples: fixture('schema-samples/server.mjs'),
    github: { type: 'stdio', command: 'github-mcp-server', args: ['stdio'] },
    remote: { type: 'http', url: 'http://127.0.0.1:1/mcp' },
    resting: fixture('schema-samples/server.mjs'),
    memory: { type: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory@2026.1.26'] },
  },
};

/** Those that are approved and started, in their order. */
export const started = ['everything', 'asking', 'samples', 'github', 'remote'];

const calls: readonly (readonly [server: string, tool: string, args: object])[] = [
  ['everything', 'get-tiny-image', {}],
  ['everything', 'get-structured-content', { location: 'Chicago' }],
  ['everything', 'toggle-simulated-logging', {}],
  ['everything', 'get-resource-links', { count: 3 }],
  ['everything', 'get-sum', { a: 'no number', b: 1 }],
  ['everything', 'trigger-long-running-operation', { duration: 600, steps: 600 }],
  ['samples', 'result_kinds', {}],
  ['samples', 'result_structured', {}],
  ['samples', 'result_big', { megabytes: 1 }],
  ['samples', 'string', { rows: Array.from({ length: 2_000 }, (_, id) => ({ id, name: `row ${id}` })) }], // echoed as JSON
  ['samples', 'result_counter', {}],
  ['samples', 'result_counter', {}],
  ['samples', 'fail_tool', {}],
  ['samples', 'fail_rpc', {}],
  ['embedded', 'switchboard_servers', {}],
  ['asking', 'ask_form', {}],
];

/** The calls that the views show. */
export async function makeCalls(inspector: Frame): Promise<void> {
  for (const server of started.slice(0, 3)) {
    await select(inspector, server);
    await inspector.locator('[data-testid=server-header][data-state=connected]').waitFor();
  }
  for (const call of calls) await run(inspector, ...call);
  await select(inspector, 'everything', 'simulate-research-query');
  await inspector.locator('[data-field="/topic"] input').fill('bees');
  await inspector.getByTestId('run-as-task').click();
  await inspector.locator('[data-testid=task-detail][data-status=completed]').waitFor();
  await tool(inspector, 'asking', 'ask_form');
  await inspector.getByTestId('client-request').waitFor();
}

let requests = 9_000;

/** A call as the page would make it, whatever it shows. */
export async function run(frame: Frame, server: string, tool: string, args: object): Promise<void> {
  const id = requests++;
  const params = { call: `walk-${tool}-${id}`, server, tool, args };
  await postToHost(frame, { kind: 'request', id, method: 'calls/run', params });
}

export async function select(inspector: Frame, server: string, tool?: string): Promise<void> {
  const params = tool === undefined ? { server } : { server, tool };
  await postToHost(inspector, { kind: 'request', id: requests++, method: 'selection/set', params });
  await inspector.locator('[data-testid=server-header]').waitFor();
  if (tool !== undefined) await inspector.locator(`[data-testid=tool-detail][data-tool="${tool}"]`).waitFor();
}

/** A part of a server, with its first entry open where there is one to name. */
export async function part(inspector: Frame, server: string, tab: string, entry?: string): Promise<void> {
  await select(inspector, server);
  await inspector.getByTestId(`tab-${tab}`).click();
  await inspector.locator(`[data-shown=${tab}]`).waitFor();
  const back = inspector.locator('.back:visible');
  if ((await back.count()) > 0) await back.first().click();
  await loaded(inspector, tab);
  await clearSearch(inspector, tab);
  if (entry !== undefined) await inspector.locator(entry).first().click();
}

/** A page that is being loaded has a ring in its middle. */
function loaded(inspector: Frame, tab: string): Promise<void> {
  return inspector.locator(`[data-shown=${tab}] .centre`).waitFor({ state: 'detached' });
}

async function clearSearch(inspector: Frame, tab: string): Promise<void> {
  const search = inspector.locator(`[data-shown=${tab}] [data-testid$=-search]:visible input`);
  if ((await search.count()) > 0) await search.first().fill('');
}

/** A tool with its last result, and one of the tabs of its form. */
export async function tool(inspector: Frame, server: string, name: string, tab = 'form'): Promise<void> {
  await select(inspector, server);
  await inspector.getByTestId('tab-tools').click();
  await clearSearch(inspector, 'tools');
  await select(inspector, server, name);
  await inspector.getByTestId(`tab-${tab}`).first().click(); // a question has a form of its own
}

/** A server that is not connected. */
export async function notRunning(inspector: Frame, server: string, tab: string): Promise<void> {
  await select(inspector, server);
  await inspector.getByTestId(`tab-${tab}`).click();
  await inspector.locator(`[data-shown=${tab}]`).waitFor();
  await loaded(inspector, tab);
}

/** A call of a server that asks, with what it asks. */
export async function ask(inspector: Frame, name: string): Promise<void> {
  await tool(inspector, 'asking', name);
  await inspector.getByTestId('run').click();
  await inspector.getByTestId('results').getByTestId('client-request').waitFor();
}

export async function dismiss(inspector: Frame): Promise<void> {
  await inspector.getByTestId('results').getByTestId('request-cancel').click();
}

/** What is behind "…" under a form. */
export async function runExtra(inspector: Frame, item: string, shown: string): Promise<void> {
  await tool(inspector, 'everything', 'get-structured-content');
  if (await inspector.getByTestId(shown).isVisible()) return;
  await inspector.getByTestId('run-more').click();
  await inspector.getByTestId(item).click();
  await inspector.getByTestId(shown).waitFor();
}

export const inspectorView = (name: string, show: View['show']): View => ({ name, page: 'inspector', show });
export const trafficView = (name: string, show: View['show']): View => ({ name, page: 'traffic', show });

/** What opens and closes a section. */
export const head = (inspector: Frame, testId: string): Locator =>
  inspector.getByTestId(testId).getByRole('button').first();

export async function openSection(inspector: Frame, testId: string): Promise<void> {
  if ((await head(inspector, testId).getAttribute('aria-expanded')) === 'false') await head(inspector, testId).click();
  await inspector.getByTestId(testId).evaluate((section) => section.scrollIntoView());
}

export async function trafficTab(traffic: Frame, tab: string, filter = ''): Promise<void> {
  await traffic.getByTestId(`tab-${tab}`).click();
  if (tab !== 'rules') await traffic.locator('[data-testid=traffic-filter] input').fill(filter);
  await traffic.getByTestId(`tab-${tab}`).focus(); // away from the field, which offers words
}

export async function patterns(frame: Frame): Promise<void> {
  const back = frame.locator('.back:visible');
  if ((await back.count()) > 0) await back.first().click();
  await frame.locator('[role=option][data-pattern]').first().waitFor();
}

/** The ring is drawn only for a focus that came by key. */
export async function focus(frame: Frame, target: string): Promise<void> {
  await frame.locator(target).first().focus();
  await frame.page().keyboard.press('Shift');
}
