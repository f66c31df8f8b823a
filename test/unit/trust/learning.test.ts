import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StderrReader } from '../../../src/core/process/stderrReader.ts';
import { redactedCopies } from '../../../src/core/proxy/fanOut.ts';
import { withLearning } from '../../../src/core/trust/redaction/learnedSecrets.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { isOrdinary, secretsIn, secretsInEnvironment } from '../../../src/core/trust/redaction/secretValues.ts';
import { open } from '../../support/coreFixture.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { FakeSecrets } from '../config/support.ts';

failOnLeaks();

test('every value of an entry is learned, whatever its name, and ordinary ones are not', async () => {
  const redactor = new Redactor();
  const secrets = {
    SETTING: 'correct horse battery',
    DATABASE: 'postgres://app:pa55%2Fword@db.example/x',
    X: 'zebra-crossing',
    MY_PWD: 'hunter',
  };
  const ordinary = {
    LOG_LEVEL: 'verbose-all',
    MODE: 'production',
    FOLDER: '/srv/data',
    SERVICE: 'https://api.example/v1',
    TIMEOUT: '600000',
    REGION: 'eu-central-1',
  };
  const env = { ...secrets, ...ordinary };
  const { core, ports } = await open({ servers: { s: { command: 'no-such-program', env } } }, { redactor });
  ports.answer = 'Approve';
  await core.approve('s');
  await core
    .server('s')
    .start()
    .catch(() => {}); // there is no such program
  const shown = redactor.text(
    [...Object.values(secrets), 'pa55/word', Buffer.from('me:pa55/word').toString('base64')].join('\n'),
  );
  assert.equal(shown.replaceAll('[redacted]', '').replaceAll(/[\n=\w]/g, ''), '', shown);
  assert.ok(!/horse|zebra|hunter|pa55|word|cGE1NS/.test(shown), shown);
  const rest = Object.values(ordinary).join('\n');
  assert.equal(redactor.text(rest), rest);
  core.dispose();
});

test('a password inside a Basic header, an address or a connection string is learned alone too', () => {
  const basic = `Basic ${Buffer.from('me:open sesame').toString('base64')}`;
  assert.ok(secretsIn({ Authorization: basic }).includes('open sesame'));
  assert.ok(secretsIn({ Authorization: 'Bearer abc' }).includes('abc'));
  assert.ok(secretsIn({ URL: 'redis://:p%40ss@cache/0' }).includes('p@ss'));
  assert.ok(secretsIn({ DB: 'Server=x;Password=letmein;Encrypt=true' }).includes('letmein'));
  assert.ok(secretsIn({ HOOK: 'https://x.example/?key=abcdefgh&page=2' }).includes('abcdefgh'));
  assert.ok(secretsIn({ BAD: 'x?token=100%' }).includes('100%'));
  assert.deepEqual(secretsIn({ EMPTY: null, NOT: undefined, SHORT: 'abc' }), []);
});

test('of a whole environment only telling names and forms are learned', () => {
  const env = {
    HOME: '/home/ada',
    PWD: '/work/x',
    EDITOR: 'vim-classic',
    DESKTOP: 'plasma-wayland',
    SERVICE_AUTH: 'zebra1',
    PROXY: 'http://u:secretpw@p:1',
  };
  const learned = secretsInEnvironment(env);
  assert.ok(learned.includes('zebra1') && learned.includes('secretpw'));
  assert.ok(!learned.some((value) => /ada|work|vim|plasma/.test(value)), learned.join());
});

test('ordinary values are those that protect nothing', () => {
  for (const value of [
    '1234567',
    'v1.2.3',
    'localhost:8080',
    'api.example.com',
    'text/plain',
    './x',
    'C:\\x',
    '~/x',
    'de_DE',
    'abcde',
  ])
    assert.ok(isOrdinary('ANY', value), value);
  for (const value of ['12345678', 'northwind', 'https://a:bcd1@x.example', 'zebra-crossing'])
    assert.ok(!isOrdinary('ANY', value), value);
  assert.ok(!isOrdinary('ANY_TOKEN', 'abc'));
  assert.ok(isOrdinary('path', 'northwind') && isOrdinary('User-Agent', 'northwind'));
});

