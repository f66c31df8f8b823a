import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { askAgent, callOf, enableChat, registerScriptedModel } from './support/scriptedModel.ts';
import type { Driver } from './support/driver.ts';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const everything = join(
  repoRoot,
  'test/fixtures/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

/** In `.mcprc`, which VS Code does not read: only through us can an agent see the server. */
function exposeEverything(folder: string): void {
  const entry = { command: process.execPath, args: [everything] };
  writeFileSync(join(folder, '.mcprc'), JSON.stringify({ everything: entry }));
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(
    join(folder, '.vscode/settings.json'),
    JSON.stringify({ 'mcpSwitchboard.gateway.servers': { everything: true } }),
  );
}

const fixedTools = [
  'kimi_analyze',
  'kimi_implement',
  'kimi_refactor',
  'kimi_verify',
  'tmkb_get',
  'tmkb_list',
  'tmkb_query',
  'tmkb_validate',
  'switchboard_servers',
];

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly switchboard: Switchboard;
}

function toolNames({ driver }: Window): Promise<string[]> {
  return driver.run((vscode) => vscode.lm.tools.map(({ name }) => name));
}

function invoke({ driver }: Window, name: string, input: object): Promise<string> {
  return driver.run(
    async (vscode, call) => {
      const result = await vscode.lm.invokeTool(call.name, { input: call.input, toolInvocationToken: undefined });
      return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    },
    { name, input },
  );
}

function policyLines({ page }: Window): Locator {
  return page.locator('.quick-input-list .monaco-list-row');
}

async function openPolicy(window: Window, row: Locator): Promise<void> {
  await row.click({ button: 'right' });
  await window.page.locator('.context-view .action-label', { hasText: 'Edit Agent Tool Policy…' }).hover();
  await window.page.keyboard.press('Enter'); // a menu that has just opened ignores a click
  await policyLines(window).first().waitFor();
}

function configuredPolicy(driver: Driver): Promise<string> {
  return driver.run((vscode) =>
    JSON.stringify(vscode.workspace.getConfiguration('mcpSwitchboard').get('gateway.servers')),
  );
}

