import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OidcFixture, startOidcFixture } from '../integration/support/oidcFixture.ts';
import { connectDriver, isAlive } from './support/driver.ts';
import { approveAndStart } from './support/servers.ts';
import { SignInPages, keepSecrets, proxyPorts } from './support/signInPages.ts';
import { Switchboard } from './support/switchboard.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow, withWindow } from './support/window.ts';

/** Real authorization servers: one that works, one that binds tokens, one where the user says no, one that is moved to. */
interface Services {
  readonly guarded: OidcFixture;
  readonly bound: OidcFixture;
  readonly denied: OidcFixture;
  readonly lost: OidcFixture;
}
let services: Services;
before(async () => {
  const [guarded, bound, denied, lost] = await Promise.all([
    startOidcFixture(),
    startOidcFixture({ dpop: true }),
    startOidcFixture({ denies: true }),
    startOidcFixture(),
  ]);
  services = { guarded, bound, denied, lost };
});
after(async () => {
  for (const service of Object.values(services) as OidcFixture[]) await service[Symbol.asyncDispose]();
});

function arrange(folder: string): void {
  const entries = Object.entries(services).map(([name, { url }]) => [name, { type: 'http', url }]);
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: Object.fromEntries(entries) }));
}

function call({ driver }: Pick<Window, 'driver'>, server: string): Promise<string> {
  return driver.run(async (vscode, id) => {
    const extension = vscode.extensions.getExtension('mcp-switchboard.mcp-switchboard')!;
    const api = (await extension.activate()) as { callTool(id: string, tool: string): Promise<{ content: unknown }> };
    return JSON.stringify((await api.callTool(id, 'open')).content);
  }, server);
}

const inside = /inside/;
const requests = ({ atIssuer }: OidcFixture, what: string): number => atIssuer.filter((line) => line === what).length;
const refreshes = (service: OidcFixture): number => requests(service, 'POST /token refresh_token');

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly pages: SignInPages;
}

async function prepare({ page }: Window): Promise<SignInPages> {
  const context = page.context();
  await keepSecrets(context);
  await proxyPorts(context);
  // The last route is asked first: the browser of one sign-in cannot reach us.
  const away = encodeURIComponent(services.lost.issuer);
  await context.route(/\/callback\?/, (route) =>
    route.request().url().includes(away) ? route.abort() : route.fallback(),
  );
  return new SignInPages(context);
}

/** What a sign-in outlives. */
async function keepSignIn({ window, step, pages }: Scenario): Promise<void> {
  const { page, workbench, folder } = window;
  const { guarded } = services;

  await step('the first start opens the page of the service, and the tools are there after it', async () => {
    await pages.next(() => approveAndStart(window, 'guarded'));
    await workbench
      .treeRow(/^guarded/)
      .filter({ hasText: '1 tool' })
      .waitFor();
  });

  await step('a token that expires during a call is renewed without a page', async () => {
    guarded.expire();
    assert.match(await call(window, 'guarded'), inside);
    assert.deepEqual([pages.opened.length, refreshes(guarded)], [1, 1]);
  });

  await step('a restart of the server, and of the whole window, needs no sign-in', async () => {
    await window.driver.run(async (vscode) => {
      await vscode.commands.executeCommand('mcpSwitchboard.restartServer', 'guarded');
    });
    assert.match(await call(window, 'guarded'), inside);
    const before = window.driver;
    await page.reload();
    await workbench.ready();
    Object.assign(window, { driver: await connectDriver(folder, currentWorkbench().driverDir, before) });
    await until(() => !isAlive(before.pid), 'the end of the host before');
    assert.match(await call(window, 'guarded'), inside);
    assert.equal(pages.opened.length, 1);
  });

  await step('a second window uses the same sign-in', async () => {
    await withWindow('the second window', { beside: window, sameBrowser: true }, async (second) => {
      assert.match(await call(second, 'guarded'), inside);
    });
    assert.deepEqual(
      pages.opened.filter((each) => !each.isClosed()),
      [],
    );
  });
}

/** What needs another one, or another kind. */
async function signInAgain({ window, step, pages }: Scenario): Promise<void> {
  const { guarded, bound } = services;
  const context = window.page.context();

  await step('a refresh token that was revoked opens the page again', async () => {
    await guarded.revokeAll();
    guarded.expire();
    let answer = '';
    await pages.next(async () => (answer = await call(window, 'guarded')));
    assert.match(answer, inside);
  });

  await step('tokens that are bound to a key are used with the nonce of each side', async () => {
    await pages.next(() => approveAndStart(window, 'bound'));
    assert.match(await call(window, 'bound'), inside);
    assert.ok(requests(bound, 'POST /token authorization_code') >= 2, 'once more with the nonce');
  });

  await step('a server that names another service needs a sign-in there, which gets nothing of the first', async () => {
    const before = bound.atIssuer.length;
    guarded.moveTo(bound.issuer);
    guarded.expire();
    const opening = context.waitForEvent('page');
    const calling = call(window, 'guarded').then(String, String);
    const popup = await opening;
    await until(() => bound.atIssuer.slice(before).some((line) => line.startsWith('GET /auth')), 'its page');
    await popup.close();
    await window.driver.run(async (vscode) => {
      await vscode.commands.executeCommand('mcpSwitchboard.stopServer', 'guarded');
    });
    assert.doesNotMatch(await calling, inside);
    const sent = bound.atIssuer.slice(before);
    assert.ok(!sent.some((line) => line.includes('refresh_token')), sent.join('\n'));
  });
}

/** What goes wrong on the way. */
async function failToSignIn({ window, step }: Scenario): Promise<void> {
  const { page, workbench } = window;
  const context = page.context();

  await step('a page on which the user says no ends the start with the reason', async () => {
    await approveAndStart(window, 'denied').catch(() => {}); // told in a notification
    const told = await call(window, 'denied').catch(String);
    assert.match(told, /The sign-in was denied: .*denied the request/);
  });

  await step('a browser that never comes back: the user pastes the address at which it ended', async () => {
    const failing = context.waitForEvent('requestfailed', (request) => /\/callback\?/.test(request.url()));
    const starting = approveAndStart(window, 'lost');
    const address = (await failing).url();
    const card = workbench.notifications().filter({ hasText: 'The browser has not returned' });
    await card.locator('.monaco-button', { hasText: 'Paste the Address' }).click();
    const input = page.locator('.quick-input-widget input[type=password]');
    await input.fill(address);
    await input.press('Enter');
    await starting;
    assert.match(await call(window, 'lost'), inside);
  });
}

test(
  'a user signs in once, and keeps it: expiry, restart, reload, a second window, and what goes wrong',
  inWindow({ arrange: (folder) => arrange(folder) }, async (window, step) => {
    const scenario: Scenario = { window, step, pages: await prepare(window) };
    await new Switchboard(window).open();
    await keepSignIn(scenario);
    await signInAgain(scenario);
    await failToSignIn(scenario);
  }),
);
