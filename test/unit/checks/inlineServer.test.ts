import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { inlineServer } from '../../../src/core/checks/read/inlineServer.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';

const file = path.resolve('/w/sub/notes.mcptest.json');
const replay = (recording: string) => ({ command: 'switchboard', args: ['replay', recording] });

function defined(server: unknown, more: object = {}) {
  const rest = JSON.stringify({ checks: [], ...more }).slice(1);
  const text = `{ "mcptest": 1,\n\n "server": ${JSON.stringify(server)},\n ${rest}`;
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

test('variables of the file are filled in; what they take from elsewhere waits for the approval', () => {
  const inputs = [{ id: 'key', type: 'promptString', password: true, description: 'Key' }];
  const variables = { host: 'http://127.0.0.1:1', key: '${input:key}', user: '${env:NOBODY}' };
  const { entry, config } = defined(
    { url: '${host}/mcp', headers: { Authorization: 'Bearer ${key}', 'X-User': '${user}' } },
    { variables, inputs },
  );
  assert.deepEqual(entry?.raw, {
    url: 'http://127.0.0.1:1/mcp',
    headers: { Authorization: 'Bearer ${input:key}', 'X-User': '${env:NOBODY}' },
  });
  assert.deepEqual(
    [entry?.inputs.map(({ id, password, file: at }) => [id, password, at]), config?.problems],
    [[['key', true, file]], []],
  );
});
