import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRequirement, requirements } from '../requirements.ts';
import { readSources } from '../support/sources.ts';
import { readTranscripts } from './mcpServer/support/transcript.ts';

/** Every id that a test or a transcript says it proves. */
function cited(): ReadonlySet<string> {
  const inTests = readSources('test', ['.ts'])
    .filter(({ file }) => file.endsWith('.test.ts'))
    .flatMap(({ text }) =>
      [...text.matchAll(/proves\(([^)]*)\)/g)].flatMap(([, ids = '']) => ids.match(/[A-Z]\d+/g) ?? []),
    );
  return new Set([...inTests, ...readTranscripts().flatMap(({ proves }) => proves)]);
}

test('every promise that is listed is proved by some test, and every proof is of a listed promise', () => {
  const ids = cited();
  assert.deepEqual(
    Object.keys(requirements).filter((id) => !ids.has(id)),
    [],
    'listed and never proved',
  );
  assert.deepEqual(
    [...ids].filter((id) => !isRequirement(id)),
    [],
  );
});