test('what comes from the secret storage or goes there is learned, and the address of an issuer is not', async () => {
  const redactor = new Redactor();
  const stored = new FakeSecrets();
  const secrets = withLearning(stored, redactor);
  const grant = JSON.stringify({ tokens: { access_token: 'zebra-crossing', token_type: 'Bearer', scope: 'read-all' } });
  await stored.set('grant', grant);
  await stored.set('issuer', 'https://login.example');
  await secrets.set('plain', 'correct horse');
  assert.equal(await secrets.get('grant'), grant);
  assert.equal(await secrets.get('issuer'), 'https://login.example');
  assert.equal(await secrets.get('none'), undefined);
  assert.equal(redactor.text('zebra-crossing, correct horse'), '[redacted], [redacted]');
  assert.equal(redactor.text('Bearer read-all https://login.example'), 'Bearer read-all https://login.example');
  await secrets.delete('plain');
  assert.equal(await stored.get('plain'), undefined);
});

test('copies for another process are redacted with what this one knows', () => {
  const redactor = new Redactor();
  redactor.learn('zebra-crossing');
  redactor.learn('12345678');
  const told: unknown[] = [];
  const tell = (...args: readonly unknown[]): void => void told.push(args);
  const copies = redactedCopies({ wire: tell, stderr: tell, state: tell, lost: tell }, redactor);
  const http = { method: 'POST', path: '/', requestHeaders: { 'x-any': 'zebra-crossing' } };
  copies.wire('toServer', '{"a":"zebra-crossing","n":12345678,"m":9123456781}', http);
  copies.stderr('zebra-crossing');
  copies.state('zebra-crossing');
  copies.lost(7, 'zebra-crossing');
  assert.ok(!JSON.stringify(told).includes('zebra'));
  const [[, text]] = told as [[string, string]];
  assert.deepEqual(JSON.parse(text), { a: '[redacted]', n: '[redacted]', m: 9_123_456_781 });
  assert.deepEqual(told.slice(1), [['[redacted]'], ['[redacted]', undefined], [7, '[redacted]']]);
});

/** All that a log would show of the output, however it is cut into chunks. */
function logged(text: string, size: number, redactor = new Redactor()): string {
  const lines: string[] = [];
  const reader = new StderrReader((part) => lines.push(redactor.text(part)));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return lines.join('\n');
}

test('a secret that is cut by the border of a chunk does not leak', () => {
  const redactor = new Redactor();
  redactor.learn('zebra-crossing-äöü-7');
  const line = `${'x '.repeat(40)}zebra-crossing-äöü-7 and token=abcdefgh12345678\n`;
  for (const size of [1, 7, 64, 1_000]) {
    const shown = logged(line.repeat(30), size, redactor);
    assert.ok(!/zebra|abcdefgh|äöü/.test(shown), `${size}`);
  }
});

test('a line that does not end is cut between words, and a key is never cut', () => {
  const redactor = new Redactor();
  redactor.learn('zebra-crossing-7');
  const long = logged('zebra-crossing-7 '.repeat(20_000), 4_096, redactor);
  assert.ok(!/zebra|crossing/.test(long));
  assert.ok(long.split('[redacted]').length === 20_001);
  const body = Array.from({ length: 20 }, (_, at) => `${'aB3+/dE5'.repeat(7)}${String(at).padStart(8, 'x')}`).join(
    '\n',
  );
  const key = `start\n-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\nend`;
  for (const size of [10, 65, 300]) {
    const shown = logged(key, size);
    assert.ok(!shown.includes('aB3+'), `${size}: ${shown}`);
    assert.match(shown, /^start\n[^]*\nend$/);
  }
});
