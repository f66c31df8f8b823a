import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { accessibilityProblems } from './support/accessibility.ts';
import { Switchboard } from './support/switchboard.ts';
import { setTheme, themes } from './support/theme.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { arrangeRecording, filter, shown } from './support/recordingView.ts';
import { type Step, type Window, inWindow } from './support/window.ts';
import { chooseInMenu, textOf } from './support/toolCalls.ts';

const id = 'TMKB-AUTHZ-001';

/** Takes the name that the save dialog offers. */
async function save({ page, folder }: Window, ending: string): Promise<string> {
  const before = new Set(readdirSync(folder));
  const dialog = page.locator('.quick-input-widget');
  const input = dialog.locator('input').first();
  await until(async () => (await input.inputValue()).includes(ending), 'the name that it offers');
  await dialog.locator('.monaco-button', { hasText: 'OK' }).click();
  return until(() => {
    const name = readdirSync(folder).find((one) => one.endsWith(ending) && !before.has(one));
    return name !== undefined && readFileSync(join(folder, name), 'utf8') !== '' ? join(folder, name) : undefined;
  }, 'the file');
}

/** Exports the selected frames, or all, in one of the forms that are offered. */
async function exportAs(window: Window, traffic: Frame, ending: string): Promise<string> {
  await traffic.getByTestId('traffic-export').click();
  await window.page.locator('.quick-input-list .monaco-list-row', { hasText: ending }).click();
  return readFileSync(await save(window, ending), 'utf8');
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly inspector: Frame;
  readonly traffic: Frame;
  /** The frames of tool calls. */
  readonly call: Locator;
}

/** One call of a knowledge tool, and the frames that it left. */
async function openTraffic(window: Window, step: Step): Promise<Scenario> {
  const switchboard = new Switchboard(window);
  const inspector = await switchboard.inspector();
  await inspector.locator('[role=option][data-tool=tmkb_get]').click();
  await inspector.locator('[data-testid=tool-detail][data-tool=tmkb_get]').waitFor();
  await inspector.locator('[data-field="/id"] input').fill(id);
  await inspector.getByTestId('run').click();
  await inspector.locator('[data-testid=result]:not([data-status=running])').first().waitFor();
  const traffic = await switchboard.traffic();
  return { window, step, inspector, traffic, call: traffic.locator('[role=row][data-method="tools/call"]') };
}

async function findFrames({ step, traffic, call }: Scenario): Promise<void> {
  await step('a query is completed, filters the list, and shows what is wrong with it', async () => {
    await call.last().waitFor(); // its name is what is offered
    await traffic.getByRole('textbox', { name: 'Filter traffic' }).pressSequentially('tool:tmkb');
    await traffic.locator('.suggestions [role=option]', { hasText: 'tool:tmkb_get' }).click();
    await until(async () => (await shown(traffic)) === 1, 'the call');
    await filter(traffic, 'stauts:ok');
    await traffic.getByTestId('query-problem').waitFor();
    await traffic.getByTestId('traffic-filter-clear').click();
    await until(async () => (await shown(traffic)) > 1, 'everything');
  });

  await step('a call is one row with its response; every frame of it is one click away', async () => {
    await filter(traffic, 'tool:tmkb_get status:ok');
    await call.last().filter({ hasText: 'MCP Switchboard' }).click(); // its name in the tree
    await traffic.getByTestId('frame-body').getByText('result').first().waitFor();
    await traffic.getByTestId('frame-request').click();
    await traffic.getByTestId('frame-body').getByText('params').first().waitFor();
    await traffic.getByTestId('show-raw').click();
    await filter(traffic, 'tool:tmkb_get');
    await until(async () => (await shown(traffic)) === 2, 'the request and the response');
  });

  await step('text deep in a body is found by the host', async () => {
    await filter(traffic, 'kind:response body:CWE-862');
    await until(async () => (await shown(traffic)) > 0, 'the answer that holds it');
    await filter(traffic, 'body:"in no body at all 8271"');
    await traffic.getByText('No matching frames.').waitFor();
  });
}

/** All that can be done with a call, by the right button. */
const rowMenu = [
  'frame-compare',
  'frame-resend',
  'frame-break',
  'frame-only',
  'frame-pin',
  'row-server',
  'row-hide',
  'row-copy',
  'row-copy-response',
  'row-check',
  'row-export',
];

