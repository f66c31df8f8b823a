// `node webview/dev/check.mjs [part of a name…]` drives the built webview as a person would and runs axe over every scene.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildApp, launch, openPage, themeNames } from './bed.mjs';
import { scenes } from './scenes.mjs';

const app = await buildApp();
const browser = await launch();
const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const wanted = process.argv.slice(2);
let failed = 0;

async function check(name, options, run) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) return;
  const page = await openPage(browser, app, options);
  try {
    await run(page);
    const own = page.problems.filter((problem) => !problem.includes('inline style'));
    assert.deepEqual(own, [], 'nothing in the console');
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${error.stack}`);
    await page.screenshot({ path: new URL('../../out/webview/failed.png', import.meta.url).pathname });
  }
  await page.context().close();
}

const requests = (page, method) =>
  page.evaluate(
    (name) => window.fakeHost.requests.filter((frame) => frame.method === name).map((frame) => frame.params),
    method,
  );
const tool = (page, name) => page.locator(`[role=option][data-tool="${name}"]`);
const becomes = async (read, expected) => {
  for (let tries = 0; tries < 100 && (await read()) !== expected; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await read(), expected);
};
const finished = (page) => page.locator('[data-testid=result]:not([data-status=running])');

await check('a tool is found, run with Ctrl+Enter and answers under its own name', { width: 320 }, async (page) => {
  await page.getByRole('textbox', { name: 'Search tools' }).fill('echo');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Message' }).fill('hello');
  await page.keyboard.press('Control+Enter');
  await finished(page).waitFor();
  assert.match(await page.getByTestId('content-text').innerText(), /"message":"hello"/);
  assert.deepEqual((await requests(page, 'tools/call'))[0].args, { message: 'hello' });
});

await check('a missing value stops the run, and "Send anyway" sends it', { width: 320 }, async (page) => {
  await tool(page, 'echo').click();
  await page.getByTestId('run').click();
  assert.equal(await page.getByTestId('form-problems').innerText(), '1 problem');
  assert.equal((await requests(page, 'tools/call')).length, 0);
  await page.waitForFunction(() => document.activeElement?.closest('[data-field="/message"]'));
  await page.getByTestId('send-anyway').click();
  await finished(page).waitFor();
  assert.deepEqual((await requests(page, 'tools/call'))[0].args, {});
});

await check(
  'a slow call reports progress, is cancelled, and its result never shows under another tool',
  { width: 900 },
  async (page) => {
    await tool(page, 'slow').click();
    await page.getByTestId('run').click();
    await page.getByText('Step 1 of 5').waitFor();
    await tool(page, 'picture').click();
    await page.getByTestId('run').click();
    await page.getByTestId('content-image').waitFor();
    await page.waitForTimeout(1_500);
    assert.equal(await page.getByText('slow is done').count(), 0);
    await tool(page, 'slow').click();
    await page.getByText('slow is done').waitFor();
    await page.getByTestId('run').click();
    await page.getByTestId('cancel').click();
    await page.locator('[data-testid=result][data-status=cancelled]').waitFor();
    assert.equal(await page.locator('.runs vscode-button').count(), 2);
  },
);

await check('form and JSON stay in step, and Ctrl+Space completes from the schema', { width: 420 }, async (page) => {
  await tool(page, 'echo').click();
  await page.getByRole('textbox', { name: 'Message' }).fill('hi');
  await page.getByTestId('tab-json').click();
  const text = page.locator('[data-testid=json-editor] textarea');
  assert.deepEqual(JSON.parse(await text.inputValue()), { message: 'hi' });
  await text.fill('{');
  await page.getByTestId('suggestions').getByText('tone').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await becomes(() => text.inputValue(), '{"tone": ');
  await page.keyboard.press('Control+ ');
  await page.getByTestId('suggestions').getByText('harsh').click();
  await becomes(() => text.inputValue(), '{"tone": "harsh"');
  await page.keyboard.type('}');
  await becomes(() => text.inputValue(), '{"tone": "harsh"}');
  await page.getByTestId('tab-form').click();
  assert.equal(
    await page.locator('[data-field="/tone"] vscode-dropdown').evaluate((element) => element.displayValue),
    'harsh',
  );
});

await check('unset, empty and null can be told apart and sent', { width: 420 }, async (page) => {
  await tool(page, 'zoo').click();
  const nick = page.locator('[data-field="/nick"]');
  assert.equal(await nick.getAttribute('data-mode'), 'unset');
  await nick.hover();
  await page.getByRole('button', { name: 'nick: send empty text' }).click();
  assert.equal(await nick.locator('input').getAttribute('placeholder'), 'empty text');
  await page.getByRole('button', { name: 'nick: send null' }).click();
  assert.equal(await nick.locator('input').getAttribute('placeholder'), 'null');
  await page.getByRole('button', { name: 'nick: do not send' }).click();
  assert.equal(await nick.getAttribute('data-mode'), 'unset');
});

await check(
  'lists, maps, unions and conditions are filled in with the mouse',
  { width: 420, height: 1800 },
  async (page) => {
    await tool(page, 'zoo').click();
    await page.getByRole('button', { name: 'Add item to tags' }).click();
    await page.getByRole('textbox', { name: 'tags, item 1' }).fill('one');
    await page.getByRole('button', { name: 'Add headers' }).click();
    await page.getByRole('button', { name: 'Add property to headers' }).click();
    await page.getByRole('textbox', { name: 'Property name' }).fill('X-A');
    await page.locator('[data-field="/headers/X-A"] input').last().fill('1');
    const choose = async (name, option) => {
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Kind of shape', 'Square');
    await page.getByRole('textbox', { name: 'side' }).fill('4');
    await choose('kind', 'dog');
    await page.getByRole('textbox', { name: 'breed' }).fill('pug');
    await page.locator('[data-field="/agree"] vscode-checkbox').click();
    await page.getByTestId('tab-json').click();
    const value = JSON.parse(await page.locator('[data-testid=json-editor] textarea').inputValue());
    assert.deepEqual(value, {
      agree: true,
      kind: 'dog',
      tags: ['one'],
      address: {},
      headers: { 'X-A': '1' },
      shape: { type: 'square', side: 4 },
      breed: 'pug',
    });
  },
);

await check('what was typed and answered survives a reload', { width: 320 }, async (page) => {
  await tool(page, 'echo').click();
  await page.getByRole('textbox', { name: 'Message' }).fill('kept');
  await page.getByTestId('run').click();
  await finished(page).waitFor();
  await page.waitForTimeout(400);
  const saved = await page.evaluate(() => window.fakeHost.state.saved);
  await page.addInitScript((state) => (window.fakeHost.state.saved = state), saved);
  await page.reload();
  await page.getByTestId('tool-detail').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'kept');
  assert.match(await page.getByTestId('content-text').innerText(), /kept/);
});

await check('a tree is searched and walked with the keyboard', { width: 500 }, async (page) => {
  await tool(page, 'switchboard_servers').click();
  await page.getByTestId('run').click();
  await finished(page).waitFor();
  await page.getByRole('textbox', { name: 'Find in result' }).fill('ECONNREFUSED');
  await page.locator('.json-row.is-found').waitFor();
  assert.match(await page.locator('.json-row.is-found').innerText(), /ECONNREFUSED/);
  await page.getByRole('tree', { name: 'Structured content' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.getByRole('tree', { name: 'Structured content' }).getByRole('treeitem').count(), 1);
  await page.keyboard.press('ArrowRight');
  assert.ok((await page.getByRole('tree', { name: 'Structured content' }).getByRole('treeitem').count()) > 1);
});

await check(
  'approve, start and stop reach the host; a failure is shown',
  { width: 320, prepare: () => (window.fakeWorld.selection = { server: 'git' }) },
  async (page) => {
    await page.getByRole('button', { name: 'Approve and start' }).first().click();
    assert.deepEqual(await requests(page, 'servers/approve'), [{ server: 'git' }]);
  },
);

const rows = (from, count) =>
  Array.from({ length: count }, (_, at) => ({
    at: from + at,
    server: 's',
    connection: 'c',
    direction: (from + at) % 2 ? 'toClient' : 'toServer',
    kind: (from + at) % 2 ? 'response' : 'request',
    method: 'ping',
    bytes: 9,
    preview: `n${from + at}`,
    ...((from + at) % 2 && { pair: from + at - 1, status: 'ok', durationMs: 5 }),
  }));
const append = (page, list) => page.evaluate((more) => window.fakeHost.append(more), list);

await check(
  'traffic follows the newest, stops when scrolled, keeps its place and follows again',
  { view: 'traffic', width: 900, height: 300 },
  async (page) => {
    await append(page, rows(0, 500));
    await page.locator('[data-seq="499"]').waitFor();
    const list = page.getByTestId('traffic-rows');
    await list.evaluate((element) => (element.scrollTop = 2_200));
    await page.locator('[data-seq="102"]').waitFor();
    await append(page, rows(500, 500));
    await page.getByText('1,000').waitFor();
    assert.equal(await list.evaluate((element) => element.scrollTop), 2_200);
    assert.equal(await page.getByTestId('traffic-follow').getAttribute('aria-pressed'), 'false');
    await page.getByTestId('traffic-follow').click();
    await page.locator('[data-seq="999"]').waitFor();
  },
);

await check(
  'a row opens its body, jumps to its partner and is moved with the keyboard',
  { view: 'traffic', width: 900, height: 300 },
  async (page) => {
    await append(page, rows(0, 100));
    await page.locator('[data-seq="99"]').click();
    await page.getByTestId('frame-body').waitFor();
    await page.getByTestId('frame-pair').click();
    await page.locator('[data-seq="98"].is-selected').waitFor();
    await page.getByTestId('traffic-rows').focus();
    await page.keyboard.press('Home');
    await page.locator('[data-seq="0"].is-selected').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.getByTestId('frame-details').count(), 0);
  },
);

await check(
  'the filter narrows, pause holds back, clear empties',
  { view: 'traffic', width: 900, height: 300 },
  async (page) => {
    await append(page, rows(0, 100));
    await page.getByRole('textbox', { name: 'Filter traffic' }).fill('n42');
    await page.getByText('1 of 100').waitFor();
    await page.getByRole('textbox', { name: 'Filter traffic' }).fill('');
    await page.getByTestId('traffic-pause').click();
    await append(page, rows(100, 10));
    await page.getByText('10 waiting').waitFor();
    await page.getByTestId('traffic-pause').click();
    await page.getByText('110').waitFor();
    await page.getByTestId('traffic-clear').click();
    await page.getByText('Every message').waitFor();
  },
);

for (const scene of scenes) {
  for (const theme of scene.themes ?? themeNames) {
    await check(`axe: ${scene.name} in ${theme}`, { ...scene, theme }, async (page) => {
      await scene.act?.(page);
      await page.waitForTimeout(150);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(
        violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id} ${node.target} ${node.any[0]?.message ?? ''}`),
        ),
        [],
      );
    });
  }
}

await browser.close();
console.log(failed === 0 ? 'all ok' : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
