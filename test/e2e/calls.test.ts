import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Frame, Locator } from 'playwright-core';
import { hostile, schemaSamples } from '../fixtures/schema-samples/schemas.mjs';
import { fillForm } from './support/fillForm.ts';
import { keepPicture } from './support/evidence.ts';
import { approveAndStart, withServers } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';
import { choose, chooseInMenu, ended, isInView, result, run, textOf } from './support/toolCalls.ts';

/** A server that is not used is stopped after half a minute, at the next check: these steps take longer. */
function arrange(folder: string): void {
  withServers({ samples: ['schema-samples/server.mjs'], quiet: ['client-requests/server.mjs'] })(folder);
  writeFileSync(join(folder, '.vscode/settings.json'), '{ "mcpSwitchboard.servers.idleStopMinutes": 0.5 }');
}
const shortMs = 15_000;

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly sideBar: Frame;
  /** The one in the editor. */
  readonly inspector: Frame;
  /** What the page has requested so far. */
  readonly requests: readonly string[];
}

type SideBarScenario = Pick<Scenario, 'window' | 'step' | 'sideBar'>;

async function fillSchemaForms({ step, inspector, requests }: Scenario): Promise<void> {
  await step(`${Object.keys(schemaSamples).length} schemas, each through its form`, async () => {
    const wrong: string[] = [];
    for (const [name, { example, labels = {} }] of Object.entries(schemaSamples)) {
      try {
        await choose(inspector, 'samples', name);
        await fillForm(inspector, { value: example, labels });
        await inspector.getByTestId('run').click();
        assert.deepEqual(JSON.parse(await textOf(inspector, shortMs)), example);
      } catch (error) {
        wrong.push(`${name}: ${String(error).slice(0, 400)}`);
        if (wrong.length > 2) break; // something is wrong with all of them
      }
    }
    assert.deepEqual(wrong, []);
  });

  await step('bad schemas are explained, JSON is offered, and nothing is fetched', async () => {
    // What is no schema at all is not listed: the server's page explains why.
    for (const [name, { expected }] of Object.entries(hostile).filter(([key]) => key !== 'not_a_schema')) {
      await choose(inspector, 'samples', name);
      const form = inspector.locator('[data-testid=tool-detail] section.form');
      assert.match(await form.innerText(), expected, name);
      await inspector.getByTestId('tab-json').waitFor();
    }
    assert.deepEqual(
      requests.filter((url) => /example\.com|passwd/.test(url)),
      [],
    );
  });
}

async function showResults({ window, step, inspector }: Scenario): Promise<void> {
  await step('results: text, Markdown, picture, sound, resources, structured content checked', async () => {
    await run(inspector, 'samples', 'result_kinds');
    const shown = await ended(inspector);
    for (const kind of ['content-text', 'content-image', 'content-audio', 'content-resource', 'content-link'])
      await shown.getByTestId(kind).first().waitFor();
    await shown.getByTestId('as-markdown').first().click();
    const markdown = shown.getByTestId('markdown');
    await markdown.locator('strong', { hasText: 'bold' }).waitFor();
    assert.equal(await markdown.locator('img, a').count(), 0);
    await markdown.locator('button.link', { hasText: 'link' }).click();
    await window.workbench.dialog().filter({ hasText: 'https://example.com/x' }).waitFor();
    await window.page.keyboard.press('Escape');
    await window.workbench.dialog().waitFor({ state: 'detached' });
    await shown.getByTestId('content-link').filter({ hasText: 'note://2' }).getByTestId('read-link').click();
    await inspector.locator('[data-testid=resource-detail][data-uri="note://2"]').getByText('a linked note').waitFor();
    await keepPicture(window.page, 'calls-linked');
    await run(inspector, 'samples', 'result_structured');
    await (await ended(inspector)).getByTestId('output-problems').waitFor();
    await keepPicture(window.page, 'calls-structured');
  });

  await step('a list of records is a table, sorted by a head and copied as CSV', async () => {
    const records = result(inspector).getByTestId('records').first();
    await records.locator('[data-sort=id]').click();
    await records.locator('[data-sort=id]').click();
    await records.locator('[role=row]').nth(1).filter({ hasText: '39' }).waitFor();
    await records.getByTestId('copy-csv').click();
    await until(async () => /^id\r?\n0\r?\n1\r?\n/.test(await clipboard(window)), 'the CSV');
  });

  await step('errors name their origin, with code and data', async () => {
    await run(inspector, 'samples', 'fail_rpc');
    const refused = await (await ended(inspector)).innerText();
    for (const words of ['The server returned an error', 'Refused by the server', '-32050', 'field'])
      assert.ok(refused.includes(words), `${words} is in ${refused}`);
    await run(inspector, 'samples', 'fail_tool');
    assert.match(await (await ended(inspector)).innerText(), /The tool ran and reported an error/);
  });
}