async function arrangeList({ window, step, traffic, call }: Scenario): Promise<void> {
  const { page } = window;
  const menu = traffic.locator('.menu:popover-open');
  await step('rows are sorted by a head, columns chosen in its menu and made wider with keys', async () => {
    await traffic.getByTestId('show-raw').click();
    await traffic.getByTestId('frame-close').click();
    await filter(traffic, '');
    await page.keyboard.press('Escape'); // the suggestions lie over the heads
    const head = traffic.locator('[role=columnheader]');
    await traffic.locator('[data-sort=latency]').click();
    await traffic.locator('[role=columnheader][aria-sort=descending]', { hasText: 'Latency' }).waitFor();
    const width = (): Promise<number> => head.nth(1).evaluate((cell) => cell.getBoundingClientRect().width);
    const before = await width();
    await traffic.locator('[data-sort=server]').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await until(async () => (await width()) > before, 'a wider column');
    await head.first().click({ button: 'right' });
    await menu.getByTestId('column-size').click();
    await head.filter({ hasText: 'Size' }).waitFor({ state: 'detached' });
    await head.first().click({ button: 'right' });
    await menu.getByTestId('columns-reset').click();
    await head.filter({ hasText: 'Size' }).waitFor();
  });

  await step('chips, the menu of a row and probes on demand change what is shown', async () => {
    const field = traffic.getByRole('textbox', { name: 'Filter traffic' });
    await traffic.getByTestId('chip-status-error').click();
    await until(async () => (await field.inputValue()) === 'status:error,lost', 'the filter of the chip');
    await traffic.getByTestId('chip-status-error').click();
    await traffic.getByTestId('traffic-follow').click(); // by time again
    await call.last().click({ button: 'right' });
    await menu.getByTestId(rowMenu.at(-1)!).waitFor();
    const offered = await menu
      .locator('[data-testid]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')));
    assert.deepEqual(offered, rowMenu);
    await menu.getByTestId('row-hide').click();
    await until(async () => (await field.inputValue()) === '-tool:tmkb_get', 'the filter of the menu');
    await until(async () => (await call.count()) === 0, 'no such call');
    await filter(traffic, 'method:server/discover');
    await traffic.getByText('No matching frames.').waitFor();
    await traffic.getByTestId('show-probes').click();
    await traffic.locator('[role=row]', { hasText: 'probe' }).first().waitFor();
    await traffic.getByTestId('show-probes').click();
    await traffic.getByTestId('show-raw').click(); // the next steps are about frames
  });
}

async function useFrames({ window, step, inspector, traffic, call }: Scenario): Promise<void> {
  const { workbench, page } = window;
  await step('two selected frames are compared in a diff editor', async () => {
    await filter(traffic, 'tool:tmkb_get');
    await call.first().click();
    await call.last().click({ modifiers: ['Control'] });
    await traffic.getByTestId('traffic-compare').click();
    await workbench.tab('tmkb_get').waitFor();
    await page.locator('.monaco-diff-editor').waitFor();
    const exported = await exportAs(window, traffic, '.mcptrace'); // the two, and no other
    const rows = exported.trim().split('\n').slice(1);
    assert.deepEqual(
      rows.map((line) => (JSON.parse(line) as { kind: string; name: string }).name),
      ['tmkb_get', 'tmkb_get'],
    );
    const { log } = JSON.parse(await exportAs(window, traffic, '.har')) as { log: { entries: unknown[] } };
    assert.equal(log.entries.length, rows.filter((line) => line.includes('"kind":"request"')).length);
  });

  await step('a frame leads to its partner; the keyboard moves in the list and closes what is open', async () => {
    await call.first().click();
    await traffic.getByTestId('frame-body').waitFor();
    await traffic.getByTestId('frame-pair').click();
    await traffic.locator('[role=row].is-selected .kind-response').waitFor();
    await traffic.getByTestId('traffic-rows').focus();
    await page.keyboard.press('Home');
    await traffic.locator('[role=row].is-selected .kind-request').waitFor();
    await page.keyboard.press('Escape');
    await traffic.getByTestId('frame-details').waitFor({ state: 'detached' });
  });

  await step('a frame is pinned, and found by its pin', async () => {
    await traffic.getByTestId('show-raw').click();
    await call.first().click();
    await chooseInMenu(traffic, 'frame-more', 'frame-pin');
    await traffic.getByTestId('traffic-pinned').click();
    await until(async () => (await shown(traffic)) === 1, 'the pinned frame alone');
  });

  await step('edit and resend brings the arguments back into the form', async () => {
    await inspector.locator('[data-field="/id"] input').fill('something else');
    await traffic.getByTestId('frame-resend').click();
    await until(
      async () => (await inspector.locator('[data-field="/id"] input').inputValue()) === id,
      'the recorded argument',
    );
  });

  await step('from a tool to its traffic', async () => {
    await inspector.getByTestId('show-traffic').click();
    const field = traffic.getByRole('textbox', { name: 'Filter traffic' });
    await until(async () => (await field.inputValue()) === 'server:embedded tool:tmkb_get', 'its query');
  });
}

