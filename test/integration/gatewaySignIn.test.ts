import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenVault } from '../../src/core/servers/oauth/grants/tokenVault.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { openGatewayFixture } from './support/gatewayFixture.ts';
import { type OidcFixture, startOidcFixture } from './support/oidcFixture.ts';
import { browse, signInUser } from './support/signInUser.ts';

failOnLeaks();

test("an agent's call that needs a sign-in is answered at once, and the next one after it is made", async () => {
  await using guarded = await startOidcFixture();
  const fixture = await openGatewayFixture({ guarded: { type: 'http', url: guarded.url } }, { guarded: true });
  const { core, ports } = fixture;
  try {
    Object.assign(ports.ask, { openExternal: signInUser().ask.openExternal });
    await core.server('guarded').start();
    const agent = await fixture.agent();
    const tool = (await agent.listTools()).tools.find(({ name }) => name.includes('open'));
    // As after a reload: its tools are known, and nobody is signed in.
    await core.server('guarded').suspend('changed');
    core.server('guarded').approve();
    await new TokenVault(ports, { resource: guarded.url, server: 'guarded' }).clear();
    const pages: string[] = [];
    Object.assign(ports.ask, { openExternal: async (page: string) => pages.push(page) > 0 });
    const refused = await agent.callTool({ name: tool!.name, arguments: {} });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /opened in the user's browser/);
    assert.equal(core.server('guarded').state.value.kind, 'connecting', 'the sign-in goes on');
    await fetch(await browse(pages[0]!));
    await until(() => core.server('guarded').state.value.kind === 'connected', 'signed in');
    assert.match(JSON.stringify((await agent.callTool({ name: tool!.name, arguments: {} })).content), /inside/);
  } finally {
    await core.server('guarded').stop();
    await fixture.close();
  }
});

const refusals: readonly (readonly [string, (guarded: OidcFixture) => Promise<void>])[] = [
  [
    'whose grant was revoked',
    async (guarded) => {
      guarded.expire();
      await guarded.revokeAll();
    },
  ],
  ['that wants more permissions', async ({ scopes }) => void scopes.add('extra')],
];

for (const [what, refuse] of refusals) {
  test(`an agent's call of a connected server ${what} is answered at once, and not made again by itself`, async () => {
    await using guarded = await startOidcFixture();
    const fixture = await openGatewayFixture({ guarded: { type: 'http', url: guarded.url } }, { guarded: true });
    const { core, ports } = fixture;
    try {
      Object.assign(ports.ask, { openExternal: signInUser().ask.openExternal });
      await core.server('guarded').start();
      const agent = await fixture.agent();
      const tool = (await agent.listTools()).tools.find(({ name }) => name.includes('open'));
      const pages: string[] = [];
      Object.assign(ports.ask, { openExternal: async (page: string) => pages.push(page) > 0 });
      await refuse(guarded);
      const refused = await agent.callTool({ name: tool!.name, arguments: {} });
      assert.match(JSON.stringify(refused.content), /opened in the user's browser/);
      const granted = core.server('guarded').signedIn.value;
      await fetch(await browse(pages[0]!));
      const tokens = (): number => core.server('guarded').signInSteps.filter(({ kind }) => kind === 'token').length;
      await until(() => tokens() === 2, 'signed in');
      assert.match(JSON.stringify((await agent.callTool({ name: tool!.name, arguments: {} })).content), /inside/);
      assert.notDeepEqual(core.server('guarded').signedIn.value, granted);
      assert.equal(guarded.letIn.filter((body) => body.includes('tools/call')).length, 1, 'the second call only');
      assert.equal(pages.length, 1);
    } finally {
      await core.server('guarded').stop();
      await fixture.close();
    }
  });
}
