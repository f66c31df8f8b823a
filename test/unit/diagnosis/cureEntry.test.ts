import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from '../../../src/base/fault.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { cureEntry } from '../../../src/core/diagnosis/cureEntry.ts';
import { answeredCure } from '../../../src/core/diagnosis/model/answeredCure.ts';
import type { Cure } from '../../../src/core/diagnosis/model/diagnosis.ts';

const secret = 'tok-12345';
const isSecret = (text: string): boolean => text.includes(secret);
const args = (value: readonly string[]): Cure => ({ kind: 'edit', changes: [{ path: ['args'], value }] });

function cured(raw: JsonObject, cure: Cure): JsonObject | string {
  try {
    return cureEntry(raw, cure, isSecret).body;
  } catch (error) {
    return messageOf(error);
  }
}

test('what is not changed keeps its variables', () => {
  const raw = { command: 'npx', args: ['${workspaceFolder}/server.js', '--token', '${input:token}'] };
  const wanted = ['-y', '/work/app/server.js', '--token', secret];
  assert.deepEqual(cured(raw, args(wanted)), { ...raw, args: ['-y', ...raw.args] });
  assert.deepEqual(cured(raw, args(['/work/app/server.js'])), { ...raw, args: ['${workspaceFolder}/server.js'] });
});

test('a secret that the file does not have is never written', () => {
  const raw = { command: 'x', args: ['a', '--all=${input:token} --more'] };
  assert.match(String(cured(raw, args(['a', `--all=${secret}`, '--more']))), /secret/);
  const url: Cure = { kind: 'edit', changes: [{ path: ['url'], value: `https://x/mcp?key=${secret}` }] };
  assert.match(String(cured({ url: 'https://x/sse?key=${input:token}' }, url)), /secret/);
  const own = { url: `https://x/sse?key=${secret}` };
  assert.deepEqual(cured(own, url), { url: `https://x/mcp?key=${secret}` }, 'it is in the file already');
});

test('a value that moves stays as the entry writes it', () => {
  const raw = { command: 'x', env: { BRAVE_KEY: '${input:brave}' } };
  const changes = [
    { path: ['env', 'BRAVE_API_KEY'], value: secret, from: ['env', 'BRAVE_KEY'] },
    { path: ['env', 'BRAVE_KEY'], value: undefined },
  ];
  assert.deepEqual(cured(raw, { kind: 'edit', changes }), { command: 'x', env: { BRAVE_API_KEY: '${input:brave}' } });
});

test('values are set and removed at any depth, and other keys stay', () => {
  const raw = { command: 'a b', env: { A: '1' }, headers: { X: 'y' }, note: 'mine' };
  const changes: Cure = {
    kind: 'edit',
    changes: [
      { path: ['command'], value: undefined },
      { path: ['env', 'B'], value: '2' },
      { path: ['headers', 'X'], value: undefined },
      { path: ['cwd'], value: '/work' },
    ],
  };
  assert.deepEqual(cured(raw, changes), { env: { A: '1', B: '2' }, headers: {}, cwd: '/work', note: 'mine' });
  const item: Cure = { kind: 'edit', changes: [{ path: ['args', 1], value: 'new' }] };
  assert.deepEqual(cured({ args: ['a', 'b', 'c'] }, item), { args: ['a', 'new', 'c'] });
});

test('a variable becomes an input, and a timeout an option of the entry', () => {
  const result = cureEntry({ command: 'x', env: { A: '1' } }, { kind: 'addInput', variable: 'MY_KEY' }, isSecret);
  assert.deepEqual(result, {
    body: { command: 'x', env: { A: '1', MY_KEY: '${input:my-key}' } },
    inputs: [{ type: 'promptString', id: 'my-key', description: 'MY_KEY', password: true }],
  });
  assert.deepEqual(cured({ command: 'x' }, { kind: 'raiseTimeout', seconds: 120 }), {
    command: 'x',
    startupTimeoutMs: 120_000,
  });
});

test('what is not a change of the entry is refused', () => {
  for (const cure of [{ kind: 'signIn' }, { kind: 'terminal', command: ['ls'] }] as const)
    assert.match(String(cured({ command: 'x' }, cure)), /not a change/);
});

test('what the user gives becomes a change of the entry', () => {
  const port = { kind: 'ask', what: 'text', path: ['args', 1], prefix: '--port=' } as const;
  assert.deepEqual(cured({ args: ['a', '--port=1'] }, answeredCure(port, '2')), { args: ['a', '--port=2'] });
  const also = [{ path: ['args', 0], value: '--name' }];
  const added = { kind: 'ask', what: 'text', path: ['args', 1], also } as const;
  assert.deepEqual(cured({ command: 'x' }, answeredCure(added, 'ada')), { command: 'x', args: ['--name', 'ada'] });
});

test('a header becomes an input behind its scheme', () => {
  const header = { name: 'Authorization', scheme: 'Bearer' };
  const { body, inputs } = cureEntry({ url: 'u' }, { kind: 'addInput', variable: 'TOKEN', header }, isSecret);
  assert.deepEqual(body, { url: 'u', headers: { Authorization: 'Bearer ${input:token}' } });
  assert.deepEqual(inputs, [{ type: 'promptString', id: 'token', description: 'Authorization', password: true }]);
});

test('an entry that has the input already stays as it is', () => {
  const raw = { command: 'x', env: { MY_KEY: '${input:other}' } };
  const result = cureEntry(raw, { kind: 'addInput', variable: 'MY_KEY' }, isSecret);
  assert.equal(result.body, raw);
  assert.deepEqual(result.inputs, []);
});

test('a variable for a container is handed on to it', () => {
  const also = [{ path: ['args'], value: ['run', '-e', 'MY_KEY', 'image'] }];
  const raw = { command: 'docker', args: ['run', 'image'] };
  assert.deepEqual(cured(raw, { kind: 'addInput', variable: 'MY_KEY', also }), {
    command: 'docker',
    args: ['run', '-e', 'MY_KEY', 'image'],
    env: { MY_KEY: '${input:my-key}' },
  });
});
