import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonTree } from '../../../src/core/config/text/jsonTree.ts';

const broken: Readonly<Record<string, string>> = {
  '{} /* open': 'This comment is not closed.',
  '"open': 'This string is not closed.',
  '1.': 'This number is incomplete.',
  '"\\u12"': 'Not a valid Unicode escape.',
  '"\\x"': 'Not a valid escape.',
  '"\u0001"': 'Control characters must be escaped.',
};

for (const [text, message] of Object.entries(broken))
  test(`${JSON.stringify(text)} is named: ${message}`, () => {
    assert.deepEqual(
      parseJsonTree(text).errors.map((error) => error.message),
      [message],
    );
  });

test('a comment that is not closed is named where it begins, beside what is missing for it', () => {
  assert.deepEqual(parseJsonTree('{"a": 1 /* b */ /* }').errors, [
    { message: 'This comment is not closed.', offset: 16, length: 4 },
    { message: 'A closing } is missing.', offset: 6, length: 1 },
  ]);
});
