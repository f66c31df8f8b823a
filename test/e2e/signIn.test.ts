import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OidcFixture, startOidcFixture } from '../integration/support/oidcFixture.ts';
import { connectDriver, isAlive } from './support/driver.ts';
import { keepPicture } from './support/evidence.ts';
import { proxyPorts } from './support/proxyPorts.ts';
import { approveAndStart } from './support/servers.ts';
import { SignInPages, keepSecrets } from './support/signInPages.ts';
import { Switchboard } from './support/switchboard.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow, withWindow } from './support/window.ts';

/** Servers, each with a real authorization server. */
interface Services {
  readonly guarded: OidcFixture;
  /** Binds its tokens to a key. */
  readonly bound: OidcFixture;
  /** Here the user says no. */
  readonly denied: OidcFixture;
  /** From here the browser does not find back. */
  readonly lost: OidcFixture;
  /** No server of its own: another one moves to it. */
  readonly successor: OidcFixture;
}
let services: Services;
before(async () => {
  const start = (more = {}): Promise<OidcFixture> => startOidcFixture({ showsPage: true, ...more });
  services = {
    guarded: await start(),
    bound: await start({ dpop: true }),
    denied: await start(),
    lost: await start(),
    successor: await start(),
  };
});
after(async () => {
  for (const service of Object.values(services) as OidcFixture[]) await service[Symbol.asyncDispose]();
});

function arrange(folder: string): void {
  const { successor: _, ...servers } = services;
  const entries = Object.entries(servers).map(([name, { url }]) => [name, { type: 'http', url }]);
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: Object.fromEntries(entries) }));
}

/** How often its page was opened, and what it was asked for tokens with. */
function tally({ atIssuer }: OidcFixture): readonly [pages: number, ...grants: string[]] {
  const asking = 'POST /token ';
  const grants = atIssuer.filter((line) => line.startsWith(asking)).map((line) => line.slice(asking.length));
  return [atIssuer.filter((line) => line === 'GET /auth').length, ...grants];
}

function call({ driver }: Pick<Window, 'driver'>, server: string): Promise<string> {
  return driver.run(async (vscode, id) => {
    const extension = vscode.extensions.getExtension('mcp-switchboard.mcp-switchboard')!;
    const api = (await extension.activate()) as { callTool(id: string, tool: string): Promise<{ content: unknown }> };
    return JSON.stringify((await api.callTool(id, 'open')).content);
  }, server);
}

const inside = /inside/;

interface Scenario {
  /** After a reload it has another extension host. */
  window: Window;
  readonly step: Step;
  readonly pages: SignInPages;
}

async function prepare(window: Window, step: Step): Promise<Scenario> {
  const context = window.page.context();
  await keepSecrets(context);
  const isBack = ({ pathname, searchParams }: URL): boolean =>
    pathname === '/callback' && searchParams.get('iss') === services.lost.issuer;
  await proxyPorts(context, (target) => !isBack(target));
  await new Switchboard(window).open();
  return { window, step, pages: new SignInPages(context) };
}

/** What a sign-in outlives. */
async function keepSignIn(scenario: Scenario): Promise<void> {
  const { window, step, pages } = scenario;
  const { page, workbench, driver, folder } = window;
  const { guarded } = services;

  await step('the first start opens the page of the service, and the tools are there after it', async () => {
    await pages.pass(() => approveAndStart(window, 'guarded'), 'Log in');
    await workbench
      .treeRow(/^guarded/)
      .filter({ hasText: '1 tool' })
      .waitFor();
    assert.match(await call(window, 'guarded'), inside);
    assert.deepEqual(tally(guarded), [1, 'authorization_code']);
  });

  await step('a server that is stopped and started needs no other sign-in', async () => {
    await driver.run(async (vscode) => {
      await vscode.commands.executeCommand('mcpSwitchboard.stopServer', 'guarded');
      await vscode.commands.executeCommand('mcpSwitchboard.startServer', 'guarded');
    });
    assert.match(await call(window, 'guarded'), inside);
    assert.deepEqual(tally(guarded), [1, 'authorization_code']);
  });

  await step('nor does a window that is reloaded', async () => {
    await page.reload();
    await workbench.ready();
    scenario.window = { ...window, driver: await connectDriver(folder, currentWorkbench().driverDir, driver) };
    await until(() => !isAlive(driver.pid), 'the end of the host before'); // else it is taken for one of a second window
    assert.match(await call(scenario.window, 'guarded'), inside);
    assert.deepEqual(tally(guarded), [1, 'authorization_code']);
  });

  // One that is open already would not do: in a browser VS Code reads the secrets when a window opens, and then no more.
  await step('nor does a second window', async () => {
    await withWindow('the second window', { beside: scenario.window, sameBrowser: true }, async (second) => {
      assert.match(await call(second, 'guarded'), inside);
    });
    assert.deepEqual(tally(guarded), [1, 'authorization_code']);
  });
}

