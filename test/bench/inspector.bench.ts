// Our Inspector beside MCP Inspector 2.12, in the same browser and the same run, with the same servers.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { ArrayNode } from '../../webview/model/form/fields/arrayNode.ts';
import { Form } from '../../webview/model/form/form.ts';
import type { FieldNode } from '../../webview/model/form/fields/fieldNode.ts';
import { ObjectNode } from '../../webview/model/form/fields/objectNode.ts';
import { RawNode } from '../../webview/model/form/fields/scalarNodes.ts';
import { UnionNode } from '../../webview/model/form/fields/unionNode.ts';
import { Switchboard } from '../e2e/support/switchboard.ts';
import { type Window, withWindow } from '../e2e/support/window.ts';
import { clickToText, keystrokes } from './inspector/inPage.ts';
import { begin, startIfStopped, withServers } from './inspector/ours.ts';
import { type Peer, connectPeer, pickPeerTool, showPeerTools, startPeer } from './inspector/peer.ts';
import { realTools } from './inspector/realTools.ts';
import { reopen } from './support/reopen.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const server = join(import.meta.dirname, 'inspector/server.mjs');
const peerName = 'MCP Inspector 2.12 in the same browser';
const calls = 15;
const opens = 5;

async function opened(peer: Peer): Promise<Page> {
  const { page, url } = await peer.newPage();
  await page.goto(url);
  await connectPeer(page);
  await showPeerTools(page);
  return page;
}

/** From the click on Run to the answer on screen, for a tool that answers at once. */
async function clickRows(window: Window): Promise<readonly Row[]> {
  const inspector = await begin(window, 'bench');
  await inspector.locator('[role=option][data-tool=tick]').click();
  await inspector.getByTestId('run').waitFor();
  await using peer = await startPeer([server]);
  const page = await opened(peer);
  await pickPeerTool(page, 'tick');
  const next = { ours: 1, peer: 1 };
  const ours = (): Promise<number> =>
    clickToText(inspector, '[data-testid=run]', '[data-testid=results]', `tick ${next.ours++}`);
  const theirs = async (): Promise<number> => {
    const close = page.getByRole('button', { name: 'Close results' });
    if (await close.isVisible()) await close.click();
    await page.getByRole('button', { name: 'Execute Tool' }).waitFor();
    await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Execute Tool');
      button?.setAttribute('data-bench', 'execute');
    });
    return clickToText(page, '[data-bench=execute]', 'body', `tick ${next.peer++}`);
  };
  await ours();
  await theirs(); // the first call of each is warm-up
  const times = await inTurns(calls, ours, theirs);
  await page.context().close();
  const spec = { name: 'click to answer', unit: 'ms', peerName, limit: { ratio: 0.5 } };
  return [row(spec, times.ours, times.peer)];
}

/** What a user does to see a server: opens the view in the window, or starts the Inspector. */
async function openRows(window: Window): Promise<readonly Row[]> {
  const switchboard = new Switchboard(window);
  const theirs = async (): Promise<number> => {
    const start = performance.now();
    await using peer = await startPeer([server]);
    const page = await opened(peer);
    const ms = performance.now() - start;
    await page.context().close();
    return ms;
  };
  let { driver } = window;
  const ours = async (): Promise<number> => {
    driver = await reopen(window, driver);
    const start = performance.now();
    const inspector = await switchboard.inspector();
    await startIfStopped(inspector);
    await inspector.locator('[role=option][data-tool=tick]').waitFor();
    return performance.now() - start;
  };
  const inspector = await switchboard.inspector();
  await inspector.getByRole('button', { name: 'Back to' }).first().click(); // the list opens again, not the tool of before
  await inspector.waitForTimeout(500); // and that is remembered
  const times = await inTurns(opens, ours, theirs);
  const spec = { name: 'open to connected with tools listed', unit: 'ms', peerName, limit: { ratio: 0.5 } };
  return [row(spec, times.ours, times.peer)];
}

async function manyRows(window: Window): Promise<readonly Row[]> {
  const inspector = await begin(window, 'many');
  await inspector.locator('[role=option][data-tool=tick]').waitFor();
  await using peer = await startPeer([server, '--many', '2000']);
  const page = await opened(peer);
  const ours = (): Promise<number> => usableMs(inspector);
  const theirs = async (): Promise<number> => {
    await page.getByText('Servers', { exact: true }).first().click();
    await page.waitForTimeout(300);
    await page.evaluate(() => {
      const tab = [...document.querySelectorAll<HTMLElement>('label, button, a')].find(
        ({ innerText }) => innerText === 'Tools',
      );
      tab?.setAttribute('data-bench', 'tools');
    });
    return clickToText(page, '[data-bench=tools]', 'button.list-item', 'tick');
  };
  const usable = await inTurns(opens, ours, theirs);
  const mine = await keystrokes(inspector, '[data-testid=tool-search]', '[role=option][data-tool]', searches);
  const other = await keystrokes(page, 'input[placeholder^="Search tools"]', 'button.list-item', searches);
  await page.context().close();
  return [
    row(
      { name: '2,000 tools: list usable', unit: 'ms', peerName, limit: { ratio: 0.5, ours: 150 } },
      usable.ours,
      usable.peer,
    ),
    row({ name: '2,000 tools: one keystroke', unit: 'ms', peerName, limit: { ratio: 0.5, ours: 16 } }, mine, other),
  ];
}

