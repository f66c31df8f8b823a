// Where a find begins and ends, to the letter, and how long a value has to be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mark } from '../../../src/core/trust/redaction/mark.ts';
import { hidden, withoutAssigned, withoutFlags } from '../../../src/core/trust/redaction/namedValues.ts';
import { isPlaceholder, looksSecret } from '../../../src/core/trust/redaction/plausible.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { redactPatterns } from '../../../src/core/trust/redaction/redactPatterns.ts';
import { secretLevel } from '../../../src/core/trust/redaction/redactFields.ts';
import { isOrdinary, partsOf, secretsIn } from '../../../src/core/trust/redaction/secretValues.ts';

function learned(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  return redactor;
}

/** Each text as it is shown; where nothing is given, it stays as it is. */
function assertShown(show: (text: string) => string, texts: Readonly<Record<string, string | true>>): void {
  for (const [text, shown] of Object.entries(texts)) assert.equal(show(text), shown === true ? text : shown);
}

test('a learned value is found at every place of a text', () => {
  const secrets = ['abcdef', 'fedcbafe', 'zzzzzz', 'qwertzuiopas', 'qwertzuiopasd', 'abcfff'];
  const redactor = learned(...secrets);
  for (const secret of secrets)
    for (const letter of ['.', 'a', 'f', 'z', 'q', 'e'])
      for (let before = 0; before < 24; before++) {
        const text = `${letter.repeat(before)}-${secret}-${letter.repeat(before)}`;
        const rest = `${letter.repeat(before)}-${mark}-${letter.repeat(before)}`;
        assert.equal(redactor.text(text), letter === 'z' && before > 5 ? `${mark}-${mark}-${mark}` : rest, text);
      }
  assert.equal(redactor.text('xabcfff'), `x${mark}`);
  assert.equal(redactor.text('abcde abcdeg'), 'abcde abcdeg');
});

test('a value is found whatever pair of letters it ends with', () => {
  const pairs = Array.from({ length: 95 * 95 }, (_, at) =>
    String.fromCharCode(32 + Math.floor(at / 95), 32 + (at % 95)),
  );
  const rest = pairs.filter((pair) => learned(`aeio${pair}`).text(`x aeio${pair}`) !== `x ${mark}`);
  assert.deepEqual(rest, []);
});

test('of values that begin alike the longest is found, in whatever order they were learned', () => {
  const all = ['prefix-of-a', 'prefix-of-al', 'prefix-of-all', 'prefix-of-all-of-them'];
  for (const secrets of [all, all.toReversed()]) {
    const redactor = learned(...secrets);
    for (const secret of all) assert.equal(redactor.text(`<${secret}>`), `<${mark}>`);
    assert.equal(redactor.text('<prefix-of-all-of-th>'), `<${mark}-of-th>`);
    assert.equal(redactor.text('<prefix-of->'), '<prefix-of->');
  }
});

test('values that overlap or touch become one mark, and what is between two stays', () => {
  const redactor = learned('abcdefgh', 'efghijkl', 'mnopqrst');
  assertShown((text) => redactor.text(text), {
    'x abcdefghijkl y': `x ${mark} y`,
    'x abcdefghmnopqrst y': `x ${mark} y`,
    'x abcdefgh.mnopqrst y': `x ${mark}.${mark} y`,
    abcdefghijklmnopqrst: mark,
  });
});

test('a value inside a longer one that is found shortens nothing', () => {
  const redactor = learned('a long secret value', 'long secret');
  assert.equal(redactor.text('is a long secret value.'), `is ${mark}.`);
});

test('a value of five letters counts as a word only, one of six everywhere', () => {
  const redactor = learned('plumb', 'walnut');
  assertShown((text) => redactor.text(text), {
    'a plumb line': `a ${mark} line`,
    plumbing: true,
    '9plumb': true,
    'xwalnuts plumb': `x${mark}s ${mark}`,
  });
});

test('a value of three letters is not learned, one of four is, and blanks do not count', () => {
  const redactor = learned('ivy', ' ivy ', 'true', 'false', 'null', 'lime');
  assertShown((text) => redactor.text(text), { 'an ivy is true, false or null': true, 'a lime': `a ${mark}` });
});

test('a value that the mark holds cannot be learned', () => {
  const redactor = learned('redacted', 'act');
  assert.equal(redactor.text('it was redacted here'), 'it was redacted here');
});

