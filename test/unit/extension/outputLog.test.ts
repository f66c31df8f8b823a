import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogOutputChannel } from 'vscode';
import { createOutputLog } from '../../../src/extension/shell/outputLog.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';

test('no text forges a line of the log channel or hides in it', () => {
  const lines: string[] = [];
  const channel = { warn: (line: string) => lines.push(line) } as unknown as LogOutputChannel;
  const log = createOutputLog(channel, new Redactor());
  log.warn('a\n2026-01-01 [error] forged', { server: 'x\u202E\u001B[2J' });
  assert.deepEqual(lines, ['a[U+000A]2026-01-01 [error] forged server=x[U+202E][U+001B][2J']);
});
