import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { Emitter } from '../../../src/base/event.ts';
import { SavedCalls } from '../../../src/core/calls/savedCalls.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { memoryFiles } from './support.ts';

failOnLeaks();

const file = path.join('/ws', '.vscode', 'mcp-calls.json');

function open(text?: string) {
  const files = memoryFiles();
  if (text !== undefined) files.texts.set(file, text);
  const workspace = {
    folders: [{ name: 'ws', path: '/ws' }],
    trusted: true,
    onDidChange: new Emitter<void>().event,
  };
  const saved = new SavedCalls({ files, workspace, redactor: new Redactor() });
  return { files, saved };
}

const call = { name: 'hello', server: 's', tool: 'echo', args: { message: 'hi' } };

test('a saved call is a readable entry, and reads back as it was', async () => {
  const { files, saved } = open();
  await saved.put({ ...call, meta: { k: 1 }, timeoutMs: 1_500 });
  assert.equal(
    files.texts.get(file),
    `{
  "calls": [
    {
      "name": "hello",
      "server": "s",
      "tool": "echo",
      "arguments": {
        "message": "hi"
      },
      "_meta": {
        "k": 1
      },
      "timeoutSeconds": 1.5
    }
  ]
}
`,
  );
  assert.deepEqual(saved.view.value, { calls: [{ ...call, meta: { k: 1 }, timeoutMs: 1_500 }], writable: true });
  saved.dispose();
});

test('comments, other calls and other keys of the file stay', async () => {
  const text = `{
  // ours
  "calls": [
    { "name": "hello", "server": "old", "tool": "t", "expect": { "status": "ok" } }, // first
    { "name": "other", "server": "s", "tool": "t" }
  ]
}
`;
  const { files, saved } = open(text);
  await saved.put(call);
  await saved.remove('other');
  const now = files.texts.get(file) ?? '';
  assert.match(now, /\/\/ ours/);
  assert.match(now, /"expect"/);
  assert.match(now, /"server": "s"/);
  assert.doesNotMatch(now, /other/);
  saved.dispose();
});

test('a secret is refused with a sentence that names its place, and nothing is written', async () => {
  const { files, saved } = open();
  const args = { deep: { token: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz' } };
  await assert.rejects(saved.put({ ...call, args }), (error: Error) => {
    assert.match(error.message, /"\/deep\/token" looks like a secret/);
    return true;
  });
  const meta = { authorization: 'Bearer abc' };
  await assert.rejects(saved.put({ ...call, meta }), /"\/authorization" looks like a secret/);
  assert.equal(files.texts.size, 0);
  saved.dispose();
});

test('a broken file is shown as a problem and never overwritten', async () => {
  const { files, saved } = open('{ "calls": [ {"name": "a", "server": "s", "tool": "t"}, ');
  await saved.ready;
  assert.equal(saved.view.value.writable, false);
  assert.ok(saved.view.value.problem);
  await assert.rejects(saved.put(call), { code: 'config/write-failed' });
  assert.equal(files.texts.get(file)?.endsWith('}, '), true);
  saved.dispose();
});
