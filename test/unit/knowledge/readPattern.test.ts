import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { patternSchema } from '../../../src/core/knowledge/pattern/patternSchema.ts';
import { readPattern } from '../../../src/core/knowledge/pattern/readPattern.ts';
import { smallPattern } from './support/knowledge.ts';

const faults = async (text: string): Promise<readonly string[]> =>
  (await readPattern(text)).problems
    .filter(({ severity }) => severity === 'error')
    .map(({ line, message }) => `${line}: ${message}`);

test('the schema that editors use is the schema that is checked', () => {
  const file = path.resolve(import.meta.dirname, '../../../media/schemas/tmkb-pattern.schema.json');
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), patternSchema);
});

test('what a file leaves out is filled in', async () => {
  const { pattern } = await readPattern(smallPattern);
  assert.equal(pattern?.likelihood, 'medium');
  assert.deepEqual(pattern?.languages, ['any']);
  assert.deepEqual(pattern?.triggers.apis, []);
});

test('a missing field, a wrong value and broken YAML are reported with their line', async () => {
  assert.deepEqual(await faults(smallPattern.replace(/^title:.*\n/m, '')), ["1: the pattern lacks the field 'title'"]);
  assert.deepEqual(await faults(smallPattern.replace('ACME-AUTHZ-001', 'acme 1')), [
    '1: id must match pattern "^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-[0-9]{3,4}$"',
  ]);
  const broken = await faults('id: [1\ntitle: x');
  assert.ok(broken.length > 0);
});

test('more than 100 tokens in the three lines is an error', async () => {
  const long = smallPattern.replace(/^threat:.*$/m, `threat: ${'every word of this costs a token '.repeat(12)}`);
  assert.match(
    (await faults(long))[0] ?? '',
    /^5: threat, check and fix have \d+ tokens together; at most 100 are allowed$/,
  );
});

test('a file that is no mapping is refused', async () => {
  for (const text of ['', '[]', 'just text', '42', 'null', '- a\n- b', '---\n', '&a [*a]']) {
    const { pattern, problems } = await readPattern(text);
    assert.equal(pattern, undefined, text);
    assert.ok(problems.length > 0, text);
  }
});

test('a bomb of aliases is not unfolded, and a huge file not parsed', async () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (let level = 1; level < 10; level++)
    bomb.push(`k${level}: &l${level} [${`*${level === 1 ? 'a' : `l${level - 1}`},`.repeat(9)}x]`);
  assert.ok((await faults(bomb.join('\n'))).length > 0);
  assert.match((await faults('x'.repeat(300_000)))[0] ?? '', /larger than/);
});

test('keys that mean something to the language are only unknown fields', async () => {
  const { pattern } = await readPattern(`${smallPattern}__proto__:\n  polluted: true\n`);
  assert.equal(pattern, undefined);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});
