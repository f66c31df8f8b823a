import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { httpFixture } from '../integration/serversHttpFixture.ts';
import { accessibilityProblems } from './support/accessibility.ts';
import { cutOff } from './support/layout.ts';
import { keepPicture } from './support/evidence.ts';
import { registerScriptedModel } from './support/scriptedModel.ts';
import { approveAndStart, withServers } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { setTheme, themes } from './support/theme.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Step, type Window, inWindow } from './support/window.ts';
import { choose, chooseInMenu, isInView, run, show, textOf } from './support/toolCalls.ts';

const web = await httpFixture('modern');
after(() => web[Symbol.asyncDispose]());

/** Written by the server when its tool `slow` has ended. */
const slowDone = 'slow.done';

function arrange(folder: string): void {
  withServers({
    samples: ['schema-samples/server.mjs'],
    modern: ['client-requests/server.mjs', 'modern', join(folder, slowDone)],
    legacy: ['client-requests/server.mjs', 'legacy'],
  })(folder);
  const file = join(folder, '.vscode/mcp.json');
  const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: object };
  writeFileSync(file, JSON.stringify({ servers: { ...servers, web: { type: 'http', url: web.url } } }));
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly switchboard: Switchboard;
}

/** Calls live in the host: a view that is hidden or shows another tool changes nothing. */
async function keepCalls({ window, step, switchboard }: Scenario): Promise<void> {
  const { driver, folder } = window;
  let inspector = await switchboard.inspector();
  await step(
    'the result of a call that ends while the view is hidden is shown when the view is opened again',
    async () => {
      await run(inspector, 'modern', 'slow');
      await inspector.locator('.progress-text', { hasText: /step \d/ }).waitFor();
      await driver.run((vscode) => vscode.commands.executeCommand('workbench.view.explorer'));
      await until(() => existsSync(join(folder, slowDone)), 'the end of the call');
      inspector = await switchboard.inspector();
      await inspector.locator('[data-testid=tool-detail][data-tool=slow]').waitFor();
      assert.equal(await textOf(inspector), 'slow is done');
    },
  );

  await step('a call that is still running does not show its result under another tool', async () => {
    await inspector.getByTestId('run').click();
    await inspector.getByTestId('cancel').waitFor();
    await run(inspector, 'modern', 'echo');
    assert.equal(await textOf(inspector), '{}');
    await choose(inspector, 'modern', 'slow');
    await inspector.locator('[data-testid=result][data-status=running]').waitFor();
    assert.equal(await textOf(inspector), 'slow is done');
  });

  await step('a running call is cancelled', async () => {
    await inspector.getByTestId('run').click();
    await inspector.getByTestId('cancel').click();
    await inspector.locator('[data-testid=result][data-status=cancelled]').waitFor();
  });
}

async function answerForms({ window, step, switchboard }: Scenario): Promise<void> {
  const { workbench } = window;
  const inspector = await switchboard.inspector();
  for (const server of ['modern', 'legacy']) {
    await step(`${server}: a form is shown on a card, validated, submitted, and listed with its call`, async () => {
      await run(inspector, server, 'ask_form');
      const card = inspector.locator('[data-testid=client-request][data-kind=form]');
      await card.getByText('Who are you?').waitFor();
      const askedAt = performance.now();
      assert.equal(await workbench.dialog().count(), 0, 'no dialog');
      await inspector.locator('.progress-text', { hasText: 'Waiting for your answer' }).waitFor();
      await inspector.locator('[role=option][data-tool=echo]').count(); // the list is still there
      await card.getByTestId('request-accept').click();
      await card.getByText('Required').waitFor();
      await card.locator('[data-field="/name"] vscode-text-field input').fill('Ada');
      await keepPicture(window.page, `client-request-form-${server}`);
      for (const button of ['request-accept', 'request-decline']) assert.ok(await isInView(card.getByTestId(button)));
      const answeredAfterMs = performance.now() - askedAt;
      await card.getByTestId('request-accept').click();
      assert.deepEqual(JSON.parse(await textOf(inspector)), { name: 'Ada' });
      await inspector.locator('[data-testid=rounds]', { hasText: 'Who are you?' }).waitFor();
      const head = await inspector.getByTestId('results').innerText();
      const latencyMs = Number(/([\d.]+) ms/.exec(head)?.[1]);
      assert.ok(
        latencyMs < answeredAfterMs,
        `${latencyMs} of ${answeredAfterMs} ms: the time of a person is not counted`,
      );
    });
  }

  await step('a URL is shown with its host, and declining it is sent to the server', async () => {
    await run(inspector, 'modern', 'ask_url');
    const card = inspector.locator('[data-testid=client-request][data-kind=url]');
    await card.getByTestId('request-host').getByText('example.org', { exact: true }).waitFor();
    await card.getByTestId('request-decline').click();
    assert.match(await textOf(inspector), /decline/);
  });
}

