import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { seeded } from '../config/support.ts';

const learned = 'correct-horse battery\nstaple 42';
const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(90)}-----END PRIVATE KEY-----`;
const secrets = [
  learned,
  key,
  'password="hunter2 hunter3"',
  `ghp_${'a1B2'.repeat(9)}`,
  'https://joe:pa55word@host.test/',
];
const fillers = ['a word ', 'x', 'line\n', '{"key":1,"count":"token"}', '😀'];

function inSteps(redactor: Redactor, value: unknown): { readonly value: unknown; readonly count: number } {
  const steps = redactor.steps(value);
  for (let count = 1; ; count++) {
    const next = steps.next();
    if (next.done) return { value: next.value, count };
  }
}

test('a long text is redacted in steps exactly as in one piece, wherever the secrets are', () => {
  const random = seeded(17);
  const redactor = new Redactor();
  redactor.learn(learned);
  for (const filler of fillers) {
    let text = '';
    while (text.length < 1_200_000) {
      // Close to each place where a text is cut, secrets stand in every position.
      const untilCut = 262_144 - (text.length % 262_144);
      const isNear = untilCut < 6_000 || untilCut > 260_000;
      text += filler.repeat(Math.ceil((isNear ? random() * 400 : untilCut - 5_900) / filler.length));
      text += ` ${secrets[Math.floor(random() * secrets.length)]!} `;
    }
    const { value, count } = inSteps(redactor, text);
    assert.equal(value === redactor.text(text), true, `filled with ${filler}`);
    assert.ok(count > 4, 'in steps');
  }
});

test('a secret that is longer than the longest key is not cut in two', () => {
  const redactor = new Redactor();
  const secret = Array.from({ length: 30_000 }, (_, at) => `${at % 97}-`).join('');
  redactor.learn(secret);
  const text = `${'a word '.repeat(30_000)}${secret} ${'a word '.repeat(90_000)}`;
  const clean = inSteps(redactor, text).value as string;
  assert.equal(clean.includes(secret.slice(1_000, 1_100)), false);
});

test('a text without a place to be cut is not shown from there on', () => {
  const redactor = new Redactor();
  redactor.learn(learned);
  const text = `${'a word '.repeat(100_000)}${learned.repeat(200_000)}${'a word '.repeat(100_000)}`;
  const clean = inSteps(redactor, text).value as string;
  assert.equal(/^[a word]+\[redacted\]$/.test(clean), true);
});

test('fields, header pairs and names are redacted in steps as at once', () => {
  const redactor = new Redactor();
  redactor.learn('s3cr3t-value');
  const value = {
    headers: [
      ['Authorization', 'Bearer abcdefgh12345678'],
      ['accept', 'text'],
    ],
    env: [{ name: 'API_KEY', value: 'whatever it is' }],
    password: ['one', { deep: 's3cr3t-value' }],
    's3cr3t-value': 1,
    list: Array.from({ length: 50 }, (_, at) => ({ at, text: `is s3cr3t-value here ${at}` })),
  };
  assert.deepEqual(inSteps(redactor, value).value, redactor.value(value));
});
