import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor, redactText } from '../../../src/core/trust/redaction/redact.ts';
import { cpuMs } from '../config/support.ts';

// Put together here, so that no scanner of this repository takes them for real ones.
const fake = (prefix: string, length: number): string => prefix + 'aB3dE5gH7jK9'.repeat(10).slice(0, length);
const jwt = `${fake('eyJ', 20)}.${fake('eyJ', 30)}.${fake('', 40)}`;

const secrets: readonly (readonly [string, string])[] = [
  ['OpenAI', fake('sk-', 48)],
  ['OpenAI project', fake('sk-proj-', 48)],
  ['Anthropic', fake('sk-ant-api03-', 60)],
  ['GitHub', fake('ghp_', 36)],
  ['GitHub server', fake('ghs_', 36)],
  ['GitHub fine-grained', fake('github_pat_', 60)],
  ['GitLab', fake('glpat-', 20)],
  ['Slack', fake('xoxb-', 40)],
  ['AWS', ['AKIA', 'ABCDEFGH12345678'].join('')],
  ['Google', fake('AIza', 35)],
  ['npm', fake('npm_', 36)],
  ['Stripe', fake('sk_live_', 24)],
  ['Hugging Face', fake('hf_', 34)],
  ['JWT', jwt],
];
for (const [what, secret] of secrets) {
  test(`a token of ${what} is redacted wherever it occurs`, () => {
    for (const text of [
      secret,
      `use ${secret} now`,
      `"${secret}"`,
      `key=${secret}&x=1`,
      `[${secret}]`,
      `a:${secret}\nb`,
    ]) {
      const clean = redactText(text);
      assert.ok(!clean.includes(secret.slice(-12)), clean);
      assert.ok(clean.includes('[redacted]'), clean);
    }
  });
}

const texts: readonly (readonly [string, string])[] = [
  ['Authorization: Bearer abc123def456', 'Authorization: Bearer [redacted]'],
  ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [redacted]'],
  ['"Authorization":"Bearer abc123def"', '"Authorization":"Bearer [redacted]"'],
  ['Authorization: DPoP opaque1234opaque', 'Authorization: DPoP [redacted]'],
  ['code=SplxlOBeZQQYbYS6&grant_type=x', 'code=[redacted]&grant_type=x'],
  ['curl -H "X-API-Key: abcd1234"', 'curl -H "X-API-Key: [redacted]"'],
  ['Cookie: session=abc; theme=dark', 'Cookie: [redacted]'],
  ['Set-Cookie: id=1; HttpOnly\nOther: x', 'Set-Cookie: [redacted]\nOther: x'],
  ['https://user:pa55@host/x', 'https://user:[redacted]@host/x'],
  ['postgres://admin:letmein@db:5432/x', 'postgres://admin:[redacted]@db:5432/x'],
  ['https://x/cb?code=4/0AbCdEfGhIjK&state=ok', 'https://x/cb?code=[redacted]&state=ok'],
  ['https://x/?access_token=abc&y=1', 'https://x/?access_token=[redacted]&y=1'],
  ['https://maps/?key=aaaaaaaaaaaa', 'https://maps/?key=[redacted]'],
  ['password=letmein', 'password=[redacted]'],
  ['DB_PASSWORD="let me in"', 'DB_PASSWORD="[redacted]"'],
  ['{"client_secret":"abcdef"}', '{"client_secret":"[redacted]"}'],
  ['{\\"token\\":\\"abcdef12\\"}', '{\\"token\\":\\"[redacted]\\"}'],
  ['GITHUB_TOKEN=abc123def', 'GITHUB_TOKEN=[redacted]'],
  ['--api-key abc123 --verbose', '--api-key [redacted] --verbose'],
  ['--token=abc123', '--token=[redacted]'],
  [
    `-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- rest`,
    '-----BEGIN RSA PRIVATE KEY-----[redacted] rest',
  ],
  ['-----BEGIN PRIVATE KEY-----\nMIIE cut', '-----BEGIN PRIVATE KEY-----[redacted]'],
];
for (const [text, clean] of texts) {
  test(`${text.split('\n')[0]} is cleaned`, () => {
    assert.equal(redactText(text), clean);
    assert.equal(redactText(clean), clean);
  });
}

