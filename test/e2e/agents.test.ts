import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { askAgent, callOf, enableChat, registerScriptedModel } from './support/scriptedModel.ts';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

const everything = join(
  repoRoot,
  'test/fixtures/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

/** In `.mcprc`, which VS Code does not read: only through us can an agent see the server. */
function offerEverything(folder: string): void {
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

test(
  'an agent in VS Code uses the tools of the extension and of a server that is offered to it',
  inWindow({ arrange: offerEverything, width: 1600, height: 1000 }, async (window, step) => {
    const { workbench, driver } = window;
    const switchboard = new Switchboard(window);
    const toolNames = (): Promise<string[]> => driver.run((vscode) => vscode.lm.tools.map(({ name }) => name));
    const invoke = (name: string, input: object): Promise<string> =>
      driver.run(
        async (vscode, call) => {
          const result = await vscode.lm.invokeTool(call.name, { input: call.input, toolInvocationToken: undefined });
          return result.content
            .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
            .join('');
        },
        { name, input },
      );

    const { page } = window;
    const echoRow = switchboard.serverRow('echo').first();
    const lines = page.locator('.quick-input-list .monaco-list-row');
    const rules = (): Promise<string> =>
      driver.run((vscode) =>
        JSON.stringify(vscode.workspace.getConfiguration('mcpSwitchboard').get('gateway.servers')),
      );
    const openRules = async (): Promise<void> => {
      await echoRow.click({ button: 'right' });
      await page.locator('.context-view .action-label', { hasText: 'Edit Agent Tool Policy…' }).hover();
      await page.keyboard.press('Enter'); // a click comes too soon for a menu that has just opened
      await lines.first().waitFor();
    };

    await step('every fixed tool is there for models, and once', async () => {
      const names = await toolNames();
      assert.deepEqual(
        fixedTools.filter((tool) => names.filter((name) => name.endsWith(tool)).length !== 1),
        [],
      );
    });

    await step('a tool that only reads answers without a question', async () => {
      const answer = JSON.parse(await invoke('tmkb_query', { context: 'multi-tenant API endpoint' })) as {
        pattern_count: number;
      };
      assert.ok(answer.pattern_count > 0);
      assert.match(await invoke('switchboard_servers', {}), /"id":"embedded"/);
    });

    await step('a tool that changes files is asked about first, and a no runs nothing', async () => {
      const call = invoke('kimi_implement', { prompt: 'delete everything' }).then(
        () => 'ran',
        (error: Error) => error.message,
      );
      await workbench.dialog().waitFor();
      assert.match(await workbench.dialog().innerText(), /delete everything/);
      await workbench.dialog().locator('.monaco-button', { hasText: 'Cancel' }).click();
      assert.match(await call, /cancel/i);
    });

    await step('a server that waits for approval is not offered, an approved one is', async () => {
      await switchboard.open();
      const row = switchboard.serverRow('everything').first();
      await row.filter({ hasText: 'Needs your approval' }).waitFor();
      assert.ok(!(await toolNames()).some((name) => name.endsWith('_echo')));
      await row.hover();
      await row.locator('.action-label[aria-label^="Approve Server"]').click();
      await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
      await until('mcp_everything_echo in lm.tools', async () => {
        const id = 'mcp-switchboard.mcp-switchboard/everything';
        await driver.run(
          (vscode, server) =>
            vscode.commands.executeCommand('workbench.mcp.startServer', server, { waitForLiveTools: true }),
          id,
        );
        return (await toolNames()).includes('mcp_everything_echo');
      });
    });

    await step('the agent calls a knowledge tool and gets its answer', async () => {
      await registerScriptedModel(driver);
      await enableChat(driver);
      const { tools, results } = await askAgent(driver, callOf('tmkb_query', { context: 'multi-tenant API endpoint' }));
      assert.equal(tools.filter((name) => name.endsWith('tmkb_query')).length, 1);
      assert.match(results.join(''), /pattern_count/);
    });

    await step('the agent is told of the skill for debugging servers', async () => {
      const { told } = await askAgent(driver, 'Hello');
      assert.match(told, /debug-mcp-server/);
    });

    await step('the prompts are offered where a person writes to the agent', async () => {
      await page.locator('.interactive-input-part .monaco-editor').first().click();
      for (const name of ['threat-review', 'check-mcp-servers']) {
        await page.keyboard.type(`/${name.slice(0, 6)}`);
        await page.locator('.suggest-widget .monaco-list-row', { hasText: name }).waitFor();
        for (const key of ['Escape', 'Control+a', 'Delete']) await page.keyboard.press(key);
      }
    });

    await step('the agent calls a tool of the offered server and gets its answer', async () => {
      const { results } = await askAgent(driver, callOf('everything_echo', { message: 'through the gateway' }));
      assert.deepEqual(results, ['Echo: through the gateway']);
    });

    await step("the agent's calls stand in Traffic", async () => {
      const traffic = await switchboard.traffic();
      await traffic.locator('[role=row]', { hasText: 'through the gateway' }).first().waitFor();
      await traffic.locator('[role=row]', { hasText: 'tmkb_query' }).first().waitFor();
    });

    await step('where tools of extensions are switched off, the agent is not offered ours, and MCP stays', async () => {
      await driver.run((vscode) =>
        vscode.workspace
          .getConfiguration('chat')
          .update('extensionTools.enabled', false, vscode.ConfigurationTarget.Workspace),
      );
      const tools = await until('an agent without our tools', async () => {
        const offered = (await askAgent(driver, 'Hello')).tools;
        return !offered.includes('tmkb_query') && offered;
      });
      assert.ok(tools.includes('mcp_everything_echo'));
    });

    await step('a tool is taken from agents from its row', async () => {
      await switchboard.serverRow('everything').first().click();
      await openRules();
      await lines.filter({ hasText: 'Exposed to agents' }).click();
      await lines.filter({ hasText: 'Not exposed to agents' }).waitFor();
      await echoRow.filter({ hasText: 'hidden from agents' }).waitFor();
      assert.equal(await rules(), '{"everything":{"tools":{"echo":false}}}');
      await until('the tool is gone', async () => !(await toolNames()).includes('mcp_everything_echo'));
      await keepPicture(page, 'rules-off');
      await lines.filter({ hasText: 'Not exposed to agents' }).click();
      await until('the tool is back', async () => (await toolNames()).includes('mcp_everything_echo'));
      await page.keyboard.press('Escape');
    });

    await step('a tool is asked about first, where its row says so: a no reaches the agent as words', async () => {
      await openRules();
      await lines.filter({ hasText: 'Approval' }).click();
      await lines.filter({ hasText: 'before every call' }).click();
      await lines.filter({ hasText: 'Approval' }).filter({ hasText: 'before every call' }).waitFor();
      await keepPicture(page, 'rules-ask');
      await page.keyboard.press('Escape');
      assert.equal(await rules(), '{"everything":{"tools":{"echo":{"approval":"always"}}}}');
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
    });

    await step('calls are counted, where its row says so, and the agent is told how long to wait', async () => {
      await openRules();
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
      assert.equal(await rules(), '{"everything":{"tools":{"echo":{"perMinute":1}}}}');
      const call = async (): Promise<string> =>
        (await askAgent(driver, callOf('everything_echo', { message: 'again' }))).results.join('');
      assert.equal(await call(), 'Echo: again');
      assert.match(await call(), /may be called 1 times a minute\. Try again in \d+ s/);
    });
  }),
);
