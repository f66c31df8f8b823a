import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeFromFile } from '../../../src/core/app/configured/configEditing.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { knownAsNew, knownServers, ownValues } from '../../../src/core/config/sources/knownServers.ts';
import { FakeFiles } from './support.ts';

const known = (name: string) => knownServers.find((server) => server.name === name)!;

test('every known server can be written as it is, and be launched', () => {
  for (const one of knownServers) {
    const { name, body, inputs = [] } = knownAsNew(one, ownValues(one));
    const file = JSON.stringify({ servers: { [name]: body }, inputs });
    const { servers, problems } = parseConfig(file, 'vscode', 'mcp.json');
    assert.equal(servers.length, 1, name);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.doesNotMatch(file, /\{\{/);
  }
});

test('what differs from user to user is asked for, and the folder of the workspace is not', () => {
  assert.deepEqual(ownValues(known('filesystem')), []);
  assert.deepEqual(knownAsNew(known('filesystem'), []).body['args'], [
    '-y',
    '@modelcontextprotocol/server-filesystem@2026.8.31',
    '${workspaceFolder}',
  ]);
  const database = knownServers.find((one) => ownValues(one)[0]?.startsWith('sqlite:'))!;
  const { body } = knownAsNew(database, ['sqlite:///C:\\data "1".db']);
  assert.equal((body['args'] as string[]).at(-1), 'sqlite:///C:\\data "1".db');
});

const file = '/work/app/.vscode/mcp.json';
const before =
  '{\n  // mine\n  "servers": {\n    "a": { "command": "x" }, // first\n    "b": { "command": "y" }\n  }\n}\n';

/** The file without its first server, and what undoes that. */
function removed(files: FakeFiles): Promise<() => Promise<void>> {
  files.change(file, before);
  const [entry] = parseConfig(before, 'vscode', file).servers;
  return removeFromFile(files, entry!);
}

test('undoing a removal brings the file back as it was, with its comments', async () => {
  const files = new FakeFiles();
  const undo = await removed(files);
  assert.doesNotMatch((await files.read(file)) ?? '', /"a"/);
  await undo();
  assert.equal(await files.read(file), before);
});

test('where the file has changed since, undoing adds the entry and leaves the rest alone', async () => {
  const files = new FakeFiles();
  const undo = await removed(files);
  await files.edit(file, (text) => text?.replace('"y"', '"z"'));
  await undo();
  const { servers } = parseConfig((await files.read(file)) ?? '', 'vscode', file);
  assert.deepEqual(servers.map(({ name, raw }) => [name, raw['command']]).toSorted(), [
    ['a', 'x'],
    ['b', 'z'],
  ]);
});
