import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Actions } from './support/actions.ts';
import { startFakeProvider } from '../fixtures/kimi/fakeProvider.ts';
import type { Driver } from './support/driver.ts';
import { keepPicture } from './support/evidence.ts';
import { extensionId } from './support/extension.ts';
import { askAgent, enableChat, registerScriptedModel } from './support/scriptedModel.ts';
import { withMachineSettings } from './support/settings.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const ours = /(^|_)(kimi|tmkb|switchboard)_/;

async function setting(driver: Driver, key: string, value: unknown): Promise<void> {
  await driver.run(
    async (vscode, { key: name, value: next }) =>
      vscode.workspace.getConfiguration().update(name, next ?? undefined, vscode.ConfigurationTarget.Global),
    { key, value },
  );
}

/** Chooses a row of the open quick pick by its text. */
async function pick({ page }: Window, text: string): Promise<void> {
  await page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
}

interface Configured {
  readonly mcpServers: { readonly switchboard: { readonly command: string; readonly args: string[] } };
}

const withSecret = {
  inputs: [{ id: 'token', type: 'promptString', description: 'Token', password: true }],
  servers: { secretive: { command: 'node', args: ['y.mjs'], env: { TOKEN: '${input:token}' } } },
};

/** Starts what was copied, as the other client would, and asks it for its tools. */
async function toolsOf({ mcpServers: { switchboard } }: Configured): Promise<string> {
  const child = spawn(switchboard.command, switchboard.args, { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'other', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  let out = '';
  const answered = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('"id":2')) resolve();
    });
    child.on('close', () => resolve());
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await answered;
  child.stdin.end();
  return `${errors}\n${out}`;
}

interface Scenario {
  readonly window: Window;
  readonly step: Step;
}

