import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeLines } from '../../../scripts/lib/codeLines.mjs';
import { applyMutation, mutationsOf, seededRandom } from '../../../scripts/lib/mutations.mjs';
import { decodeMappings } from '../../../scripts/lib/sourceMappings.mjs';
import { paint } from '../../../scripts/lib/v8Coverage.mjs';

test('a line counts as code where something on it can run', () => {
  const text =
    "import x from 'x';\ntype A = 1;\nconst a = 1;\n\n// why\nexport const f = () =>\n  a + 1;\nif (a) f();\n";
  assert.deepEqual([...codeLines({ file: 'a.ts', text }).keys()], [3, 6, 7, 8]);
});

test('what an inner range says of a place counts, not what the outer one says', () => {
  const outer = { startOffset: 0, endOffset: 6, count: 1 };
  const inner = { startOffset: 2, endOffset: 4, count: 0 };
  assert.deepEqual([...paint({ url: '', functions: [{ ranges: [inner] }, { ranges: [outer] }] })], [1, 1, 0, 0, 1, 1]);
});

test('a place of a built file leads to its source', () => {
  // line 1 column 0 → a.ts line 1; line 2 column 4 → b.ts line 3
  const map = { sources: ['../src/a.ts', '../src/b.ts'], mappings: 'AAAA;ICEA' };
  assert.deepEqual(decodeMappings(map, 'aaaa\nbbbbbb', 'dist'), [
    { offset: 0, source: 'src/a.ts', line: 1 },
    { offset: 9, source: 'src/b.ts', line: 3 },
  ]);
});

test('each change makes another program, and none touches a type', () => {
  const text = 'type Two = 2;\nconst f = async (a: 1) => { if (a > 1 && !b) await g(); return true; };\n';
  const made = mutationsOf({ file: 'a.ts', text });
  const after = made.map((mutation) => applyMutation(text, mutation));
  assert.deepEqual(made.map(({ what }) => what).toSorted(), [
    '! lost',
    '&& becomes ||',
    '1 becomes 2',
    '> becomes >=',
    'await lost',
    'call removed',
    'condition turned round',
    'true turned round',
  ]);
  assert.ok(after.every((changed) => changed !== text && changed.startsWith('type Two = 2;')));
});

test('the same seed draws the same places', () => {
  const [a, b, other] = [seededRandom(7), seededRandom(7), seededRandom(8)];
  assert.equal(a(), b());
  assert.notEqual(a(), other());
});
