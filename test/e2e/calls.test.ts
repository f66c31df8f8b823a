import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Frame, Locator } from 'playwright-core';
import { httpFixture } from '../integration/serversHttpFixture.ts';
import { hostile, zoo } from '../fixtures/schema-zoo/schemas.mjs';
import { accessibilityProblems } from './support/accessibility.ts';
import { fillForm } from './support/fillForm.ts';
import { cutOff } from './support/layout.ts';
import { keepPicture } from './support/evidence.ts';
import { registerScriptedModel } from './support/scriptedModel.ts';
import { approveAndStart, withServers } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { setTheme, themes } from './support/theme.ts';
import { patienceMs, until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { sayToHost } from './support/webviewProbe.ts';
import { inWindow } from './support/window.ts';

const arrange = withServers({
  zoo: ['schema-zoo/server.mjs'],
  modern: ['asking/server.mjs'],
  legacy: ['asking/server.mjs', 'legacy'],
});

let selections = 7_000;
const shortMs = 15_000;

/** Chooses a tool through the contract: a click in a list of hundreds would first have to scroll to it. */
async function choose(inspector: Frame, server: string, tool: string): Promise<void> {
  await sayToHost(inspector, { kind: 'request', id: selections++, method: 'selection/set', params: { server, tool } });
  await inspector.locator(`[data-testid=tool-detail][data-tool="${tool}"] [data-testid=tab-form]`).waitFor();
}

function result(inspector: Frame): Locator {
  return inspector.locator('[data-testid=results] [data-testid=result]');
}

async function ended(inspector: Frame, timeout = patienceMs): Promise<Locator> {
  await result(inspector).and(inspector.locator(':not([data-status=running])')).waitFor({ timeout });
  return result(inspector);
}

/** Goes to a part of a server. */
async function show(inspector: Frame, server: string, part: string): Promise<void> {
  await sayToHost(inspector, { kind: 'request', id: selections++, method: 'selection/set', params: { server } });
  await inspector.locator('[data-testid=server-header][data-state=connected]').waitFor();
  await inspector.getByTestId(`part-${part}`).click();
}

async function run(inspector: Frame, server: string, tool: string): Promise<Locator> {
  await choose(inspector, server, tool);
  await inspector.getByTestId('run').click();
  return result(inspector);
}

async function textOf(inspector: Frame, timeout = patienceMs): Promise<string> {
  return (await (await ended(inspector, timeout)).locator('pre.block-text').first().textContent({ timeout })) ?? '';
}

test(
  'every schema of the zoo is filled in without JSON and arrives as it was meant',
  inWindow({ width: 1400, height: 1000, arrange }, async (window, step) => {
    const switchboard = new Switchboard(window);
    await switchboard.open();
    await approveAndStart(window, 'zoo');
    const sideBar = await switchboard.inspector();
    const inspector = await switchboard.inspectorInEditor(sideBar);
    const requests: string[] = [];
    window.page.on('request', (request) => requests.push(request.url()));

    await step(`${Object.keys(zoo).length} schemas, each through its form`, async () => {
      const wrong: string[] = [];
      for (const [name, { example, labels = {} }] of Object.entries(zoo)) {
        try {
          await choose(inspector, 'zoo', name);
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
      // What is no schema at all does not come into the list: the server's page says why.
      for (const [name, { says }] of Object.entries(hostile).filter(([key]) => key !== 'not_a_schema')) {
        await choose(inspector, 'zoo', name);
        const form = inspector.locator('[data-testid=tool-detail] section.form');
        assert.match(await form.innerText(), says, name);
        await inspector.getByTestId('tab-json').waitFor();
      }
      assert.deepEqual(
        requests.filter((url) => /example\.com|passwd/.test(url)),
        [],
      );
    });

    await step('results: text, Markdown, picture, sound, resources, structured content checked', async () => {
      await run(inspector, 'zoo', 'result_kinds');
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
      await inspector
        .locator('[data-testid=resource-detail][data-uri="note://2"]')
        .getByText('a linked note')
        .waitFor();
      await keepPicture(window.page, 'calls-linked');
      await run(inspector, 'zoo', 'result_structured');
      await (await ended(inspector)).getByTestId('output-problems').waitFor();
      await keepPicture(window.page, 'calls-structured');
    });

    await step('errors say whose fault they are, with code and data', async () => {
      await run(inspector, 'zoo', 'fail_rpc');
      const refused = await (await ended(inspector)).innerText();
      for (const words of ['The server answered with an error', 'Refused by the server', '-32050', 'field'])
        assert.ok(refused.includes(words), `${words} is in ${refused}`);
      await run(inspector, 'zoo', 'fail_tool');
      assert.match(await (await ended(inspector)).innerText(), /The tool ran and reported an error/);
    });

    await step('a result of 50 MB does not freeze the view, and more of it comes on demand', async () => {
      await choose(inspector, 'zoo', 'result_big');
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

    await step('a find in a large result says that it sees a part, and sees all of it once it is loaded', async () => {
      await run(inspector, 'zoo', 'result_big_tree');
      const tree = (await ended(inspector)).getByTestId('structured');
      await tree.locator('.tree-search input').fill('row 99999');
      await tree.getByText('No matches').waitFor();
      await keepPicture(window.page, 'calls-partial');
      await tree.getByTestId('load-all').click();
      await tree.getByText('1 of 1', { exact: true }).waitFor();
      await tree.locator('.is-found', { hasText: 'row 99999' }).waitFor();
      assert.equal(await tree.getByTestId('tree-partial').count(), 0);
    });

    await step('a result is compared with the one before, copied, opened and saved', async () => {
      await run(sideBar, 'zoo', 'result_counter');
      await ended(sideBar);
      await sideBar.getByTestId('run-again').click();
      await sideBar.getByTestId('compare').click();
      await window.workbench.tab('result_counter #1 ↔ result_counter #2').waitFor();
      const side = (name: string): Locator => window.page.locator(`.monaco-diff-editor .editor.${name} .view-line`);
      await side('original')
        .filter({ hasText: String.raw`{\"counter\":1}` })
        .waitFor();
      await side('modified')
        .filter({ hasText: String.raw`{\"counter\":2}` })
        .waitFor();
      await keepPicture(window.page, 'calls-compare');
      const close = (): Promise<unknown> =>
        window.driver.run((vscode) => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
      await close();

      const plain = { content: [{ type: 'text', text: '{"counter":2}' }] };
      await sideBar.getByTestId('copy-result').click();
      await until('the clipboard', async () => {
        const text = await window.driver.run((vscode) => vscode.env.clipboard.readText());
        return isDeepStrictEqual(JSON.parse(text), plain);
      });
      await sideBar.getByTestId('open-result').click();
      const opened = await until('the editor', () =>
        window.driver.run((vscode) => {
          const document = vscode.window.activeTextEditor?.document;
          return document ? { text: document.getText(), language: document.languageId } : false;
        }),
      );
      assert.deepEqual([JSON.parse(opened.text), opened.language], [plain, 'json']);
      await close();
      await sideBar.getByTestId('save-result').click();
      const input = window.page.locator('.quick-input-widget input').first();
      await until('the proposed name', async () => (await input.inputValue()).endsWith('result_counter-2.json'));
      await window.page.keyboard.press('Enter');
      const file = join(window.folder, 'result_counter-2.json');
      await until('the file', () => isDeepStrictEqual(JSON.parse(readFileSync(file, 'utf8')), plain));
    });

    await step('the arguments of an earlier call come back into the form', async () => {
      await choose(sideBar, 'zoo', 'form_5');
      const field = sideBar.locator('[data-field="/f1"] input');
      await field.fill('first');
      await sideBar.getByTestId('run').click();
      await ended(sideBar);
      await field.fill('second');
      await sideBar.getByTestId('use-arguments').click();
      await until('the arguments', async () => (await field.inputValue()) === 'first');
    });

    await step('the form and its JSON stay in step, and what does not fit is sent all the same on demand', async () => {
      await choose(sideBar, 'zoo', 'form_5');
      await sideBar.locator('[data-field="/f1"] input').fill('hi');
      await sideBar.getByTestId('tab-json').click();
      const text = sideBar.locator('[data-testid=json-editor] textarea');
      assert.deepEqual(JSON.parse(await text.inputValue()), { f1: 'hi' });
      await text.fill('{');
      await sideBar.getByTestId('suggestions').getByText('f3').click();
      await until('the name', async () => (await text.inputValue()) === '{"f3": ');
      await window.page.keyboard.type('"three"}');
      await sideBar.getByTestId('tab-form').click();
      await sideBar.getByTestId('run').click();
      await sideBar.getByTestId('form-problems').getByText('1 problem').waitFor();
      await result(sideBar).getByText('#1', { exact: true }).waitFor();
      await sideBar.getByTestId('send-anyway').click();
      await result(sideBar).getByText('#2', { exact: true }).waitFor();
    });

    await step('unset, empty and null are told apart', async () => {
      await choose(sideBar, 'zoo', 'nullable_type');
      const field = sideBar.locator('[data-field="/v"]');
      const says = (words: string): Promise<void> => field.locator(`input[placeholder="${words}"]`).waitFor();
      await field.hover();
      await sideBar.getByRole('button', { name: 'v: send empty text' }).click();
      await says('empty text');
      await sideBar.getByRole('button', { name: 'v: send null' }).click();
      await says('null');
    });
  }),
);

const web = await httpFixture('modern');
after(() => web[Symbol.asyncDispose]());

function withWeb(folder: string): void {
  arrange(folder);
  const file = join(folder, '.vscode/mcp.json');
  const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: object };
  writeFileSync(file, JSON.stringify({ servers: { ...servers, web: { type: 'http', url: web.url } } }));
}

test(
  'calls live in the host, and servers ask by cards that leave everything usable',
  inWindow({ width: 1400, height: 1000, arrange: withWeb }, async (window, step) => {
    const switchboard = new Switchboard(window);
    const { workbench, driver, folder } = window;
    await switchboard.open();
    for (const server of ['modern', 'legacy', 'zoo', 'web']) await approveAndStart(window, server);
    let inspector = await switchboard.inspector();

    await step('a call that ends while the view is hidden is there when it comes back', async () => {
      await run(inspector, 'modern', 'slow');
      await inspector.locator('.progress-text', { hasText: /step \d/ }).waitFor();
      await driver.run((vscode) => vscode.commands.executeCommand('workbench.view.explorer'));
      await new Promise((resolve) => void setTimeout(resolve, 2_500));
      inspector = await switchboard.inspector();
      await inspector.locator('[data-testid=tool-detail][data-tool=slow]').waitFor();
      assert.equal(await textOf(inspector), 'slow is done');
    });

    await step('a call that runs on does not show its result under another tool', async () => {
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

    for (const server of ['modern', 'legacy']) {
      await step(`${server}: a form is asked for on a card, checked, answered, and part of the call`, async () => {
        await run(inspector, server, 'ask_form');
        const card = inspector.locator('[data-testid=ask][data-kind=form]');
        await card.getByText('Who are you?').waitFor();
        assert.equal(await workbench.dialog().count(), 0, 'no dialog');
        await inspector.locator('[role=option][data-tool=echo]').count(); // the list is still there
        await card.getByTestId('ask-accept').click();
        await card.getByText('Required').waitFor();
        await card.locator('[data-field="/name"] vscode-text-field input').fill('Ada');
        await keepPicture(window.page, `asks-form-${server}`);
        await card.getByTestId('ask-accept').click();
        assert.deepEqual(JSON.parse(await textOf(inspector)), { name: 'Ada' });
        await inspector.locator('[data-testid=rounds]', { hasText: 'Who are you?' }).waitFor();
      });
    }

    await step('an address is shown with its host, and declining is an answer', async () => {
      await run(inspector, 'modern', 'ask_url');
      const card = inspector.locator('[data-testid=ask][data-kind=url]');
      await card.getByTestId('ask-host').getByText('example.org', { exact: true }).waitFor();
      await card.getByTestId('ask-decline').click();
      assert.match(await textOf(inspector), /decline/);
    });

    await step('a request for a model is answered by a draft of one, which is read first', async () => {
      await registerScriptedModel(driver);
      await run(inspector, 'modern', 'ask_model');
      const card = inspector.locator('[data-testid=ask][data-kind=sampling]');
      const answer = card.locator('[data-testid=sample-answer] textarea');
      await card.getByTestId('sample-ask').click();
      const allow = workbench.dialog().locator('.monaco-button', { hasText: 'Allow' });
      await until('the draft', async () => {
        if (await allow.isVisible()) await allow.click();
        return (await answer.inputValue()).startsWith('NO TOOL');
      });
      await keepPicture(window.page, 'asks-draft');
      await card.getByTestId('sample-send').click();
      assert.match(await textOf(inspector), /NO TOOL.*scripted-1/);
    });

    await step('a request for a model is answered by hand', async () => {
      await run(inspector, 'modern', 'ask_model');
      const card = inspector.locator('[data-testid=ask][data-kind=sampling]');
      await card.locator('[data-testid=sample-answer] textarea').fill('Paris');
      await keepPicture(window.page, 'asks-sampling');
      await card.getByTestId('sample-send').click();
      assert.match(await textOf(inspector), /Paris/);
    });

    await step(
      'where no inspector is in sight, a notification says that a server asks, and leads to the card',
      async () => {
        await run(inspector, 'modern', 'ask_later');
        await driver.run((vscode) => vscode.commands.executeCommand('workbench.view.explorer'));
        const notice = workbench.notifications().filter({ hasText: 'modern asks: Who are you?' });
        await notice.locator('.monaco-button', { hasText: 'Answer in Inspector' }).click();
        inspector = await findWebview(window.page, '[data-testid=inspector]');
        await inspector.getByTestId('ask-decline').click();
        assert.match(await textOf(inspector), /decline/);
      },
    );

    await step('many runs have a latency table', async () => {
      inspector = await switchboard.inspector();
      await choose(inspector, 'modern', 'echo');
      await inspector.locator('[data-testid=call-options] button').click();
      await inspector.locator('[data-testid=option-times] input').fill('20');
      await inspector.locator('[data-testid=option-concurrency] input').fill('4');
      await inspector.getByTestId('run').click();
      await inspector.getByTestId('latency').getByText('20 of 20 runs, 4 at once').waitFor();
      await inspector.getByTestId('latency').getByText('p95').waitFor();
    });

    await step('a call is saved for the workspace, and a secret is refused', async () => {
      await choose(inspector, 'legacy', 'echo');
      await inspector.locator('[data-testid=keep-call] button').first().click();
      await inspector.locator('[data-testid=save-name] input').fill('hello');
      await inspector.getByTestId('save-call').click();
      const file = join(folder, '.vscode/mcp-calls.json');
      const saved = await until('the file', () => JSON.parse(readFileSync(file, 'utf8')) as { calls: unknown[] });
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

    await step('the history has every call and is searched, and saved calls are beside it', async () => {
      await inspector.getByTestId('part-calls').click();
      await inspector.getByTestId('calls-part').waitFor();
      await inspector.getByTestId('history-row').first().waitFor();
      await inspector.locator('[data-testid=history-search] input').fill('ask_model paris');
      await until('one call', async () => (await inspector.getByTestId('history-row').count()) === 1);
      await inspector.getByTestId('history-row').click();
      await inspector.locator('.history-open').getByText('Paris').first().waitFor();
      await inspector.getByTestId('saved-calls').getByText('hello').waitFor();
      await keepPicture(window.page, 'calls-history');
    });

    await step('a saved call runs, and its arguments go into the form', async () => {
      await inspector.locator('[data-testid=history-search] input').fill('legacy echo');
      await until('no call yet', async () => (await inspector.getByTestId('history-row').count()) === 0);
      await inspector.getByTestId('saved-run').click();
      await inspector.getByTestId('history-row').click();
      await inspector.locator('.history-open [data-status=ok]').waitFor();
      await inspector.getByTestId('saved-edit').click();
      const text = inspector.locator('[data-testid=json-editor] textarea');
      await until('the arguments', async () => (await text.inputValue()) === '{}');
    });

    await step('the folders that servers are told are chosen in the Inspector, for both eras', async () => {
      await inspector.getByTestId('part-server').click();
      const roots = inspector.getByTestId('roots');
      await roots.getByRole('button', { name: 'Roots' }).click();
      await roots.getByTestId('root-all').click();
      await roots.getByTestId('root-add').click();
      const input = window.page.locator('.quick-input-widget input').first();
      await input.fill(join(folder, '.vscode/'));
      await window.page.locator('.quick-input-widget .monaco-button', { hasText: 'Add Folder' }).click();
      await roots.getByText('Chosen by you for all servers').waitFor();
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
        await until('the template', async () => /tools\/list/.test(await text.inputValue()));
        await inspector.getByTestId('raw-send').click();
        await inspector.locator('[data-testid=raw-answer][data-status=answered]').getByText('result').first().waitFor();
        await text.fill('{ this is no JSON');
        await inspector.getByTestId('raw-send').click();
        await inspector.locator('[data-testid=raw-answer]', { hasText: /No answer came|error/ }).waitFor();
        await keepPicture(window.page, `raw-${server}`);
      }
    });

    await step(
      'a followed resource of a modern server says when it changes; pictures and sound are shown',
      async () => {
        await show(inspector, 'modern', 'resources');
        const pick = (name: string): Promise<void> => inspector.locator(`[data-resource="note://${name}"]`).click();
        await pick('clock');
        await inspector.getByText('touched 0 times').waitFor();
        await inspector.getByTestId('follow').click();
        await inspector.locator('[data-testid=follow][aria-pressed=true]').waitFor();
        await run(inspector, 'modern', 'touch');
        await inspector.getByTestId('part-resources').click();
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

    await step('narrow, with a question, a filled form and a result: nothing for axe, nothing cut off', async () => {
      await choose(inspector, 'modern', 'ask_form');
      await inspector.getByTestId('run').click();
      await inspector.getByTestId('ask').waitFor();
      await workbench.setSideBarWidth(220);
      await choose(inspector, 'zoo', 'form_5');
      await inspector.locator('[data-testid=tool-detail] [data-field="/f1"] input').fill('narrow');
      await inspector.getByTestId('run').click();
      assert.equal(await textOf(inspector), '1');
      for (const theme of themes) {
        await setTheme(window, theme);
        for (const part of ['raw', 'calls', 'server', 'tools']) {
          await inspector.getByTestId(`part-${part}`).click();
          assert.deepEqual(await accessibilityProblems(inspector, 'sideBar'), [], `${part} in ${theme}`);
          assert.deepEqual(await cutOff(inspector), [], `${part} in ${theme}`);
        }
        await keepPicture(window.page, `narrow-${theme}`);
      }
    });

    await step('at 200 %, which leaves half the room, nothing is cut off either', async () => {
      await window.page.setViewportSize({ width: 700, height: 500 });
      for (const part of ['raw', 'calls', 'server', 'tools']) {
        await inspector.getByTestId(`part-${part}`).click();
        assert.deepEqual(await cutOff(inspector), [], part);
      }
      await keepPicture(window.page, 'zoomed');
    });
  }),
);