function clipboard({ driver }: Window): Promise<string> {
  return driver.run((vscode) => vscode.env.clipboard.readText());
}

async function showLargeResults({ window, step, inspector }: Scenario): Promise<void> {
  await step('a result of 50 MB does not freeze the view, and more of it is loaded on demand', async () => {
    await choose(inspector, 'samples', 'result_big');
    const longest = inspector.evaluate(async () => {
      let [last, worst] = [performance.now(), 0];
      const end = last + 20_000;
      while (performance.now() < end && !document.querySelector('[data-testid=text-rest]')) {
        await new Promise((resolve) => void setTimeout(resolve, 4));
        worst = Math.max(worst, performance.now() - last);
        last = performance.now();
      }
      return worst;
    });
    await inspector.getByTestId('run').click();
    const rest = inspector.getByTestId('text-rest');
    await rest.filter({ hasText: '52,428,800' }).waitFor();
    assert.ok((await longest) < 5_000, `the page stood still for ${await longest} ms`);
    await inspector.getByTestId('show-more').click();
    await rest.filter({ hasText: '220,000' }).waitFor();
  });

  await step('a search in a truncated result says so, and covers everything once it is loaded', async () => {
    await run(inspector, 'samples', 'result_big_tree');
    const tree = (await ended(inspector)).getByTestId('structured');
    await tree.getByTestId('tree-find').click();
    await tree.locator('.tree-search input').fill('row 99999');
    await tree.getByText('No matches').waitFor();
    await keepPicture(window.page, 'calls-partial');
    await tree.getByTestId('load-all').click();
    await tree.getByText('1 of 1', { exact: true }).waitFor();
    await tree.locator('.is-found', { hasText: 'row 99999' }).waitFor();
    assert.equal(await tree.getByTestId('tree-partial').count(), 0);
  });
}

