import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigKind, ParsedConfig } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';

function parse(text: string, kind: ConfigKind = 'vscode'): ParsedConfig {
  return parseConfig(text, kind, 'mcp.json');
}

function server(body: unknown): ParsedConfig {
  return parse(JSON.stringify({ servers: { bad: body, good: { command: 'ok' } } }));
}

function names(config: ParsedConfig): readonly string[] {
  return config.servers.map(({ name }) => name);
}

function codes(config: ParsedConfig): readonly string[] {
  return config.problems.map(({ code }) => code);
}

test('a server, its name and its body have ranges', () => {
  const text = '{\n  "servers": {\n    "a": {\r\n      "command": "x",\n      "args": ["é", "😀"]\n    }\n  }\n}\n';
  const [entry] = parse(text).servers;
  assert.ok(entry);
  const slice = ({ offset, length }: { offset: number; length: number }) => text.slice(offset, offset + length);
  assert.equal(slice(entry.spans.name), '"a"');
  assert.ok(slice(entry.spans.entry).startsWith('"a": {'));
  assert.deepEqual(
    { line: entry.spans.name.line, column: entry.spans.name.column, endColumn: entry.spans.name.endColumn },
    { line: 2, column: 4, endColumn: 7 },
  );
  assert.equal(entry.spans.body.endLine, 5);
  assert.deepEqual(entry.path, ['servers', 'a']);
});

const badEntries: readonly (readonly [string, unknown, string])[] = [
  ['text instead of an object', 'npx', 'wrong-type'],
  ['a list instead of an object', ['npx'], 'wrong-type'],
  ['null', null, 'wrong-type'],
  ['no command and no url', {}, 'missing-command'],
  ['an empty command', { command: '  ' }, 'missing-command'],
  ['a number as command', { command: 5 }, 'wrong-type'],
  ['an object as command', { command: { path: 'x' } }, 'wrong-type'],
  ['text as args', { command: 'x', args: '-y' }, 'wrong-type'],
  ['an object among the args', { command: 'x', args: ['-y', {}] }, 'wrong-type'],
  ['a NUL in an argument', { command: 'x', args: ['a\0b'] }, 'wrong-type'],
  ['text as env', { command: 'x', env: 'A=1' }, 'wrong-type'],
  ['an unknown transport', { type: 'carrier-pigeon', command: 'x' }, 'unknown-transport'],
  ['a transport named like a prototype member', { type: 'constructor', command: 'x' }, 'unknown-transport'],
  ['an address that is none', { url: 'not a url' }, 'bad-url'],
  ['a script as address', { url: 'javascript:alert(1)' }, 'bad-url'],
  ['a file as address', { url: 'file:///etc/passwd' }, 'bad-url'],
  ['an http address for ws', { type: 'ws', url: 'https://x' }, 'bad-url'],
  ['stdio without a command', { type: 'stdio', url: 'https://x' }, 'missing-command'],
  ['http without an address', { type: 'http', command: 'x' }, 'bad-url'],
  ['a header with a line break', { url: 'https://x', headers: { A: 'b\r\nEvil: 1' } }, 'wrong-type'],
  ['an object as header', { url: 'https://x', headers: { A: {} } }, 'wrong-type'],
];
test('the list of another client inside of an entry is named as such', () => {
  const [problem] = server({ mcpServers: { memory: { command: 'npx' } } }).problems;
  assert.match(problem?.message ?? '', /^"mcpServers" is the list of another client/);
});

for (const [what, body, code] of badEntries) {
  test(`${what} is a problem of that entry and hides no other`, () => {
    const config = server(body);
    assert.deepEqual(names(config), ['good']);
    assert.ok(codes(config).includes(code), codes(config).join());
    assert.ok(config.problems.every((problem) => problem.server === 'bad' && problem.span.length > 0));
  });
}

test('a bad variable is left out and the server stays', () => {
  const config = server({ command: 'x', env: { '': 'a', 'A=B': 'b', OK: 'c', O: {}, __proto__: 'x' } });
  assert.deepEqual(names(config), ['bad', 'good']);
  const [entry] = config.servers;
  assert.deepEqual(entry?.launch.kind === 'stdio' && entry.launch.env, { OK: 'c' });
});

test('a pair without "=" in a list of variables is a problem', () => {
  const config = server({ command: 'x', env: ['A=1', 'B', 3] });
  assert.deepEqual(codes(config), ['bad-env', 'bad-env']);
});

test('numbers and booleans among the arguments are taken as they read', () => {
  const [entry] = server({ command: 'x', args: ['--port', 8080, true] }).servers;
  assert.deepEqual(entry?.launch.kind === 'stdio' && entry.launch.args, ['--port', '8080', 'true']);
});

test('a command given as a list becomes command and arguments', () => {
  const [entry] = server({ type: 'local', command: ['npx', '-y', 'x'], environment: { A: '1' } }).servers;
  assert.deepEqual(entry?.launch, { kind: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: '1' } });
});

test('a whole command line in "command" is reported', () => {
  assert.deepEqual(codes(server({ command: 'npx -y thing' })), ['command-line']);
  assert.deepEqual(codes(server({ command: 'C:\\Program Files\\x.exe' })), []);
});

test('with both command and url the command is started, as in VS Code, with a warning', () => {
  const config = server({ command: 'x', url: 'https://x' });
  assert.equal(config.servers[0]?.launch.kind, 'stdio');
  assert.deepEqual(codes(config), ['conflicting-keys']);
});

