import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { unattendedGrant } from '../../../src/core/servers/oauth/unattendedGrant.ts';

const file = path.join(mkdtempSync(path.join(tmpdir(), 'assertion-')), 'jwt');
const context = { issuer: 'https://login.example', resource: undefined, fetch };

function assertionSent(): Promise<URLSearchParams> {
  return unattendedGrant({ grant: 'jwt_bearer', assertionFile: file })!('basic', context);
}

test('an assertion in a file is read at each sign-in', async () => {
  for (const jwt of ['aa.bb.cc', 'dd.ee.ff']) {
    writeFileSync(file, `${jwt}\n`);
    const form = await assertionSent();
    assert.deepEqual([form.get('assertion'), form.get('scope')], [jwt, 'basic']);
  }
});

test('a file without a JWT is never sent', async () => {
  for (const text of ['-----BEGIN PRIVATE KEY-----\nabc', '', 'a.b', 'aa.bb.cc\nmore']) {
    writeFileSync(file, text);
    await assert.rejects(assertionSent(), { code: 'server/auth-required', message: /holds no JWT/ });
  }
  await assert.rejects(unattendedGrant({ grant: 'jwt_bearer', assertionFile: `${file}x` })!('', context), {
    message: /cannot be read/,
  });
});

test('an assertion is sent once: one that was refused is refused again', async () => {
  const prepare = unattendedGrant({ grant: 'jwt_bearer', assertion: 'aa.bb.cc' })!;
  await prepare('', context);
  assert.throws(() => void prepare('', context), { message: /refused the assertion/ });
});