async function exportResults({ window, step, sideBar }: SideBarScenario): Promise<void> {
  await step(
    'a description is rendered, or shown as sent; a result compared with the previous one, copied, opened, saved',
    async () => {
      await run(sideBar, 'samples', 'result_counter');
      await ended(sideBar);
      const detail = sideBar.getByTestId('tool-detail');
      await detail.locator('strong', { hasText: 'up' }).waitFor();
      assert.equal(await detail.locator('img').count(), 0);
      assert.match(await detail.innerText(), /the manual.*https:\/\/example\.com\/manual/s);
      await detail.getByRole('button', { name: 'Show as Sent' }).click();
      await detail.getByText('Counts **up**, see [the manual](https://example.com/manual).').waitFor();
      await sideBar.getByTestId('run-again').click();
      await sideBar.getByTestId('compare').click();
      const diff = sideBar.getByTestId('comparison');
      await diff.getByText('1 line added · 1 line removed').waitFor();
      await diff.getByRole('option', { name: '- "counter": 1' }).waitFor(); // JSON in a text, line by line
      await keepPicture(window.page, 'calls-compared');
      await diff.getByTestId('compare-in-editor').click();
      await window.workbench.tab('result_counter #1 ↔ result_counter #2').waitFor();
      const side = (name: string): Locator => window.page.locator(`.monaco-diff-editor .editor.${name} .view-line`);
      await side('original').filter({ hasText: '"counter": 1' }).waitFor();
      await side('modified').filter({ hasText: '"counter": 2' }).waitFor();
      await keepPicture(window.page, 'calls-compare');
      const close = (): Promise<unknown> =>
        window.driver.run((vscode) => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
      await close();
      await sideBar.getByTestId('compare').click();
      await diff.waitFor({ state: 'detached' });

      const plain = { content: [{ type: 'text', text: '{"counter":2}' }] };
      await sideBar.getByTestId('copy-result').click();
      await until(async () => {
        const text = await window.driver.run((vscode) => vscode.env.clipboard.readText());
        return isDeepStrictEqual(JSON.parse(text), plain);
      }, 'the clipboard');
      await chooseInMenu(sideBar, 'result-more', 'open-result');
      const opened = await until(
        () =>
          window.driver.run((vscode) => {
            const document = vscode.window.activeTextEditor?.document;
            return document ? { text: document.getText(), language: document.languageId } : false;
          }),
        'the editor',
      );
      assert.deepEqual([JSON.parse(opened.text), opened.language], [plain, 'json']);
      await close();
      await chooseInMenu(sideBar, 'result-more', 'save-result');
      const input = window.page.locator('.quick-input-widget input').first();
      await until(async () => (await input.inputValue()).endsWith('result_counter-2.json'), 'the proposed name');
      await window.page.keyboard.press('Enter');
      const file = join(window.folder, 'result_counter-2.json');
      await until(() => isDeepStrictEqual(JSON.parse(readFileSync(file, 'utf8')), plain), 'the file');
    },
  );
}

async function editArguments({ window, step, sideBar }: SideBarScenario): Promise<void> {
  await step('the arguments of an earlier call come back into the form', async () => {
    await choose(sideBar, 'samples', 'form_5');
    const field = sideBar.locator('[data-field="/f1"] input');
    await field.fill('first');
    await sideBar.getByTestId('run').click();
    await ended(sideBar);
    await field.fill('second');
    await chooseInMenu(sideBar, 'result-more', 'use-arguments');
    await until(async () => (await field.inputValue()) === 'first', 'the arguments');
  });

  await step('the form and its JSON stay in sync, and invalid arguments can be sent anyway', async () => {
    await choose(sideBar, 'samples', 'form_5');
    await sideBar.locator('[data-field="/f1"] input').fill('hi');
    await sideBar.getByTestId('tab-json').click();
    const text = sideBar.locator('[data-testid=json-editor] textarea');
    assert.deepEqual(JSON.parse(await text.inputValue()), { f1: 'hi' });
    await text.fill('{');
    await sideBar.getByTestId('suggestions').getByText('f3').click();
    await until(async () => (await text.inputValue()) === '{"f3": ', 'the name');
    await window.page.keyboard.type('"three"}');
    await sideBar.getByTestId('tab-form').click();
    await sideBar.getByTestId('run').click();
    await sideBar.getByTestId('form-problems').getByText('1 problem').waitFor();
    await result(sideBar).getByText('#1', { exact: true }).waitFor();
    await sideBar.getByTestId('send-anyway').click();
    await result(sideBar).getByText('#2', { exact: true }).waitFor();
  });

  await step('a number may begin with its point', async () => {
    await choose(sideBar, 'samples', 'number');
    await sideBar.locator('[data-field="/v"] input').fill('.25');
    await sideBar.getByTestId('run').click();
    await ended(sideBar);
    assert.deepEqual(JSON.parse(await textOf(sideBar)), { v: 0.25 });
  });

  await step('unset, empty and null are different values', async () => {
    await choose(sideBar, 'samples', 'nullable_type');
    const field = sideBar.locator('[data-field="/v"]');
    const showsPlaceholder = (words: string): Promise<void> => field.locator(`input[placeholder="${words}"]`).waitFor();
    await field.hover();
    await sideBar.getByRole('button', { name: 'v: send empty text' }).click();
    await showsPlaceholder('empty text');
    await sideBar.getByRole('button', { name: 'v: send null' }).click();
    await showsPlaceholder('null');
  });
}

async function useTheSideBar({ window, step, sideBar }: SideBarScenario): Promise<void> {
  await step('beside a form of 500 fields Run and the state of the result stay in view', async () => {
    await staysInView(sideBar);
    await keepPicture(window.page, 'calls-in-view');
  });

  await step('JSON is coloured, says where it is wrong, and is formatted or dropped', async () => {
    await choose(sideBar, 'samples', 'form_5');
    await sideBar.getByTestId('tab-json').click();
    const text = sideBar.locator('[data-testid=json-editor] textarea');
    await text.fill('{"f1": x}');
    await sideBar.getByTestId('json-problem').getByText('Ln 1, Col 8').waitFor();
    await sideBar.locator('.json-edit .is-wrong').waitFor();
    await keepPicture(window.page, 'calls-json');
    await sideBar.getByTestId('json-discard').click();
    await until(async () => !(await text.inputValue()).includes('x}'), 'the last valid text');
    await text.fill('{"f1":"a"}');
    await sideBar.getByTestId('json-format').click();
    await until(async () => (await text.inputValue()) === '{\n  "f1": "a"\n}', 'the formatted text');
    assert.equal(await sideBar.locator('.json-edit .json-key').innerText(), '"f1"');
    await sideBar.getByTestId('tab-form').click();
  });

  await step('Ctrl+T finds a tool of any server and puts the cursor in its form', async () => {
    await choose(sideBar, 'samples', 'form_5');
    await sideBar.locator('[data-field="/f1"] input').click();
    await window.page.keyboard.press('Control+t');
    await window.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await window.page.keyboard.type('nullable_type');
    await window.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'nullable_type' }).waitFor();
    await window.page.keyboard.press('Enter');
    await sideBar.locator('[data-testid=tool-detail][data-tool=nullable_type]').waitFor();
    const isInForm = (): boolean => document.activeElement?.closest('[data-field="/v"]') instanceof HTMLElement;
    await until(() => sideBar.evaluate(isInForm), 'the cursor in the form');
  });
}

