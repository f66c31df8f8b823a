import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createStderrLog, formatLine } from '../../../src/cli/support/stderrLog.ts';
import { proves } from '../../requirements.ts';

test(`a log line is [LEVEL] [req_id=N] text, as in the documents${proves('R34')}`, () => {
  const line = (level: 'info' | 'error', id: unknown, message: string): string =>
    formatLine({ level, message, fields: { req_id: id } });
  assert.equal(
    line('error', 3, 'Invalid language parameter: java'),
    '[ERROR] [req_id=3] Invalid language parameter: java',
  );
  assert.equal(
    line('info', 4, 'Query executed successfully: 3 patterns returned'),
    '[INFO] [req_id=4] Query executed successfully: 3 patterns returned',
  );
  assert.equal(
    formatLine({ level: 'warn', message: 'x', fields: { a: 1, b: 'two words' } }),
    '[WARN] x a=1 b="two words"',
  );
});

test('no text can write a second line, or control the terminal, through the log', () => {
  const evil = 'a\n[INFO] [req_id=1] all is well\r\n\u001B[2J';
  for (const line of [
    formatLine({ level: 'info', message: evil, fields: {} }),
    formatLine({ level: 'info', message: 'x', fields: { req_id: evil, text: evil } }),
  ]) {
    assert.doesNotMatch(line, /[\n\r\p{Cc}]/u);
  }
});

test('only lines of the level and above are written, and none to a reader that has stopped reading', () => {
  const stderr = new PassThrough();
  const log = createStderrLog(stderr, 'warn');
  log.info('no');
  log.warn('yes');
  assert.equal(String(stderr.read()), '[WARN] yes\n');
  for (let at = 0; at < 100_000; at++) log.error('x'.repeat(100));
  assert.ok(stderr.writableLength + stderr.readableLength < 2 * 1024 * 1024);
});
