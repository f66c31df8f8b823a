import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { SignInView } from '../../src/contract/signIn.ts';
import { projectRoot } from '../support/sources.ts';
import { type OidcFixture, startOidcFixture } from './support/oidcFixture.ts';
import { browse } from './support/signInUser.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-login-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user's own folder; where the command prints the address of a page, the user signs in there. */
function prepare(name: string, { url }: OidcFixture, more: Readonly<Record<string, string>> = {}) {
  const home = path.join(folder, name);
  const config = path.join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify({ servers: { guarded: { type: 'http', url } } }));
  const env = { ...process.env, XDG_STATE_HOME: home, XDG_CACHE_HOME: home, PATH: '/nonexistent', ...more };
  const run = (...args: string[]): Promise<Ended> => {
    const cli = path.join(projectRoot, 'src/cli/main.ts');
    const child = spawn(process.execPath, [cli, ...args, '--config', config], { env, cwd: folder });
    let [stdout, stderr] = ['', ''];
    let isSigningIn = false;
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      const page = /Sign in at (\S+)\n/.exec(stderr)?.[1];
      if (page === undefined || isSigningIn) return;
      isSigningIn = true;
      void browse(page).then((back) => fetch(back));
    });
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  };
  return { run, secrets: path.join(home, 'mcp-switchboard', 'secrets.json') };
}

test('login signs in, the next commands use the sign-in, logout revokes it', async () => {
  await using fixture = await startOidcFixture();
  const { run, secrets } = prepare('file', fixture);
  const refused = await run('call', 'guarded', 'open', '--trust');
  assert.equal(refused.code, 2, refused.stderr);
  assert.match(refused.stderr, /Run switchboard login guarded\./);
  assert.ok(!fixture.atIssuer.includes('POST /reg'), 'nothing is registered that no user wanted');

  const login = await run('login', 'guarded', '--print');
  assert.equal(login.stdout, 'Signed in to guarded.\n', login.stderr);
  assert.match(login.stderr, /sign-ins are kept in .*secrets\.json/);
  assert.equal(statSync(secrets).mode & 0o777, 0o600);

  const call = await run('call', 'guarded', 'open');
  assert.equal(call.stdout, 'inside\n', call.stderr);
  assert.ok(!call.stderr.includes('secrets.json'), 'it is said once');

  const logout = await run('logout', 'guarded');
  assert.equal(logout.stdout, 'Signed out of guarded.\n', logout.stderr);
  assert.ok(fixture.atIssuer.includes('POST /token/revocation'));
  assert.equal(readFileSync(secrets, 'utf8'), '{}');
  assert.equal((await run('call', 'guarded', 'open')).code, 2);
});

/** Keeps each secret in a file that is named by a hash, as the real one keeps it elsewhere. */
const secretTool = `#!${process.execPath}
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const [verb, ...rest] = process.argv.slice(2);
const key = createHash('sha256').update(rest.at(-1)).digest('hex');
const file = require('node:path').join(process.env.KEYCHAIN, key);
if (verb === 'store') fs.writeFileSync(file, fs.readFileSync(0, 'utf8'));
else if (verb === 'clear') fs.rmSync(file, { force: true });
else if (fs.existsSync(file)) process.stdout.write(fs.readFileSync(file, 'utf8'));
else process.exitCode = 1;
if (process.argv.join(' ').includes('eyJ')) process.exitCode = 9;
`;

test(
  'where the system has a keychain, it is used and no file is made',
  { skip: process.platform !== 'linux' },
  async () => {
    await using fixture = await startOidcFixture();
    const keychain = mkdtempSync(path.join(folder, 'keychain-'));
    const tool = path.join(keychain, 'secret-tool');
    writeFileSync(tool, secretTool);
    writeFileSync(path.join(keychain, 'package.json'), '{}'); // whatever is in folders above
    chmodSync(tool, 0o755);
    const { run, secrets } = prepare('keychain', fixture, { PATH: keychain, KEYCHAIN: keychain });
    const login = await run('login', 'guarded', '--print', '--trust');
    assert.equal(login.stdout, 'Signed in to guarded.\n', login.stderr);
    assert.equal((await run('call', 'guarded', 'open')).stdout, 'inside\n');
    assert.ok(!existsSync(secrets));
  },
);

test('auth shows each step with its verdict, and its exit code is the outcome', async () => {
  await using fixture = await startOidcFixture();
  const { run } = prepare('auth', fixture);
  const before = await run('auth', 'guarded', '--trust');
  assert.equal(before.code, 1, before.stderr);
  assert.match(before.stdout, /^ok    metadata of the authorization server GET .* 200$/m);
  assert.match(before.stdout, /Run switchboard login guarded\./);
  assert.ok(!fixture.atIssuer.includes('POST /reg'));

  const signedIn = await run('auth', 'guarded', '--print', '--json');
  assert.equal(signedIn.code, 0, signedIn.stderr);
  const { steps, token } = JSON.parse(signedIn.stdout) as SignInView;
  assert.deepEqual(steps.map(({ kind }) => kind).slice(-3), ['page', 'callback', 'token']);
  assert.equal(token?.claims?.['aud'], fixture.url);
  assert.deepEqual(token?.doubts, []);

  const after = await run('auth', 'guarded');
  assert.equal(after.code, 0, after.stderr);
  assert.match(after.stdout, /^token: Bearer of http/m);
  const shown = [before, signedIn, after].map(({ stdout, stderr }) => stdout + stderr).join();
  for (const secret of fixture.secrets) assert.ok(!shown.includes(secret), secret);
});