/** From choosing the tab to its first row, with the list built anew. */
async function usableMs(inspector: Frame): Promise<number> {
  await inspector.getByTestId('tab-prompts').click();
  await inspector.locator('[data-shown=prompts] [data-region=list]').waitFor();
  return clickToText(inspector, '[data-testid=tab-tools]', '[role=option][data-tool]', 'tick');
}

/** What is typed, and the row that both lists then show first. */
const searches = [
  ['t', 'tick'],
  ['to', 'tool_0'],
  ['tool_1', 'tool_1'],
  ['tool_19', 'tool_19'],
  ['tool_199', 'tool_199'],
  ['tool_', 'tool_0'],
  ['tick', 'tick'],
  ['tool_7', 'tool_7'],
] as const;

/** How many tools of real servers cannot be filled in without writing JSON. */
async function formRows(): Promise<readonly Row[]> {
  const tools = await realTools();
  const file = join(mkdtempSync(join(tmpdir(), 'bench-tools-')), 'tools.json');
  writeFileSync(file, JSON.stringify(tools));
  await using peer = await startPeer([server, '--tools', file]);
  const page = await opened(peer);
  const theirs: string[] = [];
  for (const { name } of tools) {
    if (await needsJson(page, name)) theirs.push(name);
  }
  await page.context().close();
  const ours = tools.filter(({ inputSchema }) => hasRawField(new Form(inputSchema).root)).map(({ name }) => name);
  if (ours.length > 0) console.log(`Not editable without JSON: ${ours.join(', ')}`);
  console.log(
    `Forms of ${tools.length} tools of real servers: ours ${tools.length - ours.length}, peer ${tools.length - theirs.length}`,
  );
  const share = (names: readonly string[]): number[] => [(100 * names.length) / tools.length];
  const spec = { name: 'tools of real servers whose form falls back to JSON', unit: '%', peerName };
  return [row({ ...spec, limit: { ratio: 0.01, ours: 0 } }, share(ours), share(theirs))];
}

/** Its JSON mode, once entered for one tool, stays for the next: that is undone on another tool first, and not counted. */
async function needsJson(page: Page, name: string): Promise<boolean> {
  await pickPeerTool(page, 'tick');
  await page.getByRole('button', { name: 'Execute Tool' }).waitFor();
  const toggle = page.getByRole('switch', { name: 'Edit as JSON' });
  if ((await toggle.count()) > 0 && (await toggle.isChecked())) await toggle.click({ force: true });
  await pickPeerTool(page, name);
  await page.waitForTimeout(150);
  return (await page.locator('.ace_editor:not(.json-editor-readonly):visible').count()) > 0;
}

/** Everything a user can expand: one item of each list, each branch of each union, a few levels deep. */
function hasRawField(node: FieldNode, depth = 0): boolean {
  if (node instanceof RawNode) return true;
  if (depth > 4) return false;
  if (node instanceof ObjectNode) return node.properties.value.some((each) => hasRawField(each, depth + 1));
  if (node instanceof ArrayNode) {
    if (node.items.value.length === 0 && node.canAdd) node.add();
    return node.items.value.some((each) => hasRawField(each, depth + 1));
  }
  if (!(node instanceof UnionNode)) return false;
  return node.branches.some((_, at) => {
    node.choose(at);
    return node.field.value !== undefined && hasRawField(node.field.value, depth + 1);
  });
}

export const inspector: Bench = {
  name: 'inspector',
  inVscode: true,
  run: async () => {
    const arrange = withServers({ bench: [server], many: [server, '--many', '2000'] });
    const inWindow = (body: (window: Window) => Promise<readonly Row[]>): Promise<readonly Row[]> =>
      withWindow('bench', { arrange, width: 1400, height: 900 }, body);
    return [
      ...(await inWindow(async (window) => [...(await clickRows(window)), ...(await openRows(window))])),
      ...(await inWindow(manyRows)),
      ...(await formRows()),
    ];
  },
};
