// The forms of a secret, one by one: the corpus of redactionMarks allows for some that are missed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf } from '../../../src/core/trust/redaction/secretForms.ts';

/** The letters that stay the same whatever stands around the secret. */
function ownLetters(secret: string, before: number): string {
  const encoded = (around: number): string => {
    const bytes = [...Buffer.alloc(before, around), ...Buffer.from(secret), ...Buffer.alloc(3, around)];
    return Buffer.from(bytes).toString('base64');
  };
  const [zeros, ones] = [encoded(0x00), encoded(0xff)];
  const same = [...zeros].map((letter, at) => letter === ones[at]);
  const start = same.indexOf(true);
  return zeros.slice(start, same.indexOf(false, start));
}

test('base64 has each of its own letters, wherever the secret begins and ends, and no letter of others', () => {
  for (const secret of ['open sesame', 'open sesames', 'open sesamely', '>>>???~~~ÿÿÿ'])
    for (const before of [0, 1, 2]) {
      const own = ownLetters(secret, before);
      assert.ok(formsOf(secret).has(own), `${secret} behind ${before}: ${own}`);
      assert.ok(formsOf(secret).has(own.replaceAll('+', '-').replaceAll('/', '_')));
    }
  const base64 = [...formsOf('open sesame')].filter((form) => /^[A-Za-z0-9]{8,}={0,2}$/.test(form));
  assert.equal(base64.filter((form) => !/^[0-9a-fA-F]+$/.test(form)).length, 4);
});

test('a secret that is encoded to the end of the text has its padding', () => {
  assert.ok(formsOf('open sesame').has(Buffer.from('open sesame').toString('base64')));
});

test('bytes are written with digits of either case', () => {
  const forms = formsOf('jkl/mno');
  assert.ok(forms.has('6a6b6c2f6d6e6f') && forms.has('6A6B6C2F6D6E6F'));
});

test('JSON for ASCII has four digits for each letter, of either case', () => {
  const forms = formsOf('\u007fäß中');
  for (const form of ['\\u007f\\u00e4\\u00df\\u4e2d', '\\u007F\\u00E4\\u00DF\\u4E2D']) {
    assert.ok(forms.has(form));
    assert.ok(forms.has(form.replaceAll('\\', '\\\\')), 'also as text in a text');
  }
});

test('in an address each encoder leaves other letters as they are', () => {
  const forms = formsOf(`a/b c!'(d)*é`);
  for (const form of [
    `a%2Fb%20c!'(d)*%C3%A9`,
    `a%2fb%20c!'(d)*%c3%a9`,
    'a%2Fb%20c%21%27%28d%29%2A%C3%A9',
    'a%2fb%20c%21%27%28d%29%2a%c3%a9',
    'a%2Fb+c%21%27%28d%29*%C3%A9',
    `a/b%20c!'(d)*%C3%A9`,
    `a/b+c!'(d)*é`,
    `a%252Fb%2520c!'(d)*%25C3%25A9`,
  ])
    assert.ok(forms.has(form), form);
  assert.ok(formsOf('half a pair: \ud83d').size > 0, 'which no address can hold');
});

test('in HTML and in a shell word quotes have several names', () => {
  const forms = formsOf(`<a&b"c'd>`);
  for (const form of [
    `&lt;a&amp;b"c'd&gt;`,
    `&lt;a&amp;b&quot;c'd&gt;`,
    `&lt;a&amp;b&quot;c&#39;d&gt;`,
    `&lt;a&amp;b&quot;c&#x27;d&gt;`,
    `&lt;a&amp;b&quot;c&#039;d&gt;`,
    `&lt;a&amp;b&quot;c&apos;d&gt;`,
    `&lt;a&amp;b&#34;c&#39;d&gt;`,
    `<a&b"c'\\''d>`,
  ])
    assert.ok(forms.has(form), form);
});

test('a line of sixteen letters counts by itself, and of a shorter one no form is kept', () => {
  const forms = formsOf('sixteen letters!\r\nonly fifteen ch\\nanother sixteen!');
  assert.ok(forms.has('sixteen letters!') && forms.has('another sixteen!'));
  assert.ok(forms.has(Buffer.from('another sixteen!').toString('hex')));
  assert.ok(!forms.has('only fifteen ch'));
});
