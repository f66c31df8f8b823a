import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addServer } from '../../../src/core/config/edit/edit.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import {
  type ServerDraft,
  addressProblem,
  commandProblem,
  draftName,
  draftServer,
  emptyDraft,
  joinArguments,
  nameProblem,
  splitProgram,
  valueNameProblem,
} from '../../../src/core/config/edit/serverDraft.ts';
import { splitCommandLine } from '../../../src/core/config/edit/newServer.ts';

const draft = (part: Partial<ServerDraft>): ServerDraft => ({ ...emptyDraft, ...part });

test('a secret of a command becomes an input, and the entry reads back as intended', () => {
  const server = draftServer(
    draft({
      command: 'npx',
      args: ['-y', 'thing@1.0.0', 'two words'],
      name: 'My Thing',
      values: [
        { name: 'API_KEY', from: 'input', secret: true },
        { name: 'REGION', from: 'input', secret: false },
        { name: 'HOST', from: 'environment', variable: 'THING_HOST' },
        { name: 'MODE', from: 'text', text: 'fast' },
      ],
    }),
  );
  const edited = addServer('{\n  // mine\n  "servers": {}\n}\n', 'vscode', server);
  assert.ok(edited.ok);
  assert.match(edited.text, /\/\/ mine/);
  const { servers, problems, inputs } = parseConfig(edited.text, 'vscode', 'f');
  assert.deepEqual(problems, []);
  assert.deepEqual(servers[0]?.launch, {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'thing@1.0.0', 'two words'],
    env: {
      API_KEY: '${input:my-thing-api-key}',
      REGION: '${input:my-thing-region}',
      HOST: '${env:THING_HOST}',
      MODE: 'fast',
    },
  });
  assert.deepEqual(
    inputs.map(({ id, password }) => [id, password]),
    [
      ['my-thing-api-key', true],
      ['my-thing-region', false],
    ],
  );
});

test('a token becomes a bearer header', () => {
  const server = draftServer(
    draft({
      transport: 'http',
      url: ' https://x.example/mcp ',
      name: 'x',
      values: [
        { name: 'Authorization', from: 'input', secret: true },
        { name: 'X-Team', from: 'text', text: 'a' },
      ],
    }),
  );
  assert.deepEqual(server.body, {
    type: 'http',
    url: 'https://x.example/mcp',
    headers: { Authorization: 'Bearer ${input:x-authorization}', 'X-Team': 'a' },
  });
});

test('answers that cannot work are refused, each for its reason', () => {
  assert.equal(commandProblem('  '), 'empty');
  assert.equal(commandProblem('np\u200Bx'), 'hidden');
  assert.equal(commandProblem('/opt/my tools/run'), undefined);
  assert.equal(addressProblem('example.com', 'http'), 'bad-address');
  assert.equal(addressProblem('ftp://x', 'http'), 'bad-scheme');
  assert.equal(addressProblem('https://x', 'ws'), 'bad-scheme');
  assert.equal(addressProblem('unix:///tmp/x.sock', 'http'), undefined);
  assert.equal(addressProblem('${env:URL}', 'http'), undefined);
  assert.equal(nameProblem('__proto__', new Set()), 'unsafe');
  assert.equal(nameProblem(' a ', new Set(['a'])), 'taken');
  const remote = draft({ transport: 'http', values: [{ name: 'X-Key', from: 'text', text: '' }] });
  assert.equal(valueNameProblem('x-key', remote), 'taken');
  assert.equal(valueNameProblem('X Key', remote), 'bad-name');
  assert.equal(valueNameProblem('A=B', draft({})), 'bad-name');
  assert.equal(valueNameProblem('API_KEY', draft({})), undefined);
});

test('a whole command line typed as the program is split, a path with spaces is not', () => {
  assert.deepEqual(splitProgram('npx -y "a b"'), { command: 'npx', args: ['-y', 'a b'] });
  assert.deepEqual(splitProgram('/opt/my tools/run'), { command: '/opt/my tools/run', args: [] });
  assert.deepEqual(splitProgram('C:\\Program Files\\x.exe'), { command: 'C:\\Program Files\\x.exe', args: [] });
});

test('arguments survive being shown and typed again', () => {
  for (const args of [
    ['a', 'b c', ''],
    ['"q"', "it's", 'C:\\x y', '\\\\srv\\share'],
    ['$HOME', '--x=a b'],
  ])
    assert.deepEqual(splitCommandLine(joinArguments(args)), args);
});

test('an entry without values has no place for them', () => {
  assert.deepEqual(draftServer(draft({ command: 'x', name: 'x' })).body, { type: 'stdio', command: 'x', args: [] });
  const { body } = draftServer(draft({ transport: 'http', url: ' https://x.example ', name: 'x' }));
  assert.deepEqual(body, { type: 'http', url: 'https://x.example' });
});

test('a name is suggested from the most specific part', () => {
  assert.equal(
    draftName(draft({ command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything@1'] })),
    'everything',
  );
  assert.equal(draftName(draft({ command: '/opt/bin/weather-mcp' })), 'weather');
  assert.equal(draftName(draft({ command: '/opt/bin/weather-mcp', args: ['serve'] })), 'weather');
  assert.equal(draftName(draft({ command: 'npx', args: ['-y'] })), 'npx');
  assert.equal(draftName(draft({ transport: 'http', url: 'https://mcp.linear.app/mcp' })), 'linear');
});