async function explainVisibility({ window, step }: Scenario): Promise<void> {
  const { page, workbench, driver } = window;
  await step('"Explain Agent Visibility" shows for both harnesses whether they see a server, and why', async () => {
    await workbench.runCommand('MCP Switchboard: Explain Agent Visibility');
    await pick(window, 'hidden');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'VS Code does not read this file.' }).waitFor();
    await rows.filter({ hasText: 'Servers of this file are not forwarded.' }).waitFor();
    await rows
      .filter({ hasText: 'Gateway of MCP Switchboard' })
      .filter({ hasText: 'Not selected for agents' })
      .waitFor();
    await pick(window, 'Expose to Agents Through MCP Switchboard');
    await until(
      () =>
        driver.run((vscode) => {
          const chosen = vscode.workspace.getConfiguration('mcpSwitchboard').get<object>('gateway.servers');
          return JSON.stringify(chosen) === '{"hidden":true}';
        }),
      'the setting',
    );
  });

  await step('a server that VS Code already runs is exposed twice only after a confirmation', async () => {
    await workbench.runCommand('MCP Switchboard: Select Servers for Agents');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'run by VS Code' });
    await row.first().waitFor();
    await row.first().click();
    await page.keyboard.press('Enter');
    await workbench.dialog().waitFor();
    assert.match(await workbench.dialog().innerText(), /already runs/);
    await page.keyboard.press('Escape');
    await workbench.dialog().waitFor({ state: 'detached' });
  });

  await step('a server exposed in the user settings can be hidden from agents in this workspace', async () => {
    const key = 'mcpSwitchboard.gateway.servers';
    const chosen = (): Promise<string> =>
      driver.run((vscode, name) => JSON.stringify(vscode.workspace.getConfiguration().get(name)), key);
    await setting(driver, key, { hidden: { tools: { first: false, second: false } } });
    await workbench.runCommand('MCP Switchboard: Select Servers for Agents');
    await pick(window, 'hidden');
    await page.keyboard.press('Enter');
    await until(async () => (await chosen()) === '{"hidden":false}', 'it is off');
    await setting(driver, key, undefined);
    const actions = new Actions();
    await actions.do('command', () => workbench.runCommand('MCP Switchboard: Select Servers for Agents'));
    await actions.do('the server', () => pick(window, 'hidden'));
    await actions.do('Enter', () => page.keyboard.press('Enter'));
    await until(async () => (await chosen()) === '{"hidden":true}', 'it is on again');
    const told = workbench
      .notifications()
      .filter({ hasText: 'Agents get "hidden" as soon as you approve it.' })
      .first();
    await told.locator('.monaco-button', { hasText: 'Approve…' }).waitFor();
    await keepPicture(page, 'agents-approve');
    actions.expect('agents');
    await driver.run((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
  });
}

async function copyConfigurations({ window, step }: Scenario): Promise<void> {
  const { page, workbench, driver } = window;
  await step('the copied configuration of the gateway starts unchanged, and finds this window', async () => {
    await driver.run((vscode) => vscode.env.clipboard.writeText(''));
    await workbench.runCommand('MCP Switchboard: Copy Gateway Configuration for Another Client');
    await pick(window, 'Claude Desktop');
    const text = await until(
      () => driver.run(async (vscode) => (await vscode.env.clipboard.readText()) || false),
      'the clipboard',
    );
    assert.match(await toolsOf(JSON.parse(text) as Configured), /Attached to the window on .*"tools":/s);
  });

  await step('a server that needs a secret is copied without it, or through the gateway that keeps it', async () => {
    const copied = async (way: string): Promise<string> => {
      await driver.run((vscode) => vscode.env.clipboard.writeText(''));
      await workbench.runCommand('MCP Switchboard: Copy Configuration for Another Client');
      for (const text of ['secretive', 'Claude Code']) await pick(window, text);
      await page.locator('.quick-input-title', { hasText: 'cannot prompt for the values' }).waitFor();
      await keepPicture(page, 'copy-secret');
      await pick(window, way);
      if (way.startsWith('Through'))
        await workbench.dialog().locator('.monaco-button', { hasText: 'Expose Anyway' }).click();
      return until(
        () => driver.run(async (vscode) => (await vscode.env.clipboard.readText()) || false),
        'the clipboard',
      );
    };
    assert.match(await copied('As text, without values'), /"secretive":.*"TOKEN": "\$\{?TOKEN/s);
    assert.match(await copied('Through MCP Switchboard'), /"switchboard":.*"gateway"/s);
  });

  await step('a server that agents would get twice is named as such, and so is the gateway', async () => {
    await driver.run((vscode) => void vscode.commands.executeCommand('mcpSwitchboard.approveServer', 'secretive'));
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await page.locator('.quick-input-widget', { hasText: 'Token' }).waitFor();
    await page.keyboard.press('Escape'); // it need not run
    await workbench.runCommand('MCP Switchboard: Explain Agent Visibility');
    await pick(window, 'secretive');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'Gateway of MCP Switchboard' }).filter({ hasText: 'Yes' }).waitFor();
    await keepPicture(page, 'agents-twice');
    await pick(window, 'Agents in this window see each tool twice');
    await until(
      () =>
        driver.run(
          (vscode) =>
            !JSON.stringify(vscode.workspace.getConfiguration('mcpSwitchboard').get('gateway.servers')).includes(
              'secretive',
            ),
        ),
      'the setting without it',
    );
  });

  await step('after choosing, one message says what agents get and what comes next', async () => {
    await workbench.runCommand('MCP Switchboard: Select Servers for Agents');
    await pick(window, 'secretive');
    await page.keyboard.press('Enter');
    await workbench.dialog().locator('.monaco-button', { hasText: 'Expose Anyway' }).click();
    const told = workbench
      .notifications()
      .filter({ hasText: 'Agents get "secretive" through MCP Switchboard' })
      .first();
    await told.filter({ hasText: 'for another client, copy the configuration of the gateway' }).waitFor();
    await told.hover();
    await keepPicture(page, 'agents-told');
    await told.locator('.monaco-button', { hasText: 'Copy for Another Client…' }).click();
    await pick(window, 'Claude Code');
    await workbench.notifications().filter({ hasText: 'Copied. Paste it into' }).first().waitFor();
    // The first list of an agent would start it, and that would prompt for its token.
    await driver.run(async (vscode) => {
      const { Global, Workspace } = vscode.ConfigurationTarget;
      const settings = vscode.workspace.getConfiguration('mcpSwitchboard');
      for (const target of [Global, Workspace]) await settings.update('gateway.servers', undefined, target);
      await vscode.commands.executeCommand('notifications.clearAll');
    });
  });
}

