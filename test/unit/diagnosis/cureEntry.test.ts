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
    return cureEntry(raw, cure, { isSecret }).body;
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
  const result = cureEntry({ command: 'x', env: { A: '1' } }, { kind: 'addInput', variable: 'MY_KEY' }, { isSecret });
  assert.deepEqual(result, {
    body: { command: 'x', env: { A: '1', MY_KEY: '${input:my-key}' } },
    inputs: [{ type: 'promptString', id: 'my-key', description: 'MY_KEY', password: true }],
    asked: 'my-key',
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
  const { body, inputs } = cureEntry({ url: 'u' }, { kind: 'addInput', variable: 'TOKEN', header }, { isSecret });
  assert.deepEqual(body, { url: 'u', headers: { Authorization: 'Bearer ${input:token}' } });
  assert.deepEqual(inputs, [{ type: 'promptString', id: 'token', description: 'Authorization', password: true }]);
});

test('an entry that has the input already stays as it is', () => {
  const raw = { command: 'x', env: { MY_KEY: '${input:other}' } };
  const result = cureEntry(raw, { kind: 'addInput', variable: 'MY_KEY' }, { isSecret });
  assert.equal(result.body, raw);
  assert.deepEqual([result.inputs, result.asked], [[], 'other']);
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

const facts = {
  isSecret,
  home: '/home/ada',
  folder: '/work/app',
  cwd: '/work/app',
  variables: new Map([
    ['${workspaceFolder}', '/work/app'],
    ['${workspaceFolder:api}', '/work/api'],
    ['${userHome}', '/home/ada'],
    ['${input:token}', secret],
    ['${env:TOOLS}', '/opt/tools'],
    ['${input:port}', '3000'],
  ]),
};

/** Where a value goes, what is there, what a diagnosis wants, and what is written. */
const written: readonly (readonly [
  place: readonly (string | number)[],
  before: string,
  wanted: string,
  after: string,
])[] = [
  [
    ['args', 0],
    '${workspaceFolder}/notes/i.js',
    '/work/app/servers/notes/i.js',
    '${workspaceFolder}/servers/notes/i.js',
  ],
  [['args', 0], '${workspaceFolder}/server.py', '/work/app/src/server.py', '${workspaceFolder}/src/server.py'],
  [['args', 0], '${workspaceFolder}/i.js', '/work/app-old/i.js', '/work/app-old/i.js'],
  [['args', 0], '${workspaceFolder}/i.js', '/x/work/app/i.js', '/x/work/app/i.js'],
  [['args', 0], '${workspaceFolder}/i.js', '/work/api/i.js', '${workspaceFolder:api}/i.js'],
  [['args', 0], '--root=${env:TOOLS}/a', '--root=/opt/tools/b', '--root=${env:TOOLS}/b'],
  [['args', 0], '${userHome}/a.js', '/home/ada/b.js', '${userHome}/b.js'],
  [['args', 0], './srever.js', '/work/app/server.js', './server.js'],
  [['args', 0], 'lib/srever.js', '/work/app/lib/server.js', 'lib/server.js'],
  [['args', 0], '../srever.js', '/work/server.js', '../server.js'],
  [['args', 0], 'srever.js', '/opt/server.js', '/opt/server.js'],
  [['args', 0], '@scope/package', '/work/app/server.js', '${workspaceFolder}/server.js'],
  [['args', 0], '--port ${input:port}', '--port=3000', '--port=${input:port}'],
  [['command'], '~/bin/moom', '/home/ada/bin/moon', '~/bin/moon'],
  [['command'], '~/bin/moom', '/home/adam/bin/moon', '/home/adam/bin/moon'],
  [['command'], 'bin/moom', '/work/app/moon', './moon'],
  [['command'], '${workspaceFolder}/bin/moom', '/work/app/bin/moon', '${workspaceFolder}/bin/moon'],
  [['cwd'], 'app', '/work/app/server', 'server'],
  [['cwd'], 'app', '/work/app', '.'],
  [['cwd'], '${workspaceFolder}/app', '/work/app', '${workspaceFolder}'],
  [['cwd'], '~/app', '/home/ada/moon', '~/moon'],
  [['env', 'A'], '${workspaceFolder}/a', '/work/app/b', '${workspaceFolder}/b'],
  [['url'], 'https://x/sse?key=${input:token}', `https://x/mcp?key=${secret}`, 'https://x/mcp?key=${input:token}'],
  [['headers', 'X'], '${input:token}', `Token ${secret}`, 'Token ${input:token}'],
];

for (const [path, before, value, after] of written) {
  test(`${before} becomes ${after} where ${path.join('.')} is to be ${value}`, () => {
    const raw = bodyWith(path, before);
    const { body } = cureEntry(raw, { kind: 'edit', changes: [{ path, value }] }, facts);
    assert.deepEqual(body, bodyWith(path, after));
  });
}

function bodyWith([key = '', inner]: readonly (string | number)[], text: string): JsonObject {
  if (typeof inner === 'number') return { [key]: [text] };
  return { [key]: inner === undefined ? text : { [inner]: text } };
}

test('a list of arguments keeps each variable, wherever it moves', () => {
  const raw = {
    command: '${workspaceFolder}/bin/start.sh',
    args: ['--in=${workspaceFolder}/a', '${input:token}', 8080],
  };
  const changes: Cure = {
    kind: 'edit',
    changes: [
      { path: ['command'], value: 'bash' },
      { path: ['args'], value: ['/work/app/bin/start.sh', '--in=/work/app/a', secret, '8080'] },
    ],
  };
  assert.deepEqual(cureEntry(raw, changes, facts).body, {
    command: 'bash',
    args: ['${workspaceFolder}/bin/start.sh', '--in=${workspaceFolder}/a', '${input:token}', 8080],
  });
});

test('with another working folder no path stays relative', () => {
  const raw = { command: 'python3', args: ['../server.py'], cwd: '${workspaceFolder}/app' };
  const changes: Cure = {
    kind: 'edit',
    changes: [
      { path: ['cwd'], value: '/work/app' },
      { path: ['args', 0], value: '/work/app/server.py' },
    ],
  };
  assert.deepEqual(cureEntry(raw, changes, facts).body, {
    command: 'python3',
    args: ['${workspaceFolder}/server.py'],
    cwd: '${workspaceFolder}',
  });
});

test('a variable that stands for another value is replaced', () => {
  const raw = { command: 'x', env: { PORT: '${input:port}' } };
  const change: Cure = { kind: 'edit', changes: [{ path: ['env', 'PORT'], value: '8080' }] };
  assert.deepEqual(cureEntry(raw, change, facts).body, { command: 'x', env: { PORT: '8080' } });
});

test('an entry in the form of another client stays in it', () => {
  const listed = { type: 'local', command: ['node', 'a.js', '--x'], environment: { A: '1' } };
  assert.deepEqual(cured(listed, args(['b.js', '--x'])), { ...listed, command: ['node', 'b.js', '--x'] });
  const key: Cure = { kind: 'addInput', variable: 'B' };
  assert.deepEqual(cured(listed, key), { ...listed, environment: { A: '1', B: '${input:b}' } });
  const env: Cure = { kind: 'edit', changes: [{ path: ['env', 'B'], value: '2' }] };
  assert.deepEqual(cured({ command: 'x', env: ['A=1', 'B=1'] }, env), { command: 'x', env: ['A=1', 'B=2'] });
  const url: Cure = { kind: 'edit', changes: [{ path: ['url'], value: 'https://x/mcp' }] };
  assert.deepEqual(cured({ serverUrl: 'https://x/sse' }, url), { serverUrl: 'https://x/mcp' });
  assert.deepEqual(cured({ httpUrl: 'https://x/sse' }, url), { httpUrl: 'https://x/mcp' });
  const header: Cure = { kind: 'edit', changes: [{ path: ['headers', 'X'], value: 'y' }] };
  assert.deepEqual(cured({ url: 'u', headers: ['A: b', 'X: x'] }, header), { url: 'u', headers: ['A: b', 'X: y'] });
  const slow = { command: 'x', startup_timeout_sec: 10 };
  assert.deepEqual(cured(slow, { kind: 'raiseTimeout', seconds: 60 }), { command: 'x', startup_timeout_sec: 60 });
  assert.deepEqual(cured(slow, args(['a'])), { ...slow, args: ['a'] });
});

test('a file that cannot have inputs takes the value from the environment', () => {
  const about = { isSecret, fromEnvironment: (name: string) => `\${${name}}` };
  const cured = cureEntry({ command: 'x' }, { kind: 'addInput', variable: 'MY_KEY' }, about);
  assert.deepEqual([cured.body, cured.inputs], [{ command: 'x', env: { MY_KEY: '${MY_KEY}' } }, []]);
  assert.match(cured.instead ?? '', /Take MY_KEY from the environment/);
  const header = { name: 'Authorization', scheme: 'Bearer' };
  const { body } = cureEntry({ url: 'u' }, { kind: 'addInput', variable: 'TOKEN', header }, about);
  assert.deepEqual(body, { url: 'u', headers: { Authorization: 'Bearer ${TOKEN}' } });
});

test('what the entry holds already may move, also a secret', () => {
  const raw = { command: 'x', args: ['--api-ky', secret], url: 'u', headers: { 'X-Key': '${input:k}' } };
  const added = (value: string): Cure => ({ kind: 'edit', changes: [{ path: ['args', 2], value }] });
  assert.deepEqual(cured(raw, added(`--api-key=${secret}`)), { ...raw, args: [...raw.args, `--api-key=${secret}`] });
  assert.match(String(cured(raw, added(`${secret}6`))), /secret/);
  const path = ['headers', 'Authorization'];
  const moved: Cure = {
    kind: 'edit',
    changes: [
      { path, value: 'Bearer k-1', kept: 'k-1', from: ['headers', 'X-Key'] },
      { path: ['headers', 'X-Key'], value: undefined },
    ],
  };
  assert.deepEqual(cured(raw, moved), { ...raw, headers: { Authorization: 'Bearer ${input:k}' } });
});
