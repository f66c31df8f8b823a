import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { type Edited, addInputs, addServer, editServer, removeServer } from '../../../src/core/config/edit/edit.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ConfigKind } from '../../../src/core/config/model/model.ts';
import { seeded } from './support.ts';

const commented = `{
  // Our servers
  "servers": {
    // first
    "a": {
      "command": "one", // the program
      "args": ["-y"], /* keep */
      "x-custom": { "keep": true }
    }, // about a
    // about b
    "b": { "command": "two" } // last one
  },
  "inputs": []
}
`;

function text(edited: Edited): string {
  assert.ok(edited.ok, edited.ok ? '' : edited.message);
  return edited.text;
}

test(`a new file gets the form of its client${proves('C12')}`, () => {
  const server = { name: 'new', body: { command: 'x', args: ['-y'] } };
  assert.equal(
    text(addServer(undefined, 'vscode', server)),
    '{\n  "servers": {\n    "new": {\n      "command": "x",\n      "args": [\n        "-y"\n      ]\n    }\n  }\n}\n',
  );
  assert.match(text(addServer('', 'mcpJson', server)), /^\{\n {2}"mcpServers": \{\n {4}"new"/);
  assert.match(text(addServer('  \n', 'mcprc', server)), /^\{\n {2}"new"/);
});

test(`adding keeps every comment where it is${proves('R102', 'C13')}`, () => {
  const result = text(addServer(commented, 'vscode', { name: 'c', body: { command: 'three' } }));
  assert.equal(
    result,
    commented.replace(
      '"b": { "command": "two" } // last one\n',
      '"b": { "command": "two" }, // last one\n    "c": {\n      "command": "three"\n    }\n',
    ),
  );
});

test('adding keeps tabs, Windows line ends, a trailing comma and a byte order mark', () => {
  const before = '\uFEFF{\r\n\t"servers": {\r\n\t\t"a": { "command": "x" },\r\n\t},\r\n}\r\n';
  const after = text(addServer(before, 'vscode', { name: 'b', body: { command: 'y' } }));
  assert.equal(
    after,
    '\uFEFF{\r\n\t"servers": {\r\n\t\t"a": { "command": "x" },\r\n\t\t"b": {\r\n\t\t\t"command": "y"\r\n\t\t},\r\n\t},\r\n}\r\n',
  );
});

test('adding goes where the servers already are', () => {
  const added = (before: string, kind: 'mcpJson' | 'vscode' | 'mcprc' | 'codeWorkspace') =>
    JSON.parse(text(addServer(before, kind, { name: 'n', body: { command: 'x' } }))) as Record<string, unknown>;
  assert.deepEqual(Object.keys(added('{"a":{"command":"x"}}', 'mcpJson')), ['a', 'n']);
  assert.deepEqual(added('{"mcp_servers":{}}', 'mcpJson'), { mcp_servers: { n: { command: 'x' } } });
  assert.deepEqual(added('{"servers":[{"id":"a","command":"y"}]}', 'vscode'), {
    servers: [
      { id: 'a', command: 'y' },
      { id: 'n', command: 'x' },
    ],
  });
  assert.deepEqual(added('{"mcpServers":{"a":{"command":"y"}}}', 'mcprc'), {
    mcpServers: { a: { command: 'y' }, n: { command: 'x' } },
  });
  assert.deepEqual(added('{"settings":{"a":1}}', 'codeWorkspace'), {
    settings: { a: 1, mcp: { servers: { n: { command: 'x' } } } },
  });
  assert.deepEqual(added('{"servers":null}', 'vscode'), { servers: { n: { command: 'x' } } });
});

test('inputs are added once', () => {
  const server = {
    name: 'n',
    body: { command: '${input:k}' },
    inputs: [{ id: 'k', type: 'promptString', password: true }],
  };
  const once = text(addServer(undefined, 'vscode', server));
  const twice = text(addServer(once, 'vscode', { ...server, name: 'm' }));
  const config = parseConfig(twice, 'vscode', 'f');
  assert.deepEqual(config.problems, []);
  assert.equal(config.inputs.length, 1);
  assert.equal(addServer(undefined, 'cursor', server).ok, false);
});

test('inputs are added also where nothing of their place is there', () => {
  const before = '{"folders":[],"settings":{"mcp.servers":{"a":{"command":"x"}}}}';
  const after = text(addInputs(before, 'codeWorkspace', [{ type: 'promptString', id: 'k' }]));
  assert.deepEqual(
    parseConfig(after, 'codeWorkspace', 'f').inputs.map(({ id }) => id),
    ['k'],
  );
  assert.equal(parseConfig(after, 'codeWorkspace', 'f').servers.length, 1);
  for (const other of ['{"settings":{"mcp":[]}}', '{"settings":{"mcp":{"inputs":{}}}}', '{"settings":1}'])
    assert.equal(addInputs(other, 'codeWorkspace', [{ id: 'k' }]).ok, false, other);
});

test('a name that is taken, empty or unsafe is refused', () => {
  for (const name of ['a', '', ' ', '__proto__']) {
    assert.equal(addServer(commented, 'vscode', { name, body: { command: 'x' } }).ok, false, name);
  }
});

function refusal(before: string | undefined, kind: ConfigKind, name: string, body: JsonObject = {}): string {
  const edited = addServer(before, kind, { name, body: { command: 'x', ...body } });
  return edited.ok ? `written: ${edited.text}` : edited.message;
}

test('a name that could not be read back is refused before anything is written, and the message says why', () => {
  for (const hidden of ['a\u200bb', 'a\u202eb', '\u0007', 'a\u{e0041}'])
    assert.equal(refusal(commented, 'vscode', hidden), 'This name contains invisible characters.', hidden);
  const bare = '{ "a": { "command": "one" } }';
  for (const name of ['servers', 'mcpServers', 'inputs', 'mcp', 'mcp.servers', '$schema', 'sandbox'])
    for (const kind of ['plain', 'mcpJson', 'mcprc'] as const)
      assert.equal(
        refusal(bare, kind, name),
        `"${name}" has another meaning in this file, so no server can be called that.`,
        `${kind} ${name}`,
      );
  assert.match(refusal(undefined, 'mcprc', 'servers'), /has another meaning/);
  assert.match(refusal('{"mcpServers":[]}', 'plain', 'wanted', { id: 'other' }), /has another meaning/);
  assert.match(refusal('{"mcpServers":{}}', 'plain', 'servers'), /^written/, 'among other servers it is a name');
});

test('removing a server removes every one of that name, and an edit changes the one that counts', () => {
  const before =
    '{"servers":{"a":{"command":"1"},"b":{}},"mcpServers":{"a":{"command":"2"}},"mcp":{"servers":[{"id":"a"}]}}';
  assert.equal(text(removeServer(before, 'vscode', 'a')), '{"servers":{"b":{}},"mcpServers":{},"mcp":{"servers":[]}}');
  const two = '{"servers":{"a":{"command":"1"}},"mcpServers":{"a":{"command":"2"}}}';
  const edited = text(editServer(two, 'vscode', 'a', { command: '3' }));
  assert.equal(edited, '{"servers":{"a":{"command":"1"}},"mcpServers":{"a":{"command":"3"}}}');
  assert.deepEqual(parseConfig(edited, 'vscode', 'f').servers[0]?.raw, { command: '3' });
});

test('a key such as "__proto__" is kept with its value, and removed like any other', () => {
  const before = '{"servers":{"a":{"command":"x","__proto__":{"b":1},"constructor":2,"toString":3}}}';
  const { raw } = parseConfig(before, 'vscode', 'f').servers[0]!;
  assert.equal(text(editServer(before, 'vscode', 'a', { ...raw, command: 'y' })), before.replace('"x"', '"y"'));
  assert.equal(text(editServer(before, 'vscode', 'a', { command: 'x' })), '{"servers":{"a":{"command":"x"}}}');
  const changed = JSON.parse('{"command":"x","__proto__":{"b":2},"env":{"__proto__":"c"}}') as JsonObject;
  const written = text(editServer(before, 'vscode', 'a', changed));
  assert.deepEqual(JSON.parse(written), { servers: { a: changed } });
  assert.match(written, /"__proto__":\{"b":2\}/);
  assert.match(written, /"env": ?\{\s*"__proto__": "c"\s*\}/);
});

test('a broken file is left as it is', () => {
  for (const before of [
    '{ "servers": { "a": ',
    '{ "servers": { "a": {} "b": {} } }',
    '[]',
    '5',
    '{"servers":5}',
    '{"a":1,"a":2,"servers":{}}',
  ]) {
    const edited = addServer(before, 'vscode', { name: 'n', body: { command: 'x' } });
    assert.equal(edited.ok, false, before);
  }
  assert.deepEqual(removeServer('{ "servers": { "a": {}', 'vscode', 'a'), {
    ok: false,
    message: 'The file is not valid and was not changed: A closing } is missing.',
  });
});

test(`editing changes only what differs${proves('C13')}`, () => {
  const body = { command: 'uno', args: ['-y'], 'x-custom': { keep: true }, env: { A: '1' } };
  const result = text(editServer(commented, 'vscode', 'a', body));
  assert.equal(
    result,
    commented
      .replace('"command": "one"', '"command": "uno"')
      .replace(
        '"x-custom": { "keep": true }\n',
        '"x-custom": { "keep": true },\n      "env": {\n        "A": "1"\n      }\n',
      ),
  );
});

test('editing removes keys that are gone, and edits inside maps', () => {
  const before =
    '{\n  "servers": {\n    "a": {\n      "command": "x",\n      "env": {\n        "A": "1", // why\n        "B": "2"\n      },\n      "cwd": "."\n    }\n  }\n}\n';
  const result = text(editServer(before, 'vscode', 'a', { command: 'x', env: { A: '1', B: '3', C: '4' } }));
  assert.equal(
    result,
    '{\n  "servers": {\n    "a": {\n      "command": "x",\n      "env": {\n        "A": "1", // why\n        "B": "3",\n        "C": "4"\n      }\n    }\n  }\n}\n',
  );
});

test('an entry of the list form keeps its id', () => {
  const before = '{"servers":[{"id":"a","command":"x"},{"id":"b","command":"y"}]}';
  assert.deepEqual(JSON.parse(text(editServer(before, 'vscode', 'b', { command: 'z' }))), {
    servers: [
      { id: 'a', command: 'x' },
      { id: 'b', command: 'z' },
    ],
  });
  assert.deepEqual(JSON.parse(text(removeServer(before, 'vscode', 'a'))), { servers: [{ id: 'b', command: 'y' }] });
});

test(`removing takes the comment behind an entry and leaves those of its neighbours${proves('R102', 'C13')}`, () => {
  const result = text(removeServer(commented, 'vscode', 'a'));
  assert.ok(result.includes('// about b'));
  assert.ok(result.includes('// first'));
  assert.ok(!result.includes('// about a'));
  assert.deepEqual(
    parseConfig(result, 'vscode', 'f').servers.map(({ name }) => name),
    ['b'],
  );
  assert.equal(parseConfig(result, 'vscode', 'f').broken, false);
});

test('removing the last entry takes the comma before it', () => {
  const result = text(removeServer(commented, 'vscode', 'b'));
  assert.ok(result.includes('} // about a\n    // about b\n  },'), result);
  assert.deepEqual(JSON.parse(text(removeServer('{"servers":{"a":{"command":"x"}}}', 'vscode', 'a'))), { servers: {} });
  assert.equal(
    text(removeServer('{"servers": {"a": {"command": "x"}, "b": {"command": "y"}}}', 'vscode', 'a')),
    '{"servers": {"b": {"command": "y"}}}',
  );
  assert.equal(
    text(removeServer('{"servers": {"a": {"command": "x"}, "b": {"command": "y"}}}', 'vscode', 'b')),
    '{"servers": {"a": {"command": "x"}}}',
  );
});

test('a URL with "//" in it is no comment', () => {
  const before = '{\n  "servers": {\n    "a": { "url": "https://x/" },\n    "b": { "url": "https://y/" }\n  }\n}\n';
  assert.equal(
    text(removeServer(before, 'vscode', 'b')),
    '{\n  "servers": {\n    "a": { "url": "https://x/" }\n  }\n}\n',
  );
});

test('random edits always give a file with the intended content and all comments', () => {
  const random = seeded(42);
  for (let round = 0; round < 300; round++) {
    let current = round % 2 === 0 ? commented : commented.replaceAll('\n', '\r\n');
    const names = new Set(['a', 'b']);
    for (let step = 0; step < 6; step++) {
      const name = `s${Math.floor(random() * 5)}`;
      if (random() < 0.6 && !names.has(name)) {
        current = text(addServer(current, 'vscode', { name, body: { command: name, env: { A: '// no comment' } } }));
        names.add(name);
      } else if (names.has(name)) {
        current = text(removeServer(current, 'vscode', name));
        names.delete(name);
      }
      const config = parseConfig(current, 'vscode', 'f');
      assert.deepEqual(config.problems, [], current);
      assert.deepEqual(new Set(config.servers.map((server) => server.name)), names);
      for (const comment of [
        '// Our servers',
        '// first',
        '// the program',
        '/* keep */',
        '// about a',
        '// about b',
      ]) {
        assert.ok(current.includes(comment), comment + current);
      }
    }
  }
});

const listed = `{
  "servers": {
    "a": {
      "command": "node",
      "args": [
        "--import", "tsx", // the loader
        // where it is
        "\${workspaceFolder}/sever.js", /* the server */
        "--loud"
      ]
    }
  }
}
`;

test('in a list only the items that differ change, and comments stay beside the others', () => {
  const withArgs = (args: readonly string[]): string =>
    text(editServer(listed, 'vscode', 'a', { command: 'node', args }));
  const server = '${workspaceFolder}/sever.js';
  assert.equal(
    withArgs(['--import', 'tsx', '${workspaceFolder}/server.js', '--loud']),
    listed.replace('sever.js', 'server.js'),
  );
  assert.equal(withArgs(['--import', 'tsx', server]), listed.replace(/,( \/\* the server \*\/)\n +"--loud"/, '$1'));
  assert.equal(
    withArgs(['--import', 'tsx', server, '--loud', '-x']),
    listed.replace('"--loud"', '"--loud",\n        "-x"'),
  );
  assert.equal(
    withArgs(['-y', '--import', 'tsx', server, '--loud']),
    listed.replace('"--import"', '"-y",\n        "--import"'),
  );
  assert.equal(
    withArgs(['--import', 'tsx', server, '-x', '--loud']),
    listed.replace('/* the server */', '/* the server */\n        "-x",'),
  );
  const short = '{"servers":{"a":{"command":"x","args":["a", "b"]}}}';
  assert.match(
    text(editServer(short, 'vscode', 'a', { command: 'x', args: ['-y', 'a', 'c', 'b'] })),
    /\["-y", "a", "c", "b"\]/,
  );
});

test('random changes of a list give exactly that list, and keep the comments between items that stay', () => {
  const random = seeded(7);
  const words = ['a', 'b', 'c', 'd'];
  for (let round = 0; round < 300; round++) {
    let current = round % 2 === 0 ? listed : listed.replaceAll('\n', '\r\n');
    for (let step = 0; step < 6; step++) {
      const args = Array.from({ length: Math.floor(random() * 5) }, () => words[Math.floor(random() * 4)] ?? '');
      current = text(editServer(current, 'vscode', 'a', { command: 'node', args }));
      const { servers, problems } = parseConfig(current, 'vscode', 'f');
      assert.deepEqual([servers[0]?.raw['args'], problems], [args, []], current);
    }
    assert.ok(current.includes('// where it is'), current);
  }
});
