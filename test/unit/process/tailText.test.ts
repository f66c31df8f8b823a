import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StderrReader } from '../../../src/core/process/stderrReader.ts';
import { TailText } from '../../../src/core/process/tailText.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';

const token = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`;

/** Every way to cut the text, as it is shown after the redactor. */
function shownTails(text: string, chunk: number): readonly string[] {
  const redactor = new Redactor();
  return Array.from({ length: text.length + 1 }, (_, length) => {
    const tail = new TailText(length + 1);
    for (let at = 0; at < text.length; at += chunk) tail.push(text.slice(at, at + chunk));
    assert.ok(tail.toString().length <= length + 1);
    return redactor.text(tail.toString());
  });
}

/** Six letters of a token tell more than a chance. */
function leaks(text: string, secret: string): boolean {
  return Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6)).some((part) =>
    text.includes(part),
  );
}

test('no cut of a tail leaves half a secret that the redactor does not know', () => {
  const texts = [
    `first line\nerror: bad token ${token}\nlast line\n`,
    `one line with ${token} in it`,
    `${token}${token}`,
  ];
  for (const text of texts)
    for (const chunk of [1, 7, 1_000])
      assert.deepEqual(
        shownTails(text, chunk).filter((shown) => leaks(shown, token)),
        [],
        text,
      );
});

test('no cut of a tail leaves a part of a private key', () => {
  const body = Array.from({ length: 6 }, (_, at) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${String(at)}`).join('\n');
  const text = `before\n-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\nafter\n`;
  assert.deepEqual(
    shownTails(text, 11).filter((shown) => leaks(shown, body)),
    [],
  );
  assert.ok(shownTails(text, 11).at(7)!.includes('after'));
});

test('a tail keeps whole lines, and all of a text that is short enough', () => {
  const tail = new TailText(12);
  tail.push('abc\ndef');
  assert.equal(tail.toString(), 'abc\ndef');
  tail.push('\nghi\njkl');
  assert.equal(tail.toString(), 'def\nghi\njkl');
  const line = new TailText(30);
  line.push('Authorization: Bearer abcdef then more words');
  assert.equal(line.toString(), 'then more words', 'what is left of a line may be a secret without its name');
});

test('a line of stderr that does not end is not cut between a name and its secret', () => {
  for (const label of ['password: ', 'Authorization: Bearer ', 'API_KEY= ']) {
    const shown: string[] = [];
    const reader = new StderrReader((text) => shown.push(text));
    const filler = 'word '.repeat((64 * 1024) / 5);
    for (let at = 0; at < filler.length; at += 1_000) reader.push(Buffer.from(filler.slice(at, at + 1_000)));
    reader.push(Buffer.from(`${label}`));
    reader.push(Buffer.from('hunter2secretvalue and more\n'));
    reader.end();
    assert.ok(
      shown.some((text) => text.includes(`${label}hunter2secretvalue`)),
      shown.map((text) => text.slice(-60)).join(' | '),
    );
  }
});

test('a line of stderr without a space is left out and not cut in a secret', () => {
  const shown: string[] = [];
  const reader = new StderrReader((text) => shown.push(text));
  const long = 'x'.repeat(64 * 1024 - 10);
  reader.push(Buffer.from(`before\n${long}${token.slice(0, 20)}`));
  reader.push(Buffer.from(`${token.slice(20)}\nafter\n`));
  reader.end();
  assert.ok(!leaks(shown.join('\n'), token), shown.map((text) => text.slice(-60)).join(' | '));
  assert.ok(shown.join('\n').startsWith('before') && shown.join('\n').endsWith('after'));
  assert.match(shown.join('\n'), /\(\d+ characters left out\)/);
});