async function useTheCallPage({ step, inspector }: Scenario): Promise<void> {
  await step('they stay in view in an editor too', () => staysInView(inspector));

  await step('a long text is searched, and its cost for a model estimated', async () => {
    await choose(inspector, 'samples', 'result_big');
    const shown = await ended(inspector);
    await shown.getByTestId('result-tokens').getByText('≈ 13,107,200 tokens').waitFor();
    await shown.getByTestId('text-find').click();
    await shown.locator('.tree-search input').fill('CDEF0123');
    await shown.getByText('1 of 1000+').waitFor();
    assert.equal(await inspector.evaluate(() => CSS.highlights.get('found')?.size), 1_000);
  });
}

async function noticeIdleStop({ window, step }: Scenario, switchboard: Switchboard): Promise<void> {
  await step('a server that was stopped while idle says so in its row, from where the time is changed', async () => {
    const row = switchboard.serverRow(/^quiet/).first();
    await row.filter({ hasText: 'Stopped while idle, the next call starts it' }).waitFor();
    await keepPicture(window.page, 'calls-idle');
    await row.click({ button: 'right' });
    await window.page.locator('.monaco-menu .action-item', { hasText: 'Change Idle Time' }).hover();
    await window.page.keyboard.press('Enter'); // a click comes too soon for a menu that has just opened
    await window.page.locator('.settings-editor', { hasText: 'Idle Stop Minutes' }).first().waitFor();
  });
}

async function staysInView(frame: Frame): Promise<void> {
  await choose(frame, 'samples', 'form_500');
  await frame.locator('[data-field="/f1"] input').fill('x');
  assert.ok(await isInView(frame.getByTestId('run')), 'Run before the first result');
  await frame.getByTestId('run').click();
  await ended(frame);
  await until(() => isInView(frame.getByTestId('result-state')), 'the state of the result');
  assert.ok(await isInView(frame.getByTestId('run')), 'Run beside a result');
}

test(
  'the form of every sample schema can be filled in without JSON, and the server gets the intended value',
  inWindow({ width: 1400, height: 1000, arrange }, async (window, step) => {
    const switchboard = new Switchboard(window);
    await switchboard.open();
    for (const server of ['quiet', 'samples']) await approveAndStart(window, server);
    const sideBar = await switchboard.inspector();
    const requests: string[] = [];
    window.page.on('request', (request) => requests.push(request.url()));
    // Before the Inspector is open wide: beside it the side bar shows its list alone.
    await editArguments({ window, step, sideBar });
    await useTheSideBar({ window, step, sideBar });
    await exportResults({ window, step, sideBar });
    const inspector = await switchboard.inspectorInEditor(sideBar);
    const scenario: Scenario = { window, step, sideBar, inspector, requests };
    await fillSchemaForms(scenario);
    await showResults(scenario);
    await showLargeResults(scenario);
    await useTheCallPage(scenario);
    await noticeIdleStop(scenario, switchboard);
  }),
);
