import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { formsOf } from '../../../src/core/trust/redaction/secretForms.ts';
import { scanTool } from '../../../src/core/trust/scan/scan.ts';
import { seeded } from '../config/support.ts';
import { encodings, learnedSecrets, recognizableSecrets } from './redactionCorpus.ts';

const pieces = [
  ['token', 'password', 'api_key', 'KEY', 'Authorization', 'cookie', 'bearer ', 'basic ', '--token ', '-u a:', 'is'],
  [
    '=',
    ':',
    ': ',
    ' ',
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '\\\\"',
    '\n',
    '\\n',
    ',',
    ';',
    '&',
    '?',
    '#',
    '%3D',
    '%3Ftoken',
    '@',
  ],
  [
    '://',
    '://u:p',
    'eyJ',
    '.',
    '-',
    '_',
    '/',
    '+',
    '[',
    ']',
    '{',
    '}',
    '(',
    '<',
    '>',
    '$',
    '${',
    '[redacted]',
    '[redact',
  ],
  [
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'MIIEvQIBADANBg',
    'sk-',
    'ghp_',
    'AKIA',
    'xoxb-',
    'SG.',
    'whsec_',
  ],
  [
    'abc',
    'aB3dE5gH7jK9',
    '0123456789',
    'hooks.slack.com/services/',
    'nonce=',
    'true',
    'null',
    'ä',
    '\u200b',
    '💥',
    '\ud800',
  ],
].flat();

function textMaker(seed: number): (length: number) => string {
  const next = seeded(seed);
  return (length) => Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('');
}

test('redacting twice changes nothing, and JSON stays JSON', () => {
  const make = textMaker(1);
  const redactor = new Redactor();
  for (let round = 0; round < 4_000; round++) {
    const text = make(1 + (round % 24));
    const once = redactor.text(text);
    assert.equal(redactor.text(once), once, JSON.stringify(text));
    const json = JSON.stringify({ [text]: text, list: [text, round], inner: JSON.stringify({ note: text }) });
    assert.doesNotThrow(() => JSON.parse(redactor.text(json)), json);
    const value = redactor.value(JSON.parse(json) as unknown);
    assert.deepEqual(redactor.value(value), value, json);
  }
});

test('no known secret is in any output, in whatever it is put', () => {
  const make = textMaker(2);
  const next = seeded(3);
  const secrets = learnedSecrets(4);
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  const encoders = Object.values(encodings);
  for (let round = 0; round < 3_000; round++) {
    const secret = secrets[Math.floor(next() * secrets.length)]!;
    const { encode } = encoders[Math.floor(next() * encoders.length)]!;
    // A number inside a longer number is another number.
    const text = `${make(6)} ${encode(secret)} ${make(6)}`;
    const shown = redactor.text(text);
    for (const form of [secret, encode(secret)]) assert.ok(!shown.includes(form), JSON.stringify([text, shown]));
    const value = JSON.stringify(redactor.value({ [text]: 1, list: [text], deep: { text } }));
    assert.ok(!value.includes(JSON.stringify(secret).slice(1, -1)), value);
  }
  for (const secret of secrets)
    for (const form of formsOf(secret))
      if (form.length >= 6 && !/^\d+$/.test(form)) assert.ok(!redactor.text(`x${form}x`).includes(form), form);
});

test('recognized secrets stay hidden when they are redacted again', () => {
  const redactor = new Redactor();
  for (const { text } of recognizableSecrets(5)) {
    const once = redactor.text(text);
    assert.equal(redactor.text(once), once, text);
  }
});

test('the redactor reads long mixtures of hostile pieces once', () => {
  const make = textMaker(6);
  const redactor = new Redactor();
  redactor.learn('aB3dE5gH7jK9');
  for (let round = 0; round < 60; round++) {
    const part = make(1 + (round % 4));
    // With a quadratic pattern one of these would take minutes.
    assert.equal(typeof redactor.text(part.repeat(Math.ceil(200_000 / part.length))), 'string');
  }
});

const words = [
  [
    'ignore',
    'previous',
    'instructions',
    'do not',
    'tell',
    'the user',
    'read',
    '~/.ssh/id_rsa',
    'pass',
    'as',
    'send to',
  ],
  [
    'https://x.example',
    'system',
    ':',
    '<important>',
    '<!--',
    '-->',
    '![',
    '](http://x?',
    'curl',
    '|',
    'sh',
    'i g n o r e',
  ],
  [
    ' ',
    '\n',
    '\t',
    '\u200b',
    '\u202e',
    '\u{e0041}',
    'ｉ',
    'і',
    'e\u0301',
    'aWdub3JlIGFsbCBwcmV2aW91cw==',
    '69676e6f7265206974',
    '%69%67',
    '&#105;',
    '\\u0069',
    'rot13',
    '1gn0r3',
    '-',
    '\ud800',
    '用户',
    '不要',
  ],
].flat();

function anyValue(next: () => number, depth: number): unknown {
  const text = Array.from({ length: Math.floor(next() * 12) }, () => words[Math.floor(next() * words.length)]).join(
    next() < 0.5 ? ' ' : '',
  );
  const kind = next();
  if (depth === 0 || kind < 0.4) return kind < 0.05 ? null : kind < 0.1 ? 7 : text;
  if (kind < 0.6) return [anyValue(next, depth - 1), anyValue(next, depth - 1)];
  return { [text]: anyValue(next, depth - 1), description: anyValue(next, depth - 1) };
}

function at(root: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, step) => (value as Record<string, unknown>)[step], root);
}

test('the scan says the same each time, and each finding is at its place', () => {
  const next = seeded(7);
  for (let round = 0; round < 1_500; round++) {
    const tool = {
      name: 'x',
      description: String(anyValue(next, 0)),
      inputSchema: anyValue(next, 5),
      _meta: { a: anyValue(next, 3) },
    };
    const found = scanTool(tool);
    assert.deepEqual(scanTool(tool), found);
    for (const { path, excerpt } of found) {
      assert.notEqual(at(tool, path), undefined, path);
      assert.ok(excerpt.length < 2_000);
    }
  }
});

test('the scan reads long mixtures of hostile pieces once', () => {
  const next = seeded(8);
  for (let round = 0; round < 60; round++) {
    const part = Array.from({ length: 1 + (round % 4) }, () => words[Math.floor(next() * words.length)]).join(' ');
    const description = part.repeat(Math.ceil(50_000 / part.length));
    assert.ok(Array.isArray(scanTool({ name: 'x', description, inputSchema: { properties: { [description]: {} } } })));
  }
});