async function useTheApi({ window, step }: Scenario): Promise<void> {
  const { workbench, driver } = window;
  await step('other extensions get tools, call them, and add servers that wait for approval', async () => {
    const seen = await driver.run(async (vscode, id) => {
      interface Api {
        readonly apiVersion: number;
        readonly onDidChange: import('vscode').Event<void>;
        getTools(): Promise<
          readonly { readonly server: string; readonly name: string; readonly inputSchema: object }[]
        >;
        callTool(
          server: string,
          tool: string,
          args?: object,
        ): Promise<{ readonly isError: boolean; readonly content: unknown[] }>;
        addServer(name: string, entry: object): Promise<string>;
      }
      const api = await vscode.extensions.getExtension<Api>(id)!.activate();
      let changes = 0;
      const listening = api.onDidChange(() => changes++);
      const tools = await api.getTools();
      const listed = await api.callTool('embedded', 'switchboard_servers', {});
      const name = await api.addServer('added', { command: 'node', args: ['added.mjs'] });
      const refused = await api.callTool(name, 'anything').then(
        () => 'ran',
        (error: { code?: string }) => error.code,
      );
      const unknown = await api.callTool('nobody', 'x').catch((error: { code?: string }) => error.code);
      listening.dispose();
      return {
        version: api.apiVersion,
        tools: tools.length,
        failed: listed.isError,
        name,
        refused,
        unknown,
        changes,
      };
    }, extensionId);
    assert.ok(seen.tools >= 9 && seen.changes > 0);
    const { version, failed, name, refused, unknown } = seen;
    assert.deepEqual(
      { version, failed, name, refused, unknown },
      { version: 1, failed: false, name: 'added', refused: 'trust/not-approved', unknown: 'server/unknown' },
    );
  });

  await step('another extension removes a server only if the user agrees', async () => {
    const remove = (): Promise<boolean> =>
      driver.run(async (vscode, id) => {
        interface Api {
          removeServer(server: string): Promise<boolean>;
        }
        return (await vscode.extensions.getExtension<Api>(id)!.activate()).removeServer('added');
      }, extensionId);
    const isConfigured = (): boolean => readFileSync(join(window.folder, '.vscode/mcp.json'), 'utf8').includes('added');
    const answer = async (button: string): Promise<boolean> => {
      const removed = remove();
      await workbench.dialog().locator('.monaco-button', { hasText: button }).click();
      return removed;
    };
    assert.deepEqual([await answer('Cancel'), isConfigured()], [false, true]);
    assert.deepEqual([await answer('Remove'), isConfigured()], [true, false]);
  });
}

async function followExposeAs({ window, step }: Scenario): Promise<void> {
  const { driver } = window;
  // Not `lm.tools`, which has every contributed tool: only an agent's list goes by the `when` clauses.
  const exposed = async (): Promise<readonly string[]> => {
    const { tools } = await askAgent(driver, 'Hello');
    return tools.filter((name) => ours.test(name));
  };
  const untilExposed = (what: string, fits: (names: readonly string[]) => boolean): Promise<readonly string[]> =>
    until(async () => {
      const names = await exposed();
      return fits(names) && names;
    }, what);
  const isOverMcp = (name: string): boolean => name.startsWith('mcp_');

  await step('an agent gets each fixed tool once, as a tool of the extension', async () => {
    await registerScriptedModel(driver);
    await enableChat(driver);
    const names = await untilExposed('the tools', (found) => found.length > 0);
    assert.deepEqual([names.length, names.filter(isOverMcp)], [9, []]);
  });

  await step('exposed as MCP servers, the same tools are listed once', async () => {
    await setting(driver, 'mcpSwitchboard.agents.exposeAs', 'mcp');
    const names = await untilExposed('the same tools over MCP', (found) => found.some(isOverMcp));
    assert.deepEqual([names.length, names.filter((name) => !isOverMcp(name))], [9, []]);
  });

  await step('what a policy forbids is not exposed', async () => {
    await setting(driver, 'chat.mcp.access', 'none');
    await untilExposed('nothing', (found) => found.length === 0);
    await setting(driver, 'chat.mcp.access', undefined);
    await untilExposed('the tools again', (found) => found.some(isOverMcp));
  });

  await step('with "off" no tool is exposed', async () => {
    await setting(driver, 'mcpSwitchboard.agents.exposeAs', 'off');
    await untilExposed('nothing', (found) => found.length === 0);
    await setting(driver, 'mcpSwitchboard.agents.exposeAs', undefined);
  });
}