async function measureCalls({ window, step, traffic }: Scenario): Promise<void> {
  const { page } = window;
  await step('the waterfall has a bar for the call, zoomed with keys; the statistics count it', async () => {
    await filter(traffic, '');
    await traffic.getByTestId('tab-waterfall').click();
    await traffic.locator('[data-call]', { hasText: 'tmkb_get' }).waitFor();
    await traffic.getByTestId('waterfall-rows').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await traffic.getByTestId('tab-statistics').click();
    assert.match(await traffic.locator('[data-what=tmkb_get]').innerText(), /tmkb_get\s+MCP Switchboard\s+1\s+0\s/);
    await traffic.getByTestId('statistics-save').click();
    await traffic.getByTestId('statistics-csv').click();
    assert.match(readFileSync(await save(window, '.csv'), 'utf8'), /\nembedded,tools\/call,tmkb_get,1,1,0,0,/);
    await traffic.getByTestId('statistics-save').click();
    await traffic.getByTestId('statistics-json').click();
    const { rows } = JSON.parse(readFileSync(await save(window, '.json'), 'utf8')) as { rows: { name?: string }[] };
    assert.ok(rows.some(({ name }) => name === 'tmkb_get'));
  });

  await step('a part of the timeline filters the list; waterfall and statistics are saved as pictures', async () => {
    await traffic.getByTestId('latency-plot').waitFor();
    await traffic.getByTestId('statistics-save').click();
    await traffic.getByTestId('statistics-png').click();
    assert.equal(readFileSync(await save(window, '.png'), 'latin1').slice(1, 4), 'PNG');
    await traffic.getByTestId('tab-waterfall').click();
    await chooseInMenu(traffic, 'waterfall-export', 'waterfall-png');
    await save(window, '.png');
    await chooseInMenu(traffic, 'waterfall-export', 'waterfall-csv');
    assert.match(readFileSync(await save(window, '.csv'), 'utf8'), /,embedded,tools\/call,tmkb_get,ok,/);
    const { x, y, width } = (await traffic.getByTestId('overview').boundingBox()) ?? assert.fail();
    await page.mouse.move(x + width / 4, y + 5);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 5, { steps: 3 });
    await page.mouse.up();
    await traffic.getByTestId('chip-time').waitFor();
    await traffic.getByTestId('tab-messages').click();
    const field = traffic.getByRole('textbox', { name: 'Filter traffic' });
    assert.match(await field.inputValue(), /^time>=\d+ time<=\d+$/);
    await traffic.getByTestId('chip-time').click();
    await until(async () => (await field.inputValue()) === '', 'the empty filter');
  });

  await step(
    'a regular expression that takes too long is stopped with a message, and the window stays usable',
    async () => {
      await traffic.getByTestId('tab-messages').click();
      await filter(traffic, 'body:/("[^"]*"|.)*!!!!/');
      await traffic.getByText('the regular expression takes too long').waitFor();
      await filter(traffic, '/^tools.call$/');
      await until(async () => (await shown(traffic)) === 1, 'the call');
      await filter(traffic, '');
    },
  );
}

async function interceptCalls({ window, step, inspector, traffic, call }: Scenario): Promise<void> {
  const { workbench, page } = window;
  await step('a rule pauses the next call, is shown in a banner, and the edited call continues', async () => {
    await traffic.getByTestId('tab-messages').click();
    await call.first().click();
    await chooseInMenu(traffic, 'frame-more', 'frame-break');
    await traffic.getByTestId('rules-banner').waitFor();
    await inspector.getByTestId('run').click();
    await traffic.getByTestId('tab-rules').click();
    const held = traffic.locator('[data-testid=held-call] textarea');
    await until(async () => (await held.inputValue()).includes(id), 'its text');
    await held.fill((await held.inputValue()).replace(id, 'TMKB-AUTHZ-002'));
    await traffic.getByTestId('held-continue').click();
    await traffic.getByTestId('rules-clear').click();
    await traffic.getByTestId('rules-banner').waitFor({ state: 'detached' });
    assert.match(await textOf(inspector), /TMKB-AUTHZ-002/);
  });

  await step(
    'a rule added from the palette fails calls and is shown in the status bar until it is removed',
    async () => {
      const list = page.locator('.quick-input-list .monaco-list-row');
      const mark = page.locator('.statusbar-item[id*="mcpSwitchboard.rules"]');
      await workbench.runCommand('MCP Switchboard: Add Interception Rule');
      await list.filter({ hasText: 'All servers' }).click();
      await list.filter({ hasText: 'Fail' }).click();
      const input = page.locator('.quick-input-widget input').first();
      await until(async () => (await input.inputValue()).startsWith('-32603'), 'the error that it offers');
      await input.fill('-32050 out of paper');
      await input.press('Enter');
      await mark.waitFor();
      await inspector.getByTestId('run').click();
      await inspector.getByText('out of paper').first().waitFor();
      await workbench.runCommand('MCP Switchboard: Remove All Interception Rules');
      await mark.waitFor({ state: 'detached' });
    },
  );

  await step('errors of the protocol and of a tool are both errors, and can be told apart', async () => {
    const field = inspector.locator('[data-field="/id"] input');
    await field.fill('none of that name');
    await inspector.getByTestId('run').click();
    await inspector.locator('[data-testid=result][data-status=toolError]').waitFor();
    await traffic.getByTestId('tab-messages').click();
    for (const [query, count] of Object.entries({ 'status:toolError': 1, 'status:rpcError': 1, 'status:error': 2 })) {
      await filter(traffic, `tool:tmkb_get ${query}`);
      await until(async () => (await shown(traffic)) === count, `${count} for ${query}`);
    }
    await filter(traffic, '');
    await field.fill(id);
  });
}