async function answerForAModel({ window, step, switchboard }: Scenario): Promise<void> {
  const { workbench, driver } = window;
  const inspector = await switchboard.inspector();
  await step('a sampling request is answered with a draft of a model that the user reviews', async () => {
    await registerScriptedModel(driver);
    await run(inspector, 'modern', 'ask_model');
    const card = inspector.locator('[data-testid=client-request][data-kind=sampling]');
    const answer = card.locator('[data-testid=sample-answer] textarea');
    await card.getByTestId('sample-draft').click();
    const allow = workbench.dialog().locator('.monaco-button', { hasText: 'Allow' });
    await until(async () => {
      if (await allow.isVisible()) await allow.click();
      return (await answer.inputValue()).startsWith('NO TOOL');
    }, 'the draft');
    await keepPicture(window.page, 'client-request-draft');
    await card.getByTestId('sample-send').click();
    assert.match(await textOf(inspector), /NO TOOL.*scripted-1/);
  });

  await step('a sampling request is answered by hand', async () => {
    await run(inspector, 'modern', 'ask_model');
    const card = inspector.locator('[data-testid=client-request][data-kind=sampling]');
    await card.locator('[data-testid=sample-answer] textarea').fill('Paris');
    await keepPicture(window.page, 'client-request-sampling');
    await card.getByTestId('sample-send').click();
    assert.match(await textOf(inspector), /Paris/);
  });
}

async function answerANotification({ window, step, switchboard }: Scenario): Promise<void> {
  const { workbench, driver } = window;
  await step('while no Inspector is visible a notification announces a client request and opens its card', async () => {
    await run(await switchboard.inspector(), 'modern', 'ask_later');
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.view.explorer'));
    const notice = workbench.notifications().filter({ hasText: 'modern: Who are you?' });
    await notice.locator('.monaco-button', { hasText: 'Answer in Inspector' }).click();
    const inspector = await findWebview(window.page, '[data-testid=inspector]');
    await inspector.getByTestId('request-decline').click();
    assert.match(await textOf(inspector), /decline/);
  });
}

