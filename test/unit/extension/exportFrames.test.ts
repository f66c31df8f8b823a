import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();
const { exportFrames } = await import('../../../src/extension/traffic/exportFrames.ts');

const folder = mkdtempSync(path.join(tmpdir(), 'export-frames-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function sampleLog(): TrafficLog {
  const log = new TrafficLog({ rows: 100, bytes: 1_000_000 }, systemClock, new Redactor());
  const tap = log.open('demo');
  tap.frame('toServer', { jsonrpc: '2.0', id: 1, method: 'ping' });
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: {} });
  return log;
}

const begins: Readonly<Record<string, RegExp>> = {
  Recording: /^\{"mcptrace":1,/,
  'HTML report': /^<!doctype html>/,
  'Markdown report': /^# MCP traffic/,
  'HAR 1.2': /^\{"log":\{"version":"1\.2"/,
  'OTLP/JSON': /^\{"resourceSpans":/,
};

for (const [label, begin] of Object.entries(begins)) {
  test(`the form "${label}" is offered, and traffic is written in it`, async () => {
    let file = '';
    vscode.user.choose = (items) => items.find((item) => item.label === label);
    vscode.user.save = (name) => (file = path.join(folder, name));
    assert.deepEqual(await exportFrames(sampleLog(), undefined, '1.0.0'), { written: 2 });
    assert.match(readFileSync(file, 'utf8'), begin);
    assert.equal(vscode.shown.at(-1)?.message, 'Exported 2 frames.');
  });
}

test('nothing is written where the user chooses no form or no file', async () => {
  const before = readdirSync(folder);
  assert.equal(await exportFrames(sampleLog(), undefined, '1.0.0'), undefined);
  vscode.user.choose = (items) => items[0];
  assert.equal(await exportFrames(sampleLog(), undefined, '1.0.0'), undefined);
  assert.deepEqual(readdirSync(folder), before);
});