async function openRecordings({ window, step, traffic }: Scenario): Promise<void> {
  const { workbench, page } = window;
  await step('exported traffic opens as a recording in the same view, without axe problems in any theme', async () => {
    await traffic.getByTestId('tab-messages').click();
    await traffic.locator('[data-testid=traffic-rows]').focus();
    await page.keyboard.press('Escape');
    assert.match(await exportAs(window, traffic, '.mcptrace'), /tmkb_get/);
    const file = join(window.folder, readdirSync(window.folder).findLast((one) => one.endsWith('.mcptrace')) ?? '');
    await window.driver.run(
      (vscode, path) => vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path)),
      file,
    );
    const recording = await findWebview(page, '[data-testid=traffic][data-kind=recording]');
    await arrangeRecording(recording);
    await filter(recording, 'tool:tmkb_get kind:request');
    await until(async () => (await shown(recording)) === 4, 'the calls');
    await recording.locator('[data-seq]').first().click();
    await recording.getByTestId('frame-body').waitFor();
    for (const theme of themes) {
      await setTheme(window, theme);
      assert.deepEqual(await accessibilityProblems(recording, 'editor'), []);
    }
  });

  await step('two recordings are compared as text', async () => {
    await window.driver.run(async (vscode) => {
      const [file] = await vscode.workspace.findFiles('*.mcptrace');
      await vscode.commands.executeCommand('mcpSwitchboard.compareRecordings', file, [file, file]);
    });
    await workbench.tab('↔ traffic-').waitFor();
  });
}

async function followTheList({ step, inspector, traffic }: Scenario): Promise<void> {
  await step('the list follows the newest frame, stays where it was scrolled to, and follows again', async () => {
    const list = traffic.getByTestId('traffic-rows');
    const place = (): Promise<[top: number, below: number]> =>
      list.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [
        scrollTop,
        Math.round(scrollHeight - scrollTop - clientHeight),
      ]);
    const pressed = (isOn: boolean): Promise<void> =>
      traffic.locator(`[data-testid=traffic-follow][aria-pressed=${isOn}]`).waitFor();
    if ((await traffic.getByTestId('traffic-follow').getAttribute('aria-pressed')) === 'false')
      await traffic.getByTestId('traffic-follow').click();
    for (let calls = 0; calls < 16; calls++) await inspector.getByTestId('run').click();
    await until(async () => (await place())[0] > 0 && (await place())[1] === 0, 'the newest');
    await list.evaluate((element) => (element.scrollTop = 0));
    await pressed(false);
    const before = await traffic.getByTestId('traffic-counts').innerText();
    await inspector.getByTestId('run').click();
    await until(async () => (await traffic.getByTestId('traffic-counts').innerText()) !== before, 'more frames');
    assert.equal((await place())[0], 0);
    await traffic.getByTestId('traffic-follow').click();
    await until(async () => (await place())[1] === 0, 'the newest again');
    await pressed(true);
  });

  await step('paused, the list waits and counts; cleared, it is empty', async () => {
    const counts = traffic.getByTestId('traffic-counts');
    await traffic.getByTestId('traffic-pause').click();
    await inspector.getByTestId('run').click();
    await counts.filter({ hasText: 'waiting' }).waitFor();
    await traffic.getByTestId('traffic-pause').click();
    await counts.filter({ hasText: 'waiting' }).waitFor({ state: 'detached' });
    await traffic.getByTestId('traffic-clear').click();
    await until(async () => (await shown(traffic)) === 0, 'an empty list');
  });
}

test(
  'traffic is searched, compared, sent again, measured, intercepted and recorded',
  inWindow({ width: 1600, height: 1000 }, async (window, step) => {
    const scenario = await openTraffic(window, step);
    await findFrames(scenario);
    await arrangeList(scenario);
    await useFrames(scenario);
    await measureCalls(scenario);
    await interceptCalls(scenario);
    await openRecordings(scenario);
    await followTheList(scenario);
  }),
);
