import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRequirement, notProven, requirements } from '../requirements.ts';
import { readSources } from '../support/sources.ts';
import { readTranscripts } from './mcpServer/support/transcript.ts';

/** Every id that a test of any suite, or a transcript, says it proves. */
function cited(): ReadonlySet<string> {
  const inTests = readSources('test', ['.ts'])
    .filter(({ file }) => file.endsWith('.test.ts'))
    .flatMap(({ text }) =>
      [...text.matchAll(/\bproves\(([^)]*)\)/g)].flatMap(([, ids = '']) => ids.match(/[A-Z]\d+b?/g) ?? []),
    );
  return new Set([...inTests, ...readTranscripts().flatMap(({ proves }) => proves)]);
}

const ids = Object.keys(requirements);

test('all 173 requirements and 36 resolutions are listed', () => {
  const numbers = (letter: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
  const listed = ids.filter((id) => id !== 'C6b'); // a resolution that came between two others
  assert.deepEqual(listed, [...numbers('R', 173), ...numbers('C', 36)]);
});

test('every promise is proved by some test or says why not, never both', () => {
  const proved = cited();
  assert.deepEqual(
    ids.filter((id) => !proved.has(id) && !(id in notProven)),
    [],
    'neither proved nor explained',
  );
  assert.deepEqual(
    Object.keys(notProven).filter((id) => proved.has(id)),
    [],
    'proved, and still called not proven',
  );
  for (const [id, why] of Object.entries(notProven)) assert.match(why, /^\S.{15,}$/, id);
});

test('every proof is of a listed promise', () => {
  assert.deepEqual(
    [...cited()].filter((id) => !isRequirement(id)),
    [],
  );
});