/** What needs another one, or another kind. */
async function signInAgain({ window, step, pages }: Scenario): Promise<void> {
  const { guarded, bound } = services;
  const renewed = ['authorization_code', 'refresh_token'];

  await step('a token that expires during a call is renewed without a page', async () => {
    guarded.expire();
    assert.match(await call(window, 'guarded'), inside);
    assert.deepEqual(tally(guarded), [1, ...renewed]);
  });

  await step('a refresh token that was revoked opens the page again', async () => {
    await guarded.revokeAll();
    guarded.expire();
    assert.match(await pages.pass(() => call(window, 'guarded')), inside);
    assert.deepEqual(tally(guarded), [2, ...renewed, 'refresh_token', 'authorization_code']);
  });

  await step('more permissions need the page, and no refresh', async () => {
    guarded.scopes.add('extra');
    assert.match(await pages.pass(() => call(window, 'guarded')), inside);
    assert.deepEqual(tally(guarded), [3, ...renewed, 'refresh_token', 'authorization_code', 'authorization_code']);
  });

  await step('tokens that are bound to a key are used with the nonce of each side', async () => {
    await pages.pass(() => approveAndStart(window, 'bound'), 'Log in');
    assert.match(await call(window, 'bound'), inside);
    assert.deepEqual(tally(bound), [1, 'authorization_code', 'authorization_code'], 'once more, with the nonce');
    assert.ok(bound.atServer.includes(401), 'the nonce of the server was asked for');
  });
}

/** What goes wrong on the way. */
async function failToSignIn({ window, step, pages }: Scenario): Promise<void> {
  const { guarded, denied, successor } = services;

  await step('a server that names another service needs a sign-in there, which gets nothing of the first', async () => {
    const asked = tally(guarded);
    guarded.moveTo(successor.issuer);
    guarded.expire();
    const told = await pages.pass(() => call(window, 'guarded').then(String, String), 'Log in');
    assert.match(told, /The server refuses the token that was just granted/); // it knows the key of the first only
    assert.deepEqual(tally(successor).slice(0, 2), [1, 'authorization_code']); // then the server is tried again
    assert.deepEqual(
      [...successor.secrets].filter((value) => guarded.secrets.has(value)),
      [],
    );
    assert.deepEqual(tally(guarded), asked);
  });

  await step('a page on which the user says no ends the start with the reason', async () => {
    // The command lasts as long as its notification.
    const { page } = await pages.open(() => approveAndStart(window, 'denied'), 'Cancel');
    await window.workbench.notifications().filter({ hasText: 'The sign-in was denied' }).waitFor();
    await page.close();
    assert.deepEqual(tally(denied), [1]);
  });
}

/** Begins a sign-in whose browser does not find back; help is offered half a minute later. */
async function loseBrowser({ window, pages }: Scenario): Promise<() => Promise<void>> {
  const { page, workbench, driver } = window;
  const failing = page.context().waitForEvent('requestfailed', (request) => /\/callback\?/.test(request.url()));
  const { begun } = await pages.open(() => approveAndStart(window, 'lost'), 'Log in');
  const address = (await failing).url();
  return async () => {
    const card = workbench.notifications().filter({ hasText: 'The browser has not returned' });
    const button = card.locator('.monaco-button', { hasText: 'Paste the Address' });
    await until(async () => {
      // After ten seconds a notification is in the list only.
      if (!(await button.isVisible()))
        await driver.run((vscode) => vscode.commands.executeCommand('notifications.showList'));
      await button.click({ timeout: 3_000 });
      return true;
    }, 'the offer to paste the address');
    const input = page.locator('.quick-input-widget input[type=password]');
    await input.fill(address);
    await input.press('Enter');
    await begun;
  };
}

async function showSteps({ window, step }: Scenario): Promise<void> {
  await step('the Inspector says why the user was asked again', async () => {
    await window.workbench.treeRow(/^guarded/).click();
    const inspector = await new Switchboard(window).inspector();
    await inspector.getByTestId('tab-server').click();
    await inspector.getByTestId('sign-in').getByRole('button', { name: 'Sign-in', exact: true }).click();
    const steps = inspector.getByTestId('sign-in-steps');
    await steps.getByText('The grant has ended: it was revoked').waitFor();
    assert.match(await steps.locator('tr[data-verdict=wrong]').innerText(), /Renewal of the token refused · 400/);
    const parties = await steps
      .locator('th')
      .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth <= cell.clientWidth));
    assert.deepEqual(parties, [true, true, true, true], 'in a side bar too they do not overlap');
    await steps.locator('th').first().scrollIntoViewIfNeeded();
    await keepPicture(window.page, 'sign-in-steps');
  });
}

test(
  'a user signs in once, and keeps it: restart, reload, a second window, expiry, and what goes wrong',
  inWindow({ arrange: (folder) => arrange(folder) }, async (opened, step) => {
    const scenario = await prepare(opened, step);
    await keepSignIn(scenario);
    const paste = await loseBrowser(scenario);
    await signInAgain(scenario);
    await showSteps(scenario);
    await failToSignIn(scenario);
    await step('a browser that never comes back: the user pastes the address at which it ended', async () => {
      await paste();
      assert.match(await call(scenario.window, 'lost'), inside);
      assert.deepEqual(tally(services.lost), [1, 'authorization_code']);
    });
  }),
);
