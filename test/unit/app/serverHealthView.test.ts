import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { createHealth } from '../../../src/core/app/view/serverHealthView.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { TokenVault, resourceOf } from '../../../src/core/servers/oauth/grants/tokenVault.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const url = 'https://mcp.example.com/mcp';
const minute = 60_000;

async function findingsFor(expiresAt: number | undefined, refreshToken?: string) {
  const lifetime = new Lifetime();
  const kept = new Map<string, string>();
  const secrets = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
  const tokens = {
    access_token: 'opaque',
    token_type: 'Bearer',
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
  const grant = { tokens, ...(expiresAt !== undefined && { expiresAt }) };
  await new TokenVault({ secrets }, { resource: resourceOf(url), server: 'a' }).saveGrant(
    'https://login.example.com',
    grant,
  );
  const entry = { launch: { kind: 'http', url, headers: {} } } as unknown as ServerEntry;
  const clock = { now: () => 60 * minute, monotonicMs: () => 0 };
  const known = { toolTrust: { held: () => [] }, entries: { find: () => entry }, grants: { secrets } };
  const parts = { ports: { clock }, redactor: new Redactor() };
  const found = await createHealth(signal([]), known, parts, lifetime)('a');
  lifetime.dispose();
  return found;
}

test('a sign-in that ends soon and cannot be renewed is told with its button', async () => {
  const [found] = await findingsFor(65 * minute);
  assert.match(found?.text ?? '', /expires in 5 minutes/);
  assert.equal(found?.action, 'signInAgain');
});

test('a sign-in that has ended is told', async () => {
  const [found] = await findingsFor(59 * minute);
  assert.match(found?.text ?? '', /has expired/);
});

test('a sign-in that is renewed by itself, lasts long or never ends is no finding', async () => {
  const all = [await findingsFor(65 * minute, 'again'), await findingsFor(120 * minute), await findingsFor(undefined)];
  assert.deepEqual(all, [[], [], []]);
});
