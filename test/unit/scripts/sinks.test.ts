import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openSinks, removeSinks, searchSinks, sinksVariable, temporaryIn } from '../../../scripts/lib/sinks.mjs';
import { projectRoot } from '../../support/sources.ts';

const token = 'eyJhbGciOiJFUzI1NiJ9.leaked-by-a-test';
let sinks = '';
beforeEach(() => void (sinks = openSinks()));
afterEach(() => removeSinks(sinks));

function note(name: string, value: string): void {
  appendFileSync(path.join(sinks, 'values', '1.jsonl'), `${JSON.stringify({ name, value })}\n`);
}

function leave(file: string, text: string): string {
  const whole = path.join(sinks, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

test('a value that was used is found in what was left, and told by its name', () => {
  note('access_token of a test', token);
  note('code of a test', 'another-value-that-is-nowhere');
  leave('kept/7-state/logs/window.log', `Authorization: Bearer ${token}\n`);
  const { leaks } = searchSinks(sinks);
  assert.deepEqual(leaks, [{ sink: path.join('7-state', 'logs', 'window.log'), name: 'access_token of a test' }]);
});

test('it is found inside of a word, in bytes that are no text, at the end of a file and across the pieces of a large one', () => {
  note('it', token);
  leave('t/word', `prefix${token}suffix`);
  leave('t/bytes', `\u0000\u0001${token}`);
  leave('t/large', `${'x'.repeat((1 << 20) - 10)}${token}${'y'.repeat(3 << 20)}`);
  leave('t/without', token.slice(1));
  const found = searchSinks(sinks).leaks.map(({ sink }) => sink);
  assert.deepEqual(found.toSorted(), ['bytes', 'large', 'word']);
});

test('the stores of secrets may hold them; values that are too short to be told apart, and holes, are not looked for', () => {
  note('it', token);
  note('short', 'word');
  leave('kept/1-home/mcp-switchboard/secrets.json', token);
  leave('kept/1-home/keychain-a/b', token);
  leave('t/text', 'a word');
  truncateSync(leave('t/holes', ''), 100_000_000);
  assert.deepEqual(searchSinks(sinks).leaks, []);
});

test('what a test process removes is kept, and so is what our command line prints', () => {
  note('it', token);
  const keep = pathToFileURL(path.join(projectRoot, 'scripts/lib/keepSinks.mjs')).href;
  const cli = leave('t/program/dist/cli.js', `console.log('${token}')`);
  const program = `
    import { mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs';
    import { rm } from 'node:fs/promises';
    import { execFileSync, spawn } from 'node:child_process';
    import { tmpdir } from 'node:os';
    for (const remove of [rmSync, rm]) {
      const folder = mkdtempSync(tmpdir() + '/removed-');
      writeFileSync(folder + '/log', ${JSON.stringify(token)});
      await remove(folder, { recursive: true });
      if (existsSync(folder)) throw new Error('it is still there');
    }
    spawn(process.execPath, [${JSON.stringify(cli)}]).stdout.resume();`;
  const env = { ...process.env, [sinksVariable]: sinks, TMPDIR: temporaryIn(sinks) };
  execFileSync(process.execPath, ['--import', keep, '--input-type=module', '-e', program], { env });
  const found = searchSinks(sinks).leaks.map(({ sink }) => sink.replaceAll(/\d+|removed-\w+/g, '').replace('--', ''));
  assert.deepEqual(found.toSorted(), ['/log', '/log', 'output.txt', 'program/dist/cli.js'].toSorted());
});