async function callFixedTools({ window, step }: Scenario): Promise<void> {
  const { workbench } = window;
  await step('every fixed tool is registered for models exactly once', async () => {
    const names = await toolNames(window);
    assert.deepEqual(
      fixedTools.filter((tool) => names.filter((name) => name.endsWith(tool)).length !== 1),
      [],
    );
  });

  await step('a read-only tool runs without a confirmation', async () => {
    const answer = JSON.parse(await invoke(window, 'tmkb_query', { context: 'multi-tenant API endpoint' })) as {
      pattern_count: number;
    };
    assert.ok(answer.pattern_count > 0);
    assert.match(await invoke(window, 'switchboard_servers', {}), /"id":"embedded"/);
  });

  await step('a tool that changes files asks for confirmation first, and Cancel runs nothing', async () => {
    const call = invoke(window, 'kimi_implement', { prompt: 'delete everything' }).then(
      () => 'ran',
      (error: Error) => error.message,
    );
    await workbench.dialog().waitFor();
    assert.match(await workbench.dialog().innerText(), /delete everything/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Cancel' }).click();
    assert.match(await call, /cancel/i);
  });
}

async function exposeServer({ window, step, switchboard }: Scenario): Promise<void> {
  const { workbench, driver } = window;
  await step('what the settings of a workspace expose needs the word of the user', async () => {
    await workbench.runCommand('Notifications: Show Notifications'); // it may have been hidden by now
    const notice = workbench.notifications().filter({ hasText: 'would allow agents more than your own settings' });
    await notice.locator('.monaco-button', { hasText: 'Review…' }).first().click();
    await workbench.dialog().filter({ hasText: '"everything": not exposed to agents by you' }).waitFor();
    await workbench.dialog().locator('.monaco-button', { hasText: 'Allow in This Workspace' }).click();
  });

  await step('a server that waits for approval is not exposed, an approved one is', async () => {
    await switchboard.open();
    const row = switchboard.serverRow('everything').first();
    await row.filter({ hasText: 'Needs your approval' }).waitFor();
    assert.ok(!(await toolNames(window)).some((name) => name.endsWith('_echo')));
    await row.hover();
    await row.locator('.action-label[aria-label^="Approve and Start"]').click();
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await until(async () => {
      const id = 'mcp-switchboard.mcp-switchboard/everything';
      await driver.run(
        (vscode, server) =>
          vscode.commands.executeCommand('workbench.mcp.startServer', server, { waitForLiveTools: true }),
        id,
      );
      return (await toolNames(window)).includes('mcp_everything_echo');
    }, 'mcp_everything_echo in lm.tools');
    await row.filter({ hasText: /agents via gateway \(\d+, ≈ [\d,]+ tokens\)/ }).waitFor();
  });
}

async function askTheAgent({ window, step, switchboard }: Scenario): Promise<void> {
  const { page, driver } = window;
  await step('the agent calls a knowledge tool and gets its result', async () => {
    await registerScriptedModel(driver);
    await enableChat(driver);
    const { tools, results } = await askAgent(driver, callOf('tmkb_query', { context: 'multi-tenant API endpoint' }));
    assert.equal(tools.filter((name) => name.endsWith('tmkb_query')).length, 1);
    assert.match(results.join(''), /pattern_count/);
  });

  await step('the skill for debugging servers is part of the instructions of the agent', async () => {
    const { prompt } = await askAgent(driver, 'Hello');
    assert.match(prompt, /debug-mcp-server/);
  });

  await step('the prompts are completed in the chat input', async () => {
    await page.locator('.interactive-input-part .monaco-editor').first().click();
    for (const name of ['threat-review', 'check-mcp-servers']) {
      await page.keyboard.type(`/${name.slice(0, 6)}`);
      await page.locator('.suggest-widget .monaco-list-row', { hasText: name }).waitFor();
      for (const key of ['Escape', 'Control+a', 'Delete']) await page.keyboard.press(key);
    }
  });

  await step('the agent calls a tool of the exposed server and gets its result', async () => {
    const { results } = await askAgent(driver, callOf('everything_echo', { message: 'through the gateway' }));
    assert.deepEqual(results, ['Echo: through the gateway']);
  });

  await step("the agent's calls are shown in Traffic", async () => {
    const traffic = await switchboard.traffic();
    await traffic.locator('[role=row]', { hasText: 'through the gateway' }).first().waitFor();
    await traffic.locator('[role=row]', { hasText: 'tmkb_query' }).first().waitFor();
  });

  await step('with tools of extensions switched off the agent does not get ours, and MCP tools stay', async () => {
    await driver.run((vscode) =>
      vscode.workspace
        .getConfiguration('chat')
        .update('extensionTools.enabled', false, vscode.ConfigurationTarget.Workspace),
    );
    const left = await until(async () => {
      const tools = (await askAgent(driver, 'Hello')).tools;
      return !tools.includes('tmkb_query') && tools;
    }, 'an agent without our tools');
    assert.ok(left.includes('mcp_everything_echo'));
  });
}

async function editThePolicy({ window, step, switchboard }: Scenario): Promise<void> {
  const { page, workbench, driver } = window;
  const lines = policyLines(window);
  const echoRow = switchboard.serverRow('echo').first();
  const openEditor = () => openPolicy(window, echoRow);
  const policy = () => configuredPolicy(driver);
  await step('a tool is hidden from agents from its row', async () => {
    await switchboard.serverRow('everything').first().click();
    await openEditor();
    await lines.filter({ hasText: 'Exposed to agents' }).click();
    await lines.filter({ hasText: 'Not exposed to agents' }).waitFor();
    await echoRow.filter({ hasText: 'hidden from agents' }).waitFor();
    assert.equal(await policy(), '{"everything":{"tools":{"echo":false}}}');
    await until(async () => !(await toolNames(window)).includes('mcp_everything_echo'), 'the tool is gone');
    await keepPicture(page, 'rules-off');
    await lines.filter({ hasText: 'Not exposed to agents' }).click();
    await until(async () => (await toolNames(window)).includes('mcp_everything_echo'), 'the tool is back');
    await page.keyboard.press('Escape');
  });

  await step(
    'a tool with the approval policy asks before each call, and a denial reaches the agent as text',
    async () => {
      await openEditor();
      await lines.filter({ hasText: 'Approval' }).click();
      await lines.filter({ hasText: 'before every call' }).click();
      await lines.filter({ hasText: 'Approval' }).filter({ hasText: 'before every call' }).waitFor();
      await keepPicture(page, 'rules-ask');
      await page.keyboard.press('Escape');
      assert.equal(await policy(), '{"everything":{"tools":{"echo":{"approval":"always"}}}}');
      for (const [button, answer] of [
        ['Cancel', /user denied/],
        ['Allow', /^Echo: may I/],
      ] as const) {
        const call = askAgent(driver, callOf('everything_echo', { message: 'may I' }));
        await workbench.dialog().filter({ hasText: 'Allow an agent to call "mcp:everything:echo"' }).waitFor();
        assert.match(await workbench.dialog().innerText(), /"message": "may I"/);
        await workbench.dialog().locator('.monaco-button', { hasText: button }).click();
        assert.match((await call).results.join(''), answer);
      }
    },
  );

  await step('a tool with a rate limit refuses further calls, and the agent learns how long to wait', async () => {
    await openEditor();
    await lines.filter({ hasText: 'Reset to default' }).click();
    await lines.filter({ hasText: 'decided by the agent' }).waitFor();
    await lines.filter({ hasText: 'Calls per minute' }).click();
    const box = page.locator('.quick-input-widget .quick-input-box input');
    const message = page.locator('.quick-input-message');
    await message.filter({ hasText: 'How many calls per minute' }).waitFor();
    await box.fill('many');
    await message.filter({ hasText: 'Enter an integer, or leave empty' }).waitFor();
    await keepPicture(page, 'rules-count');
    await box.fill('1');
    await box.press('Enter');
    await lines.filter({ hasText: 'at most 1 per minute' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await policy(), '{"everything":{"tools":{"echo":{"perMinute":1}}}}');
    const call = async (): Promise<string> =>
      (await askAgent(driver, callOf('everything_echo', { message: 'again' }))).results.join('');
    assert.equal(await call(), 'Echo: again');
    assert.match(await call(), /may be called 1 times a minute\. Try again in \d+ s/);
  });
}

test(
  'an agent in VS Code uses the tools of the extension and of an exposed server',
  inWindow({ arrange: exposeEverything, width: 1600, height: 1000 }, async (window, step) => {
    const scenario: Scenario = { window, step, switchboard: new Switchboard(window) };
    await callFixedTools(scenario);
    await exposeServer(scenario);
    await askTheAgent(scenario);
    await editThePolicy(scenario);
  }),
);