test('a number that is forgotten is a number again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const redactor = new Redactor();
  redactor.learn('712345').dispose();
  assert.equal(redactor.value(712345), mark);
  t.mock.timers.tick(999);
  assert.equal(redactor.value(712345), mark);
  t.mock.timers.tick(1);
  assert.equal(redactor.value(712345), 712345);
  assert.equal(learned('word-712345').value(712345), 712345);
});

test('a learned number is told from others by what stands around it', () => {
  const redactor = learned('712345');
  assertShown((text) => redactor.text(text), {
    '{"a":    712345    }': `{"a":    "${mark}"    }`,
    '{"a":     712345}': `{"a":     ${mark}}`,
    '{"a":712345     }': `{"a":${mark}     }`,
    '{"a":    -712345}': true,
    'a - 712345': `a - ${mark}`,
    '[712345,1]': `["${mark}",1]`,
    '0.712345': true,
    '712345.0': true,
    '712345.': `${mark}.`,
    '7123451': true,
    '712345-712345': `${mark}-${mark}`,
  });
});

test('each encoding is found from six letters on, and a line of a secret from sixteen', () => {
  const word = learned('abcde');
  const inner = Buffer.from('abcdeZZZZ').toString('base64');
  assert.equal(word.text(inner), mark + inner.slice(6));
  const four = learned('abcd');
  const longer = Buffer.from('abcdZZZZZ').toString('base64');
  assert.equal(four.text(longer), longer);
  const lines = learned(`${'s'.repeat(16)}\n${'t'.repeat(15)}`);
  assertShown((text) => lines.text(text), { [`x${'s'.repeat(16)}x`]: `x${mark}x`, [`x${'t'.repeat(15)}x`]: true });
});

test('a text looks like a secret from six letters with a digit on, or from twenty', () => {
  const found = ['abcde1', 'A1b2c3', 'a'.repeat(20)].map((value) => looksSecret(value));
  const not = ['abcd1', 'abcdef', '123456', 'a'.repeat(19), 'abc 1234', `abcdef1${mark}`, '$abcdef1'];
  assert.deepEqual(
    [...found, ...not.map((value) => looksSecret(value))],
    [...found.map(() => true), ...not.map(() => false)],
  );
  for (const blank of ['${A}', '%NAME%', '<x>', '{{x}}', '[redacted', '***', 'xxxx', 'your-key', 'null', 'string'])
    assert.equal(isPlaceholder(blank), true, blank);
});

test('what is assigned to a name is found by how clear the name is, and how long the value', () => {
  assertShown(withoutAssigned, {
    'token="abcdef"': `token="${mark}"`,
    'token="abcde"': true,
    'token="ab cdef"': true,
    'token=abcdef': `token=${mark}`,
    'token: abcdef': true,
    'token: abcde1': `token: ${mark}`,
    '"token": abcdef': `"token": "${mark}"`,
    'password="a b"': `password="${mark}"`,
    'password: a': true,
    'auth=abcdef': true,
    'auth=abcde1': `auth=${mark}`,
    'page_token="abcde12"': true,
    'token=${TOKEN}': true,
    'token="": "next"': true,
    "token='abcdef', x": `token='${mark}', x`,
    'token=abcdef token=ghijkl': `token=${mark} token=${mark}`,
    'colour=abcdef1': true,
    'token=': true,
  });
});

test('a value without its closing quote ends with the line, and after 4,096 letters', () => {
  assert.equal(withoutAssigned('token="abcdef\nnext'), `token="${mark}\nnext`);
  assert.equal(withoutAssigned(`token="${'a'.repeat(5_000)}`), `token="${mark}${'a'.repeat(904)}`);
  assert.equal(withoutAssigned(`token="${'a'.repeat(4_096)}\\\\" x`), `token="${mark}\\\\" x`);
  const word = 'a'.repeat(1_000);
  assert.equal(withoutAssigned(`token=${word} b`), `token=${mark} b`);
});

test('quotes of a deeper level belong to the value', () => {
  assertShown(withoutAssigned, {
    [String.raw`{"token":"ab\"cdef","n":1}`]: `{"token":"${mark}","n":1}`,
    [String.raw`{\"token\":\"ab\\\"cdef\",\"n\":1}`]: String.raw`{\"token\":\"` + mark + String.raw`\",\"n\":1}`,
    [String.raw`{"token":"abcdef\\","n":1}`]: `{"token":"${mark}","n":1}`,
    [String.raw`{"note":"token='abcdef","n":1}`]: `{"note":"token='${mark}","n":1}`,
  });
});