test('JSON text stays JSON where something in it is redacted', () => {
  const values: readonly unknown[] = [
    { password: 12, token: 1234567890123456, secrets: ['hunter22', 'x'], list: [{ pwd: 1234567 }] },
    { note: 'Cookie: a="b"; c=d', header: 'X-API-Key: "abcd1234"', args: ['--token "abc123"', '--api-key=ab"cd'] },
    { url: 'https://x/?access_token=abc"', path: 'C:\\token=abcdef12\\' },
    { key: '-----BEGIN PRIVATE KEY-----\nMIIE cut', next: 'shown' },
    {
      inner: JSON.stringify({
        password: 'a"b',
        pwd: 99999999,
        key: '-----BEGIN PRIVATE KEY-----\nMI',
      }),
    },
  ];
  for (const value of values) {
    const clean = redactText(JSON.stringify(value));
    assert.doesNotThrow(() => JSON.parse(clean), clean);
    assert.ok(clean.includes('[redacted]'), clean);
  }
  assert.equal(redactText('{"password":12,"n":1}'), '{"password":"[redacted]","n":1}');
  assert.equal(redactText('[{"token":12345678901234567890123}]'), '[{"token":"[redacted]"}]');
});

test('a known secret is redacted in a pair that looks like a header too', () => {
  const redactor = new Redactor();
  redactor.learn('hunter2-secret');
  assert.deepEqual(redactor.value(['token hunter2-secret', 'x']), ['token [redacted]', '[redacted]']);
  assert.deepEqual(redactor.value(['hunter2-secret-token', 'value']), ['[redacted]-token', '[redacted]']);
});

test('a token behind a dash or in a chain of parts is found, and text that only begins like one stays', () => {
  assert.equal(redactText(`x-${jwt}!`), 'x-eyJ[redacted]!');
  assert.equal(redactText(`aaaaaaaaaa.${jwt}`), 'aaaaaaaaaa.eyJ[redacted]');
  assert.equal(redactText(`${jwt} ${jwt}`), 'eyJ[redacted] eyJ[redacted]');
  assert.equal(redactText('eyJhbGciOi.and no more'), 'eyJhbGciOi.and no more');
});

test('hostile text is read once, however long it is', () => {
  const size = 1_000_000; // with a quadratic pattern this would take hours
  for (const part of [
    '-eyJ',
    'eyJ-',
    'eyJaaaaaa.',
    'sk-',
    'token=',
    '"token":"',
    '-----BEGIN ',
    '://a',
    '\\',
    'cookie: ',
  ]) {
    const text = part.repeat(size / part.length);
    assert.ok(redactText(text).length <= text.length * 3);
  }
});

test('ordinary text stays as it is', () => {
  for (const text of [
    'The password must have eight characters.',
    'Authorization: required',
    'Use a Bearer token in the Authorization header.',
    'max_tokens=4096 and {"progressToken": "abc-1234567890"}',
    'nextPageToken=abcdef123456',
    'prompt_token=abcdef123456 completion-token: abcdef123456',
    'token: string',
    'https://example.com/path?page=2&code=404&key=ab',
    'risk-assessment-task-management-system-2026',
    'sk-learn-classification-tutorial',
    'password=${input:pw} token=$TOKEN key=<your key>',
    'a@b.example and https://x@y',
    'const secret = await store.get(key)',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    'commit 3b1f0e2c9d8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c',
    '123e4567-e89b-12d3-a456-426614174000',
    'The tokenizer splits tokens: one, two',
  ]) {
    assert.equal(redactText(text), text);
  }
});

test('a known secret is redacted wherever it occurs, in each of its forms', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const redactor = new Redactor();
  const secret = 'p@ss "w/rd"\\1';
  const known = redactor.learn(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
  for (const form of forms) assert.equal(redactor.text(`<${form}>`), '<[redacted]>');
  assert.deepEqual(redactor.value({ a: [`x${secret}`] }), { a: ['x[redacted]'] });
  known.dispose();
  known.dispose();
  assert.equal(redactor.text(`<${secret}>`), '<[redacted]>', 'what was just said may be written down now');
  t.mock.timers.tick(1_000);
  assert.equal(redactor.text(`<${secret}>`), `<${secret}>`);
});

test('a value that is learned twice is forgotten only when both owners release it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const redactor = new Redactor();
  const [a, b] = [redactor.learn('correct-horse'), redactor.learn('correct-horse')];
  a.dispose();
  t.mock.timers.tick(1_000);
  assert.equal(redactor.text('correct-horse'), '[redacted]');
  b.dispose();
  t.mock.timers.tick(1_000);
  assert.equal(redactor.text('correct-horse'), 'correct-horse');
});

