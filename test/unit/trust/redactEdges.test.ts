// What a value is found by when it is not written as it was learned, and the places where the finding begins and ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksSecret as looksSecretIn } from '../../../src/core/trust/redaction/hideSecrets.ts';
import { withLearning } from '../../../src/core/trust/redaction/learnedSecrets.ts';
import { mark } from '../../../src/core/trust/redaction/mark.ts';
import { withoutAssigned, withoutFlags } from '../../../src/core/trust/redaction/namedValues.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { redactPatterns } from '../../../src/core/trust/redaction/redactPatterns.ts';
import { pieceLength, redactInPieces } from '../../../src/core/trust/redaction/redactPieces.ts';

function learned(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  return redactor;
}

function inSteps(steps: Generator<void, unknown>): unknown {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

test('a line of a secret of several lines is redacted alone, also in another form', () => {
  const lines = ['first line of it here', 'short', 'second line/of it here'];
  const redactor = learned(lines.join('\n'));
  assert.equal(redactor.text('read: first line of it here'), `read: ${mark}`);
  assert.equal(redactor.text('read: second%20line%2Fof%20it%20here'), `read: ${mark}`);
  assert.equal(redactor.text('a short one'), 'a short one');
  const escaped = learned(lines.join(String.raw`\n`));
  assert.equal(escaped.text('read: second line/of it here'), `read: ${mark}`);
});

test('a single learned number is found as a number, and in JSON text it becomes a text', () => {
  const redactor = learned('482913');
  assert.deepEqual(redactor.value({ pin: 482913, other: 482914 }), { pin: mark, other: 482914 });
  assert.equal(redactor.text('{"a":482913}'), `{"a":"${mark}"}`);
  assert.equal(redactor.text('[1, 482913, 2]'), `[1, "${mark}", 2]`);
  assert.equal(redactor.text('{"a":482913 is}'), `{"a":${mark} is}`);
  assert.equal(redactor.text('the code 482913, as sent'), `the code ${mark}, as sent`);
});

test('digits inside a longer number are another number', () => {
  const redactor = learned('482913');
  for (const text of ['1482913', '482913.5', '1.482913', '4829130', '{"a":-482913}'])
    assert.equal(redactor.text(text), text);
  assert.equal(redactor.text('up to 482913. Then'), `up to ${mark}. Then`);
});

test('a value that two have learned is redacted until both have forgotten it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const redactor = new Redactor();
  const [first, second] = [redactor.learn('open sesame'), redactor.learn('open sesame')];
  first.dispose();
  first.dispose();
  t.mock.timers.tick(10_000);
  assert.equal(redactor.text('said open sesame'), `said ${mark}`);
  second.dispose();
  t.mock.timers.tick(10_000);
  assert.equal(redactor.text('said open sesame'), 'said open sesame');
});

test('a field "value" is what the field "name" beside it says, in one go and in steps', () => {
  const value = [
    { name: 'API_KEY', value: 'hunter2' },
    { name: 'colour', value: 'green' },
    { name: 7, value: 'green' },
  ];
  const clean = [{ name: 'API_KEY', value: mark }, ...value.slice(1)];
  const redactor = new Redactor();
  assert.deepEqual(redactor.value(value), clean);
  assert.deepEqual(inSteps(redactor.steps(value)), clean);
});

test('what lies too deep to be looked at is not shown, and what lies one step higher is', () => {
  const nested = (depth: number): unknown => (depth === 0 ? { note: 'kept' } : { in: nested(depth - 1) });
  const shown = (depth: number) => JSON.stringify(new Redactor().value(nested(depth)));
  assert.match(shown(200), /"note":"kept"/);
  assert.doesNotMatch(shown(201), /kept/);
  assert.doesNotMatch(JSON.stringify(inSteps(new Redactor().steps(nested(201)))), /kept/);
});

test('a value of six characters under a secret name goes into the secret storage, a shorter one stays', () => {
  assert.deepEqual(
    ['abcdef', 'abcde', ' abcde '].map((value) => looksSecretIn('DB_PASSWORD', value)),
    [true, false, false],
  );
  for (const blank of ['<your key>', 'your-key', 'my_key', 'xxxx', '...'])
    assert.equal(looksSecretIn('API_KEY', blank), false, blank);
});

test('a code in an address is redacted from ten characters on', () => {
  assert.equal(redactPatterns('https://x.example/cb?code=123456789'), 'https://x.example/cb?code=123456789');
  assert.equal(redactPatterns('https://x.example/cb?code=1234567890'), `https://x.example/cb?code=${mark}`);
});