test('a duplicate key is reported, and the last one counts', () => {
  const config = parse('{"servers":{"a":{"command":"first","command":"last"}}}');
  const [entry] = config.servers;
  assert.equal(entry?.launch.kind === 'stdio' && entry.launch.command, 'last');
  assert.deepEqual(codes(config), ['duplicate-key']);
});

test('of a duplicate server the last one counts, even if it is broken', () => {
  const fine = parse('{"servers":{"a":{"command":"first"},"a":{"command":"last"}}}');
  assert.equal(fine.servers[0]?.launch.kind === 'stdio' && fine.servers[0].launch.command, 'last');
  assert.deepEqual(names(parse('{"servers":{"a":{"command":"first"},"a":5}}')), []);
});

test('names that reach into a prototype are refused', () => {
  for (const name of ['__proto__', 'constructor', 'prototype', '', '  ', 'a\u200bb', 'a\u202eb']) {
    const config = parse(`{"servers":{${JSON.stringify(name)}:{"command":"x"},"good":{"command":"y"}}}`);
    assert.deepEqual(names(config), ['good'], JSON.stringify(name));
    assert.deepEqual(codes(config), ['server-name']);
  }
  assert.equal(({} as Record<string, unknown>)['command'], undefined);
});

test('"__proto__" as a key of a server changes nothing', () => {
  const config = parse('{"servers":{"a":{"command":"x","__proto__":{"args":["evil"]}}}}');
  assert.deepEqual(config.servers[0]?.launch, { kind: 'stdio', command: 'x', args: [], env: {} });
});

test('emoji and other scripts are fine in a name', () => {
  assert.deepEqual(names(parse('{"servers":{"☁️ cloud 👨‍👩‍👧":{"command":"x"},"名前":{"command":"y"}}}')), [
    '☁️ cloud 👨‍👩‍👧',
    '名前',
  ]);
});

test('an undeclared input, an unused one and ${command:} are found at their place', () => {
  const text = `{"inputs":[{"id":"spare","type":"promptString"}],"servers":{"a":{"command":"x","args":["\\"${'${input:nope}'}","${'${command:run.me}'}"]}}}`;
  const config = parse(text);
  const found = config.problems.map(({ code, severity, span }) => [
    code,
    severity,
    text.slice(span.offset, span.offset + span.length),
  ]);
  assert.deepEqual(found, [
    ['undefined-input', 'error', '${input:nope}'],
    ['unsupported-variable', 'error', '${command:run.me}'],
    ['unused-input', 'info', '{"id":"spare","type":"promptString"}'],
  ]);
});

test('inputs of a wrong form are problems and the others stay', () => {
  const config = parse(
    JSON.stringify({
      inputs: [
        5,
        {},
        { id: 'a' },
        { id: 'b', type: 'pickString' },
        { id: 'c', type: 'promptString' },
        { id: 'c', type: 'promptString' },
      ],
      servers: { s: { command: '${input:c}' } },
    }),
  );
  assert.deepEqual(
    config.inputs.map(({ id }) => id),
    ['b', 'c', 'c'],
  );
  assert.equal(config.problems.filter(({ code }) => code === 'bad-input').length, 4);
});

test('VS Code reads servers under "servers" only: other keys are reported', () => {
  const foreign = parse('{"mcpServers":{"a":{"command":"x"}}}');
  assert.deepEqual(names(foreign), ['a']);
  assert.deepEqual(codes(foreign), ['wrong-root']);
  const bare = parse('{"a":{"command":"x"}}');
  assert.deepEqual(names(bare), []);
  assert.deepEqual(codes(bare), ['wrong-root']);
});

test('a file that holds no object is a problem', () => {
  for (const text of ['5', '"x"', 'null', 'true']) assert.deepEqual(codes(parse(text)), ['root-type'], text);
  assert.deepEqual(codes(parse('{"servers": 5}')), ['root-type']);
  assert.deepEqual(codes(parse('{"servers": null}')), []);
  assert.deepEqual(codes(parse('{}')), []);
});

test('a byte order mark changes no place', () => {
  const config = parse('\uFEFF{"servers":{"a":{"command":"x"}}}');
  assert.deepEqual(config.problems, []);
  assert.equal(config.servers[0]?.spans.name.offset, 13);
});

test('a client registered with an authorization server is read, in either spelling', () => {
  const read = (oauth: object): unknown => {
    const text = JSON.stringify({ servers: { a: { url: 'https://a/mcp', oauth } } });
    const launch = parseConfig(text, 'vscode', 'f').servers[0]?.launch;
    return launch?.kind === 'http' ? launch.oauth : undefined;
  };
  const written = { clientId: 'c', clientSecret: '${input:s}', grantType: 'client_credentials', issuer: 'https://as' };
  const expected = { clientId: 'c', clientSecret: '${input:s}', grant: 'client_credentials', issuer: 'https://as' };
  assert.deepEqual(read(written), expected);
  assert.deepEqual(
    read({ client_id: 'c', client_secret: '${input:s}', grant_type: 'client_credentials', issuer: 'https://as' }),
    expected,
  );
  assert.deepEqual(read({ clientId: 1, clientSecret: ['x'], grantType: 'password', scopes: ['a', 2] }), {
    scopes: ['a'],
  });
});