test(
  'the settings decide what agents get, and a command explains it',
  inWindow(
    {
      arrange: (folder) => {
        writeFileSync(join(folder, '.mcprc'), '{ "hidden": { "command": "node", "args": ["x.mjs"] } }');
        writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify(withSecret));
      },
    },
    async (window, step) => {
      const scenario: Scenario = { window, step };
      await explainVisibility(scenario);
      await copyConfigurations(scenario);
      await useTheApi(scenario);
      await followExposeAs(scenario);
    },
  ),
);

test('Kimi is a model of VS Code once a key is stored, and streams and calls tools', async (t) => {
  const provider = await startFakeProvider({
    key: 'k-test',
    models: [{ id: 'kimi-k3', created: 2 }, { id: 'embedding-1' }],
    reply: ({ tools, step }) =>
      tools.length > 0 && step === 0 ? { call: tools[0]!, args: { a: 1 } } : { text: 'Hello from Kimi' },
  });
  t.after(() => provider.close());
  await inWindow({}, async (window, step) => {
    const { page, workbench, driver } = window;
    const models = (): Promise<string[]> =>
      driver.run(async (vscode) =>
        (await vscode.lm.selectChatModels({ vendor: 'mcp-switchboard-kimi' })).map(({ id }) => id),
      );
    await withMachineSettings(driver, { 'kimi.apiBaseUrl': provider.baseUrl, 'kimi.chatModel': false }, async () => {
      await step('without a key there is no Kimi model', async () => {
        assert.deepEqual(await models(), []);
      });
      await step('with a key the Kimi models are there', async () => {
        await workbench.runCommand('MCP Switchboard: Set Kimi API Key');
        await page.locator('.quick-input-widget input').fill('k-test');
        await page.keyboard.press('Enter');
        assert.deepEqual(await until(async () => (await models()).length > 0 && models(), 'the model'), ['kimi-k3']);
      });
      await step('a request streams its response, counts tokens and calls tools', async () => {
        const answered = driver.run(async (vscode) => {
          const [model] = await vscode.lm.selectChatModels({ vendor: 'mcp-switchboard-kimi' });
          const ask = [vscode.LanguageModelChatMessage.User('Hi')];
          const plain = await model!.sendRequest(ask);
          const pieces: string[] = [];
          for await (const piece of plain.text) pieces.push(piece);
          const tool = { name: 'adder', description: 'Adds', inputSchema: { type: 'object' } };
          const called = await model!.sendRequest(ask, { tools: [tool] });
          const calls: unknown[] = [];
          for await (const part of called.stream)
            if (part instanceof vscode.LanguageModelToolCallPart) calls.push({ name: part.name, input: part.input });
          return { pieces, calls, tokens: await model!.countTokens('four and four') };
        });
        const dialog = workbench.dialog().locator('.monaco-button', { hasText: 'Allow' });
        // VS Code may ask on behalf of the other extension.
        await Promise.race([answered, dialog.click({ timeout: 15_000 }).catch(() => {})]);
        const { pieces, calls, tokens } = await answered;
        assert.ok(pieces.length > 1, 'in pieces');
        assert.equal(pieces.join(''), 'Hello from Kimi');
        assert.deepEqual(calls, [{ name: 'adder', input: { a: 1 } }]);
        assert.ok(tokens > 0);
      });
    });
  })(t);
});