test('a short secret is redacted where it is a separate word, and no other text is changed', () => {
  const redactor = new Redactor();
  redactor.learn('1234');
  redactor.learn('a');
  assert.equal(redactor.text('1234'), '[redacted]');
  assert.equal(redactor.text('12345 and a'), '12345 and a');
});

test('of two secrets the longer one is redacted first', () => {
  const redactor = new Redactor();
  redactor.learn('secret-one');
  redactor.learn('secret-one-and-more');
  assert.equal(redactor.text('x secret-one-and-more y'), 'x [redacted] y');
});

test('secret fields of an object are hidden whole, and only they', () => {
  const value = {
    jsonrpc: '2.0',
    params: {
      _meta: { progressToken: 'tok-1' },
      arguments: {
        password: 'x',
        api_key: 'y',
        apiKey: 'z',
        githubToken: 'a',
        count: 3,
        token: '${env:T}',
        pin: 1,
        secret: 42,
        empty: '',
        tokens: 5,
      },
      headers: { Authorization: 'Bearer q', Accept: '*/*', Cookie: 'c=d' },
      pairs: [
        ['Authorization', 'Bearer q'],
        ['Accept', '*/*'],
      ],
      list: [
        { name: 'X-Api-Key', value: 'v' },
        { name: 'Accept', value: 'v' },
      ],
    },
  };
  assert.deepEqual(new Redactor().value(value), {
    jsonrpc: '2.0',
    params: {
      _meta: { progressToken: 'tok-1' },
      arguments: {
        password: '[redacted]',
        api_key: '[redacted]',
        apiKey: '[redacted]',
        githubToken: '[redacted]',
        count: 3,
        token: '${env:T}',
        pin: 1,
        secret: '[redacted]',
        empty: '',
        tokens: 5,
      },
      headers: { Authorization: '[redacted]', Accept: '*/*', Cookie: '[redacted]' },
      pairs: [
        ['Authorization', '[redacted]'],
        ['Accept', '*/*'],
      ],
      list: [
        { name: 'X-Api-Key', value: '[redacted]' },
        { name: 'Accept', value: 'v' },
      ],
    },
  });
});

test('a schema with a password property stays unchanged', () => {
  const schema = {
    type: 'object',
    properties: { password: { type: 'string', description: 'The password' }, token: { enum: ['a'] } },
    required: ['password'],
  };
  assert.equal(new Redactor().value(schema), schema);
});

test('a value without secrets is returned itself, and unchanged parts of another are shared', () => {
  const redactor = new Redactor();
  const clean = { a: [1, { b: 'text' }], c: null };
  assert.equal(redactor.value(clean), clean);
  const mixed = { clean, dirty: { password: 'x' } };
  const result = redactor.value(mixed);
  assert.notEqual(result, mixed);
  assert.equal(result.clean, clean);
  assert.equal(mixed.dirty.password, 'x');
});

test('deep nesting neither overflows nor lets a secret through', () => {
  let value: unknown = { password: 'deep-secret-value' };
  for (let depth = 0; depth < 50_000; depth++) value = [value];
  const shown = new Redactor().value(value);
  let depth = 0;
  for (let at: unknown = shown; Array.isArray(at); at = at[0]) depth++;
  assert.ok(depth < 300);
});

test('keys such as __proto__ in data are data', () => {
  const value = JSON.parse('{"__proto__":{"password":"x"},"password":"y"}') as Record<string, unknown>;
  assert.equal(
    JSON.stringify(new Redactor().value(value)),
    '{"__proto__":{"password":"[redacted]"},"password":"[redacted]"}',
  );
});

test('hostile text costs one pass', () => {
  const redactor = new Redactor();
  redactor.learn('some-known-secret');
  const pieces = [
    'eyJ',
    'eyJa.',
    'sk-',
    'sk-a1',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
    '://',
    '://a:',
    'password',
    'password=',
    '--',
    '--token ',
    'bearer ',
    'token=',
    '?key=',
    'cookie:',
    'a',
    'x-',
    '\\"',
    'authorization: ',
    '_token',
    'ghp_',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(300_000 / piece.length)) + ' token';
    const ms = cpuMs(() => redactor.text(text));
    assert.ok(ms < 1_500, `${piece}: ${ms} ms`);
  }
});

test('plain text of ten megabytes passes in well under a second', () => {
  const redactor = new Redactor();
  const text = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(180_000);
  const ms = Math.min(...Array.from({ length: 3 }, () => cpuMs(() => redactor.text(text))));
  assert.ok(ms < 600, `${ms} ms`);
});
