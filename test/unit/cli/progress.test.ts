import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { printLines, showProgress } from '../../../src/cli/support/print.ts';

function stream(isTTY: boolean, columns = 20): PassThrough & { readonly isTTY: boolean; readonly columns: number } {
  return Object.assign(new PassThrough(), { isTTY, columns });
}

const written = (to: PassThrough): string => String(to.read() ?? '');

test('progress is one line that the next one replaces and output removes', () => {
  const terminal = stream(true);
  showProgress(terminal, 'Connecting to a');
  showProgress(terminal, 'Calling b');
  const stdout = new PassThrough();
  printLines(stdout, 'done');
  printLines(terminal, 'note');
  assert.equal(written(terminal), '\r\u001B[KConnecting to a\r\u001B[KCalling b\r\u001B[Knote\n');
  assert.equal(written(stdout), 'done\n');
});

test('progress of a server cannot move the cursor or leave its line', () => {
  const terminal = stream(true);
  showProgress(terminal, 'x\n\u001B[2J'.padEnd(100, 'y'));
  const text = written(terminal).slice('\r\u001B[K'.length);
  assert.ok(text.length < 20 && !/\p{Cc}/u.test(text), JSON.stringify(text));
});

test('progress is whole on a terminal that does not know its width', () => {
  const terminal = stream(true, 0);
  showProgress(terminal, 'Connecting to a, b, c');
  assert.match(written(terminal), /Connecting to a, b, c$/);
});

test('there is no progress where stderr is no terminal', () => {
  const file = stream(false);
  showProgress(file, 'Connecting to a');
  printLines(file, 'note');
  assert.equal(written(file), 'note\n');
});
