import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';
import { addChecks, assertNoSecret } from '../../../src/core/checks/write/addChecks.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';

const file = '/w/notes.mcptest.json';
const call = { tool: 'add_note', args: { text: 'tea' }, isError: false };

test('a new file holds the call as a check that can be read', () => {
  const text = addChecks(undefined, file, 'notes', [call]);
  const { checkFile, problems } = readCheckFile(file, text);
  assert.deepEqual(problems, []);
  assert.equal(checkFile?.server, 'notes');
  assert.deepEqual(checkFile.checks[0]?.steps[0]?.args, { text: 'tea' });
  assert.deepEqual(checkFile.checks[0].steps[0].expect, { isError: false });
});

test('comments and checks that are there stay, and the new one has a free id', () => {
  const before =
    '{\n  // mine\n  "mcptest": 1,\n  "server": "notes",\n  "checks": [{ "id": "add_note", "call": "x" }]\n}\n';
  const after = addChecks(before, file, 'notes', [call, call]);
  assert.match(after, /\/\/ mine/);
  assert.deepEqual(
    readCheckFile(file, after).checkFile?.checks.map(({ id }) => id),
    ['add_note', 'add_note-2', 'add_note-3'],
  );
});

test('a call that failed becomes a check of its failure', () => {
  const text = addChecks(undefined, file, 'notes', [
    { ...call, isError: true },
    { ...call, errorCode: -32602 },
  ]);
  const expectations = readCheckFile(file, text).checkFile?.checks.map(({ steps }) => steps[0]?.expect);
  assert.deepEqual(expectations, [{ isError: true }, { error: -32602 }]);
});

test('a file of another server, and one that is no check file, are left alone', () => {
  const other = addChecks(undefined, file, 'other', [call]);
  const isRefused = (error: unknown): boolean => Fault.is(error, 'config/write-failed');
  assert.throws(() => addChecks(other, file, 'notes', [call]), isRefused);
  assert.throws(() => addChecks('{"mcptest": 1,', file, 'notes', [call]), isRefused);
  assert.throws(() => addChecks('[]', file, 'notes', [call]), isRefused);
});

test('a secret in the arguments is refused with its place', () => {
  const secret = { ...call, args: { token: `ghp_${'a1B2'.repeat(9)}` } };
  assert.throws(
    () => assertNoSecret([call, secret], file, new Redactor()),
    (error: unknown) => Fault.is(error, 'call/has-secret') && /token/.test(String(error)),
  );
  assert.doesNotThrow(() => assertNoSecret([call], file, new Redactor()));
});