test('a long text without blanks is never cut within a character', () => {
  for (const character of ['\u{10000}', '\u{103ff}', '😀']) {
    for (const before of ['', 'a']) {
      const seen: string[] = [];
      const text = before + character.repeat(pieceLength);
      const redact = (piece: string): string => (seen.push(piece), piece);
      assert.equal(inSteps(redactInPieces(text, redact, 0)) === text, true);
      const pieces = seen.filter(({ length }) => length > pieceLength / 2);
      assert.ok(pieces.length > 1 && pieces.every((piece) => piece.isWellFormed()));
    }
  }
});

test('a long text is cut at the last blank or line break before the place, and only at one that is near', () => {
  for (const gap of [' ', '\n']) {
    const seen: string[] = [];
    const text = `${'a'.repeat(pieceLength - 600)}${gap}${'b'.repeat(pieceLength)}`;
    inSteps(redactInPieces(text, (piece) => (seen.push(piece), piece), 0));
    assert.ok(
      seen.some((piece) => /^a+$/.test(piece) && piece.length === pieceLength - 600),
      'the first piece ends there',
    );
  }
});

test('a secret is found as Go and .NET write it in JSON', () => {
  const redactor = learned(`a<b>c&d'e+f`);
  const escaped = String.raw`a\u003cb\u003ec\u0026d\u0027e\u002bf`;
  assert.equal(redactor.text(`{"note":"${escaped}"}`), `{"note":"${mark}"}`);
});

test('fields with secret names keep their places: none replaces another', () => {
  const redactor = learned('open sesame');
  const clean = redactor.value({ 'open sesame': 1, 'an open sesame': 2, 'AN open sesame': 3, [mark]: 4 });
  assert.deepEqual(Object.entries(clean), [
    [`${mark} 2`, 1],
    [`an ${mark}`, 2],
    [`AN ${mark}`, 3],
    [mark, 4],
  ]);
});

test('the rest of a key is redacted, and the text before it stays', () => {
  const rest = 'aB3dE5gH7jK9aB3dE5gH7jK9\naB3dE5gH7jK9aB3dE5gH7jK9\n';
  assert.equal(
    redactPatterns(`log: (${rest}-----END PRIVATE KEY----- and more`),
    `log: (${mark}-----END PRIVATE KEY----- and more`,
  );
  assert.equal(redactPatterns('log: (x) -----END PRIVATE KEY-----'), 'log: (x) -----END PRIVATE KEY-----');
});

test('of a stored grant the secret fields are learned, four levels deep', async () => {
  const redactor = new Redactor();
  const nested = (depth: number, value: string): object =>
    depth === 0 ? { refresh_token: value, issuer: 'https://auth.example' } : { inner: nested(depth - 1, value) };
  const stored = new Map([
    ['near', JSON.stringify(nested(4, 'near-secret-value'))],
    ['far', JSON.stringify(nested(5, 'far-secret-value'))],
    ['plain', 'plain-secret-value'],
    ['address', 'https://auth.example/realm'],
    ['digits', '740918'],
  ]);
  const secrets = withLearning(
    { get: async (key) => stored.get(key), set: async () => {}, delete: async () => {} },
    redactor,
  );
  for (const key of stored.keys()) await secrets.get(key);
  assert.equal(
    redactor.text('near-secret-value far-secret-value plain-secret-value https://auth.example/realm 740918'),
    `${mark} far-secret-value ${mark} https://auth.example/realm ${mark}`,
  );
});

test('a list under a secret name has its own texts, and a flag before another one has no value', () => {
  assert.equal(withoutAssigned('tokens: [a, b]'), 'tokens: [a, b]');
  assert.equal(withoutAssigned('token = [abc123def456'), 'token = [abc123def456');
  assert.equal(withoutFlags('--token --verbose'), '--token --verbose');
  assert.equal(withoutFlags('--max-tokens 12345678901234'), '--max-tokens 12345678901234');
});

test('a text that cannot be checked, because the stack is used up, is not shown', () => {
  const redactor = new Redactor();
  const text = `in the end the password=hunter22 is said ${'ж'.repeat(64)}`;
  const shown = new Set<string>();
  const thrown = new Set<string>();
  const atEachDepth = (): void => {
    try {
      atEachDepth();
      shown.add(redactor.text(text));
    } catch (error) {
      thrown.add(String(error)); // before the redactor has begun
    }
  };
  atEachDepth();
  assert.deepEqual(shown, new Set([mark, text.replace('hunter22', mark)]));
  // A pattern that has to be compiled there throws a SyntaxError.
  assert.deepEqual(thrown, new Set(['RangeError: Maximum call stack size exceeded']));
});
