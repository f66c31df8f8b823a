import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCredentials } from '../../../src/core/manifest/credentials.ts';
import { proves } from '../../requirements.ts';

const clean = (value: unknown): unknown => withoutCredentials(value, JSON.stringify(value));
const gone = '[credential removed]';

test(`values under the names of credentials are removed, however the names are written${proves('R121')}`, () => {
  const value = { access_token: 'a', 'Refresh-Token': 'b', apiKey: 'c', PASSWORD: 'd', deep: [{ client_secret: 'e' }] };
  assert.deepEqual(clean(value), {
    access_token: gone,
    'Refresh-Token': gone,
    apiKey: gone,
    PASSWORD: gone,
    deep: [{ client_secret: gone }],
  });
});

test('what only sounds like a credential stays', () => {
  const value = {
    nextPageToken: 'p2',
    syncToken: 's',
    tokens: 12,
    passwordPolicy: 'long',
    password: true,
    key: 'id',
    keyword: 'x',
  };
  assert.equal(clean(value), value, 'the very same value');
});

const secrets = [
  'ya29.a0AfB_byC1234567890abcdefghij',
  'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'AKIAIOSFODNN7EXAMPLE',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'Bearer abcdefghijklmnopqrstuvwxyz012345',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
];

for (const secret of secrets) {
  test(`${secret.slice(0, 14)}… is recognised inside any text`, () => {
    assert.deepEqual(clean({ note: `before ${secret} after` }), { note: `before ${gone} after` });
  });
}

test('hostile text is read to its end', () => {
  for (const part of ['eyJ-', 'sk-', 'Bearer ', '-----BEGIN A', '-----BEGIN PRIVATE KEY-----', 'ya29.', 'gh_'])
    // With a pattern that tries every way there is, this would not end within the limit of a test file.
    assert.match((clean({ text: part.repeat(400_000) }) as { text: string }).text, /\S/, part);
});

test('a value without credentials is handed on untouched', () => {
  const value = { contacts: [{ name: 'Ada' }], count: 1 };
  assert.equal(clean(value), value);
  assert.equal(clean(null), null);
  assert.equal(clean('text'), 'text');
});
