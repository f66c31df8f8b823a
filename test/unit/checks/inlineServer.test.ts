import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { inlineServer } from '../../../src/core/checks/read/inlineServer.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';

const file = path.resolve('/w/sub/notes.mcptest.json');
const replay = (recording: string) => ({ command: 'switchboard', args: ['replay', recording] });

function defined(server: unknown) {
  const text = `{ "mcptest": 1,\n\n "server": ${JSON.stringify(server)},\n "checks": [] }`;
  const { checkFile } = readCheckFile(file, text);
  const config = checkFile && inlineServer(checkFile, 'sub/notes.mcptest.json', replay);
  return { config, entry: config?.servers[0] };
}

test('a program runs in the folder of its file, unless the entry says otherwise', () => {
  assert.deepEqual(defined({ command: 'node', args: ['s.mjs'] }).entry?.raw, {
    cwd: path.dirname(file),
    command: 'node',
    args: ['s.mjs'],
  });
  assert.equal(defined({ command: 'node', cwd: '/other' }).entry?.raw['cwd'], '/other');
  assert.deepEqual(defined({ url: 'http://127.0.0.1:1/mcp' }).entry?.raw, { url: 'http://127.0.0.1:1/mcp' });
});

test('a recording answers through our own command, by its path from the file', () => {
  const { entry } = defined({ recording: 'tapes/a.mcptrace' });
  assert.deepEqual(entry?.raw['args'], ['replay', path.join(path.dirname(file), 'tapes', 'a.mcptrace')]);
});

test('it is found at its line, and belongs to the folder of its file', () => {
  const { config, entry } = defined({ command: 'node' });
  assert.deepEqual(
    [entry?.name, entry?.spans.name.line, entry?.source.folder?.path],
    ['sub/notes.mcptest.json', 2, path.dirname(file)],
  );
  assert.deepEqual(config?.problems, []);
});

test('a name of the configuration defines nothing', () => assert.equal(defined('notes').config, undefined));
