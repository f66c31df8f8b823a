import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TokenVault } from '../../../src/core/servers/oauth/grants/tokenVault.ts';

test('a server that has a grant of its own does not take over a shared one', async () => {
  const stored = new Map([
    ['oauth https://a/mcp', '{"issuers":["https://old"]}'],
    ['oauth https://a/mcp of work', '{"issuers":["https://own"]}'],
  ]);
  const secrets = {
    get: async (key: string) => stored.get(key),
    set: async (key: string, value: string) => void stored.set(key, value),
    delete: async (key: string) => void stored.delete(key),
  };
  const issuerOf = (name: string): Promise<string | undefined> =>
    new TokenVault({ secrets }, { resource: 'https://a/mcp', server: name }).currentIssuer();
  assert.equal(await issuerOf('work'), 'https://own');
  assert.equal(await issuerOf('home'), 'https://old');
});

test('only what failed is forgotten: what another window stored meanwhile stays', async () => {
  const stored = new Map<string, string>();
  const secrets = {
    get: async (key: string) => stored.get(key),
    set: async (key: string, value: string) => void stored.set(key, value),
    delete: async (key: string) => void stored.delete(key),
  };
  const vault = new TokenVault({ secrets }, { resource: 'https://a/mcp', server: 'work' });
  const tokens = { access_token: 'a', refresh_token: 'newer', token_type: 'Bearer', issuer: 'https://i' };
  await vault.saveGrant('https://i', { tokens, client: { client_id: 'newer', issuer: 'https://i' } });
  await vault.forgetTokens('https://i', 'older');
  await vault.forgetClient('https://i', 'older');
  assert.deepEqual(Object.keys(await vault.grant('https://i')), ['tokens', 'client']);
  await vault.forgetTokens('https://i', 'newer');
  assert.deepEqual(Object.keys(await vault.grant('https://i')), ['client']);
  await vault.forgetClient('https://i', 'newer');
  assert.deepEqual(await vault.grant('https://i'), {});
});

/** Lets the other window have its turn. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('two windows that find a shared grant at the same time do not both take it over', async (t) => {
  const lockDir = mkdtempSync(join(tmpdir(), 'switchboard-vault-'));
  t.after(() => rmSync(lockDir, { recursive: true, force: true }));
  const stored = new Map([
    ['oauth https://a/mcp', '{"issuers":["https://old"]}'],
    ['oauth https://a/mcp https://old', '{"tokens":{"access_token":"x"}}'],
  ]);
  const secrets = {
    get: async (key: string) => (await turn(), stored.get(key)),
    set: async (key: string, value: string) => (await turn(), void stored.set(key, value)),
    delete: async (key: string) => (await turn(), void stored.delete(key)),
  };
  // The same module once more: another process shares no variable with this one.
  const address = new URL('../../../src/core/servers/oauth/grants/tokenVault.ts?other-window', import.meta.url);
  const other = (await import(address.href)) as { readonly TokenVault: typeof TokenVault };
  const issuers = await Promise.all([
    new TokenVault({ secrets, lockDir }, { resource: 'https://a/mcp', server: 'work' }).currentIssuer(),
    new other.TokenVault({ secrets, lockDir }, { resource: 'https://a/mcp', server: 'home' }).currentIssuer(),
  ]);
  assert.equal(issuers.filter((issuer) => issuer === 'https://old').length, 1);
});