test('JSON text in JSON text stays JSON, whatever quotes and backslashes a value has', () => {
  const nested = (value: unknown, levels: number): string =>
    levels === 0 ? JSON.stringify(value) : JSON.stringify({ body: nested(value, levels - 1) });
  const read = (text: string, levels: number): unknown =>
    levels === 0 ? JSON.parse(text) : read((JSON.parse(text) as { body: string }).body, levels - 1);
  for (const levels of [0, 1, 2])
    for (const value of [
      'abc"def',
      'abcdef"',
      '"abcdef',
      'abcdef\\',
      'abc\\"def',
      'abc\\\\"def"',
      "abc'def",
      'abc`def\\\\',
    ]) {
      const text = withoutAssigned(nested({ token: value, next: 'shown' }, levels));
      assert.deepEqual(read(text, levels), { token: mark, next: 'shown' }, text);
    }
  assert.equal(withoutAssigned(`token='ab"cdef12' b`), `token='${mark}' b`);
  assert.equal(withoutAssigned('{"note":"password:","n":"x"}'), '{"note":"password:","n":"x"}');
  assert.equal(withoutAssigned('("password:") and "x"'), '("password:") and "x"');
});

test('what is put in place of a value keeps JSON text whole', () => {
  assert.equal(hidden('":', '12]]'), `"${mark}"]]`);
  assert.equal(hidden('":"', '12]]'), mark);
  // A backslash by itself belongs to the quote behind it, and two to the value.
  assert.equal(hidden('=', 'abc\\'), `${mark}\\`);
  assert.equal(hidden('=', 'abc\\\\'), mark);
});

test('the value of a flag is found by its length, its digits or its quotes', () => {
  assertShown(withoutFlags, {
    '--token=abcd': `--token=${mark}`,
    '--token=abc': true,
    '--token abcd': true,
    '--token abc1': `--token ${mark}`,
    '--token abcdefghijk': true,
    '--token abcdefghijkl': `--token ${mark}`,
    '--token "abcd"': `--token "${mark}"`,
    '--password abcd': `--password ${mark}`,
    '--auth abc123def456': true,
    '--token <your-token-here>': true,
    '--token -abcdefghijkl1': true,
    'x--token abc1': true,
    '--token abc1 --secret abc2': `--token ${mark} --secret ${mark}`,
  });
});

test('a text of six letters can hold a secret', () => {
  assertShown(redactPatterns, { 'pwd=ab': `pwd=${mark}`, 'pwd=a': true });
});

test('what is said of a secret, signed or sent is found, and prose stays', () => {
  assertShown(redactPatterns, {
    'login bob password hunter': `login bob password ${mark}`,
    'login bob password <secret>': true,
    'the password is: hunter22': `the password is: ${mark}`,
    'the password is wrong again': true,
    'curl -u joe:hunter22 x': `curl -u joe:${mark} x`,
    'curl -u joe:hunter x': true,
    'bearer token-based': true,
    'bearer abcdefg1': `bearer ${mark}`,
    'cookie: none at all': true,
    'cookie: a=b': `cookie: ${mark}`,
    'authorization: required': true,
    'authorization: bearer none': `authorization: bearer ${mark}`,
    'authorization: bearer <token>': true,
    'https://hooks.slack.com/services/your-hook': true,
    'https://hooks.slack.com/services/T0/B0/xyz': `https://hooks.slack.com/services/${mark}`,
    'https://abcdefghijklmnop@host/': true,
    'https://abcdefghijklmno1@host/': `https://${mark}@host/`,
    'https://x/?token=<token>': true,
    'https://x/?token=your-token-here': true,
    'https://x/?code=your-code-goes-here': true,
    'https://x/?auth=abcdef': true,
    'https://x/?auth=abcde1': `https://x/?auth=${mark}`,
    'https://x/?u=%2F%3Ftoken%3Dabcdef%26b': `https://x/?u=%2F%3Ftoken%3D${mark}%26b`,
    'https://x/?u=%2F%3Fcolour%3Dabcdef%26b': true,
  });
});

const line = 'aB3dE5gH7jK9aB3dE5gH7jK9aB3dE5gH7jK9';
const begin = '-----BEGIN PRIVATE KEY-----';
const end = '-----END PRIVATE KEY-----';