async function saveCalls({ window, step, switchboard }: Scenario): Promise<void> {
  const { folder } = window;
  const inspector = await switchboard.inspector();
  await step('repeated runs have a latency table', async () => {
    await choose(inspector, 'modern', 'echo');
    await chooseInMenu(inspector, 'run-more', 'show-options');
    await inspector.locator('[data-testid=option-times] input').fill('20');
    await inspector.locator('[data-testid=option-concurrency] input').fill('4');
    await inspector.getByTestId('run').click();
    await inspector.getByTestId('latency').getByText('20 of 20 runs, 4 concurrent').waitFor();
    await inspector.getByTestId('latency').getByText('p95').waitFor();
  });

  await step('a call is saved for the workspace, and a secret is refused', async () => {
    await choose(inspector, 'legacy', 'echo');
    await chooseInMenu(inspector, 'run-more', 'show-save');
    await inspector.locator('[data-testid=save-name] input').fill('hello');
    await inspector.getByTestId('save-call').click();
    const file = join(folder, '.vscode/mcp-calls.json');
    const saved = await until(() => JSON.parse(readFileSync(file, 'utf8')) as { calls: unknown[] }, 'the file');
    assert.deepEqual(saved.calls, [{ name: 'hello', server: 'legacy', tool: 'echo', arguments: {} }]);
    await inspector.getByTestId('tab-json').click();
    await inspector
      .locator('[data-testid=json-editor] textarea')
      .fill('{"token": "ghp_0123456789abcdefghijklmnopqrstuvwxyz"}');
    await inspector.getByTestId('save-call').click();
    await inspector.getByTestId('save-refused').getByText('looks like a secret').waitFor();
    await inspector.getByTestId('copy-typescript').click();
    await inspector.getByTestId('snippet').getByText('StdioClientTransport').first().waitFor();
    assert.doesNotMatch(await inspector.getByTestId('snippet').innerText(), /ghp_0123/);
  });

  await step('the history lists every call, can be searched, and shows saved calls', async () => {
    await inspector.getByTestId('tab-calls').click();
    await inspector.getByTestId('history-tab').waitFor();
    await inspector.getByTestId('history-row').first().waitFor();
    await inspector.locator('[data-testid=history-search] input').fill('ask_model paris');
    await until(async () => (await inspector.getByTestId('history-row').count()) === 1, 'one call');
    await inspector.getByTestId('history-row').click();
    await inspector.locator('.history-open').getByText('Paris').first().waitFor();
    await inspector.getByTestId('saved-calls').getByText('hello').waitFor();
    await keepPicture(window.page, 'calls-history');
  });

  await step('a saved call runs, and its arguments go into the form', async () => {
    await inspector.locator('[data-testid=history-search] input').fill('legacy echo');
    await until(async () => (await inspector.getByTestId('history-row').count()) === 0, 'no call yet');
    await inspector.getByTestId('saved-run').click();
    await inspector.getByTestId('history-row').click();
    await inspector.locator('.history-open [data-status=ok]').waitFor();
    await inspector.getByTestId('saved-edit').click();
    const text = inspector.locator('[data-testid=json-editor] textarea');
    await until(async () => (await text.inputValue()) === '{}', 'the arguments');
  });
}

