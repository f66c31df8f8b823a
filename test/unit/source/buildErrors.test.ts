import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildErrors } from '../../../src/core/source/buildErrors.ts';
import { stackPositions } from '../../../src/core/source/stackLines.ts';

const errorsIn = (output: string) =>
  buildErrors(output, stackPositions(output)).map(({ position: { file, line, column }, message }) => [
    file,
    line,
    column,
    message,
  ]);

test('compilers name position and cause, each in its form', () => {
  assert.deepEqual(errorsIn("src/a.ts(3,5): error TS1005: ';' expected.\n"), [
    ['src/a.ts', 3, 5, "error TS1005: ';' expected."],
  ]);
  assert.deepEqual(errorsIn("src/a.ts:3:5 - error TS2304: Cannot find name 'x'."), [
    ['src/a.ts', 3, 5, "error TS2304: Cannot find name 'x'."],
  ]);
  assert.deepEqual(errorsIn('src/a.ts:7:2: ERROR: Unexpected "}"'), [['src/a.ts', 7, 2, 'ERROR: Unexpected "}"']]);
  assert.deepEqual(errorsIn('./main.go:12:2: undefined: foo'), [['./main.go', 12, 2, 'undefined: foo']]);
  assert.deepEqual(errorsIn('error[E0425]: cannot find value `x` in this scope\n --> src/main.rs:2:5\n  |\n'), [
    ['src/main.rs', 2, 5, 'error[E0425]: cannot find value `x` in this scope'],
  ]);
  assert.deepEqual(errorsIn('Program.cs(4,9): error CS1002: ; expected [/w/a.csproj]'), [
    ['Program.cs', 4, 9, 'error CS1002: ; expected [/w/a.csproj]'],
  ]);
  assert.deepEqual(errorsIn("src/Main.java:5: error: ';' expected"), [
    ['src/Main.java', 5, undefined, "error: ';' expected"],
  ]);
});

test('a warning is no error, and a position without a word is none either', () => {
  assert.deepEqual(errorsIn('src/a.ts:3:5: warning: unused\nwarning: unused variable\n --> src/main.rs:2:5\n'), []);
  assert.deepEqual(errorsIn('src/a.ts:3:5\n'), []);
});