test('every key of a text is redacted, and what stands between, before and behind them stays', () => {
  assertShown(redactPatterns, {
    [`a ${begin}\n${line}\n${end} b ${begin}\n${line}\n${end} c`]: `a ${begin}${mark} b ${begin}${mark} c`,
    [`a -----BEGIN CERTIFICATE----- b ${begin}\n${line}`]: `a -----BEGIN CERTIFICATE----- b ${begin}${mark}`,
    [`{"k":"${begin}\\n${line}","n":"x"}`]: `{"k":"${begin}${mark}","n":"x"}`,
    [String.raw`{\"k\":\"${begin}\\n${line}\",\"n\":1}`]: String.raw`{\"k\":\"${begin}${mark}\",\"n\":1}`,
    [`${begin}${mark} and ${begin}\n${line}`]: `${begin}${mark} and ${begin}${mark}`,
    [`${begin}${mark} and more`]: true,
    [`(${line}\n${end} and (${line}\n${end}`]: `(${mark}${end} and (${mark}${end}`,
    [`-----END CERTIFICATE----- (${line}\n${end}`]: `-----END CERTIFICATE----- (${mark}${end}`,
    [`${line}\n${end}`]: `${mark}${end}`,
  });
});

test('the body of a key is found without the lines around it, line by line, and again behind other text', () => {
  const body = `MIIEvQIBADANBgkqhkiG9w0${line}`;
  assertShown(redactPatterns, {
    [`a ${body}\n${line}\n${line} b`]: `a ${mark} b`,
    [`a ${body} b ${body}\\n${line}, c`]: `a ${mark} b ${mark}, c`,
    [`a ${body}\n${body} b`]: `a ${mark} b`,
    [body]: mark,
  });
});

test('the parts of a value count by themselves', () => {
  assert.deepEqual(partsOf('Bearer abc%20def'), ['abc%20def', 'abc def']);
  assert.deepEqual(partsOf(`Basic ${btoa('joe:pass:word')}`), [
    btoa('joe:pass:word'),
    btoa('joe:pass:word'),
    'pass:word',
    'pass:word',
  ]);
  assert.deepEqual(partsOf(`Bearer ${btoa('joe:pass')}`), [btoa('joe:pass'), btoa('joe:pass')]);
  assert.deepEqual(partsOf('basic'), []);
  assert.deepEqual(partsOf('https://joe:pa%ss@host'), ['pa%ss', 'pa%ss']);
  assert.deepEqual(partsOf('a=1;token=xyz&key=k&sig=s&colour=red'), ['xyz', 'xyz', 'k', 'k', 's', 's']);
  assert.deepEqual(partsOf('no parts'), []);
});

test('a value is ordinary by its name, its length, its word or its form, unless its name is secret', () => {
  const ordinary: readonly (readonly [string, string])[] = [
    ['path', 'abcdefgh'],
    ['X', 'abcde'],
    ['X', 'Production'],
    ['X', '/usr/local/bin'],
    ['X', 'db.example.com'],
    ['X', 'localhost:8080'],
    ['X', 'https://example.com/mcp'],
  ];
  const secret: readonly (readonly [string, string])[] = [
    ['X', 'abcdef'],
    ['API_KEY', 'abcde'],
    ['X', 'https://joe:hunter22@example.com'],
    ['X', '/x?token=abcdef123'],
  ];
  assert.deepEqual(
    ordinary.filter(([name, value]) => !isOrdinary(name, value)),
    [],
  );
  assert.deepEqual(
    secret.filter(([name, value]) => isOrdinary(name, value)),
    [],
  );
  assert.deepEqual(secretsIn({ A: null, B: undefined, X: 'abcdef', HOME: 'a token=xyz' }), ['abcdef', 'xyz', 'xyz']);
});

test('the prefix that tells the issuer of a token stays', () => {
  const body = 'aB3dE5gH7jK9aB3dE5gH7jK9aB3dE5gH7jK9';
  assertShown(redactPatterns, {
    [`ghp_${body}`]: `ghp_${mark}`,
    [`a ghp_${body}, b`]: `a ghp_${mark}, b`,
    [`xghp_${body}`]: true,
    [`eyJhbGciOi.eyJzdWIi.${body} eyJhbGciOi.eyJzdWIi.${body}`]: `eyJ${mark} eyJ${mark}`,
    [`12345678:AA${body}`]: mark,
    [`a ghp_${'a1'.repeat(60_000)} b`]: `a ghp_${mark}${'a1'.repeat(58_000)} b`,
  });
});

test('of a name of more than a hundred letters the end counts', () => {
  const end = `password_${'a'.repeat(91)}`;
  assert.deepEqual([secretLevel(end), secretLevel(`x${end}`), secretLevel(`${end}a`)], ['sure', 'sure', undefined]);
});