async function chooseRootsAndSendRaw({ window, step, switchboard }: Scenario): Promise<void> {
  const { driver, folder } = window;
  const inspector = await switchboard.inspector();
  await step('the roots that servers get are chosen in the Inspector, for both eras', async () => {
    await inspector.getByTestId('tab-server').click();
    const roots = inspector.getByTestId('roots');
    await roots.getByRole('button', { name: 'Roots' }).click();
    await roots.getByTestId('root-all').click();
    await roots.getByTestId('root-add').click();
    const input = window.page.locator('.quick-input-widget input').first();
    await until(async () => (await input.inputValue()).includes(folder), 'the folder that the dialog begins with');
    await input.fill(join(folder, '.vscode/'));
    await window.page.locator('.quick-input-widget .monaco-button', { hasText: 'Add Folder' }).click();
    await roots.getByText('Custom roots for all servers').waitFor();
    await keepPicture(window.page, 'roots');
    for (const server of ['modern', 'legacy']) {
      await run(inspector, server, 'ask_roots');
      assert.match(await textOf(inspector), /sample-workspace\/\.vscode"/);
    }
  });

  await step('any message is sent raw, in both eras and over HTTP', async () => {
    for (const server of ['modern', 'legacy', 'web']) {
      await driver.run((vscode, id) => vscode.commands.executeCommand('mcpSwitchboard.startServer', id), server);
      await show(inspector, server, 'raw');
      const text = inspector.locator('[data-testid=raw-text] textarea');
      await until(async () => /tools\/list/.test(await text.inputValue()), 'the template');
      await inspector.getByTestId('raw-send').click();
      await inspector.locator('[data-testid=raw-answer][data-status=answered]').getByText('result').first().waitFor();
      await text.fill('{ this is no JSON');
      await inspector.getByTestId('raw-send').click();
      await inspector.locator('[data-testid=raw-answer]', { hasText: /No response was received|error/ }).waitFor();
      await keepPicture(window.page, `raw-${server}`);
    }
  });
}

async function followResources({ window, step, switchboard }: Scenario): Promise<void> {
  const inspector = await switchboard.inspector();
  await step(
    'a subscribed resource of a modern server is marked when it changes; images and audio are shown',
    async () => {
      await show(inspector, 'modern', 'resources');
      const pick = (name: string): Promise<void> => inspector.locator(`[data-resource="note://${name}"]`).click();
      await pick('clock');
      await inspector.getByText('touched 0 times').waitFor();
      await inspector.getByTestId('follow').click();
      await inspector.locator('[data-testid=follow][aria-pressed=true]').waitFor();
      await run(inspector, 'modern', 'touch');
      await inspector.getByTestId('tab-resources').click();
      await inspector.getByTestId('resource-updated').waitFor();
      await keepPicture(window.page, 'resource-updated');
      await inspector.getByTestId('read').click();
      await inspector.getByText('touched 1 times').waitFor();
      for (const [name, shown] of Object.entries({ picture: 'image', sound: 'audio' })) {
        await inspector.locator('.back').click();
        await pick(name);
        await inspector.locator(`[data-kind=${shown}]`).waitFor();
      }
      await keepPicture(window.page, 'resource-sound');
    },
  );
}

async function fitNarrowViews({ window, step, switchboard }: Scenario): Promise<void> {
  const { workbench } = window;
  const inspector = await switchboard.inspector();
  await step(
    'a narrow view with a client request, a form and a result has no axe problem and nothing cut off',
    async () => {
      await choose(inspector, 'modern', 'ask_form');
      await inspector.getByTestId('run').click();
      await inspector.getByTestId('client-request').waitFor();
      await workbench.setSideBarWidth(220);
      await choose(inspector, 'samples', 'form_5');
      await inspector.locator('[data-testid=tool-detail] [data-field="/f1"] input').fill('narrow');
      await inspector.getByTestId('run').click();
      assert.equal(await textOf(inspector), '1');
      for (const theme of themes) {
        await setTheme(window, theme);
        for (const part of ['raw', 'calls', 'server', 'tools']) {
          await inspector.getByTestId(`tab-${part}`).click();
          assert.deepEqual(await accessibilityProblems(inspector, 'sideBar'), [], `${part} in ${theme}`);
          assert.deepEqual(await cutOff(inspector), [], `${part} in ${theme}`);
        }
        await keepPicture(window.page, `narrow-${theme}`);
      }
    },
  );

  await step('at 200 % zoom nothing is cut off either', async () => {
    await window.page.setViewportSize({ width: 700, height: 500 });
    for (const part of ['raw', 'calls', 'server', 'tools']) {
      await inspector.getByTestId(`tab-${part}`).click();
      assert.deepEqual(await cutOff(inspector), [], part);
    }
    await keepPicture(window.page, 'zoomed');
  });
}

test(
  'calls live in the host, and requests of servers are cards that do not block the view',
  inWindow({ width: 1400, height: 1000, arrange }, async (window, step) => {
    const switchboard = new Switchboard(window);
    await switchboard.open();
    for (const server of ['modern', 'legacy', 'samples', 'web']) await approveAndStart(window, server);
    const scenario: Scenario = { window, step, switchboard };
    await keepCalls(scenario);
    await answerForms(scenario);
    await answerForAModel(scenario);
    await answerANotification(scenario);
    await saveCalls(scenario);
    await chooseRootsAndSendRaw(scenario);
    await followResources(scenario);
    await fitNarrowViews(scenario);
  }),
);
