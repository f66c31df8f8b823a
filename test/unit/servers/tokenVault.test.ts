import assert from 'node:assert/strict';
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
    new TokenVault(secrets, { resource: 'https://a/mcp', server: name }).currentIssuer();
  assert.equal(await issuerOf('work'), 'https://own');
  assert.equal(await issuerOf('home'), 'https://old');
});
