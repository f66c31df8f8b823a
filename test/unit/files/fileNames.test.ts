// What the system says about a folder or a full disk does not name the file.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readText } from '../../../src/core/files/readText.ts';
import { replaceFile } from '../../../src/core/files/replaceFile.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { TraceFile } from '../../../src/core/proxy/traceFile.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { until } from '../../support/until.ts';
import { RecordingReader } from '../../../src/core/traffic/recording/recordingReader.ts';

failOnLeaks();
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-names-'));
after(() => rmSync(folder, { recursive: true, force: true }));

failOnLeaks();

const named = ({ message }: Error): boolean => message.includes(folder);

test('a folder in place of a file is named, whether it is read, written or replayed', async () => {
  await assert.rejects(readText(folder), { code: 'file/not-read', message: `${folder} is a folder.` });
  await assert.rejects(replaceFile(folder, Buffer.from('x')), named);
  await assert.rejects(RecordingReader.open(folder), named);
});

test('a file that may not be read is named', { skip: process.getuid?.() === 0 }, async () => {
  const file = path.join(folder, 'secret.json');
  writeFileSync(file, '{}');
  chmodSync(file, 0);
  await assert.rejects(readText(file), { message: `You are not allowed to read ${file}.` });
});

test('a recording for which the disk has no room is named', { skip: process.platform !== 'linux' }, async () => {
  const reasons: string[] = [];
  const file = new TraceFile({
    path: '/dev/full',
    product: 'x',
    clock: systemClock,
    failed: (reason) => reasons.push(reason),
  });
  await file.end();
  await until(() => reasons.length > 0, 'the failure');
  assert.match(reasons.join(), /^Cannot write \/dev\/full: ENOSPC/);
});
