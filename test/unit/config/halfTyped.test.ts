import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonTree, toValue } from '../../../src/core/config/text/jsonTree.ts';
import type { ParsedConfig } from '../../../src/core/config/model/model.ts';
import { maxFileLength, parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { cpuMs, seeded } from './support.ts';

function parse(text: string): ParsedConfig {
  return parseConfig(text, 'vscode', 'mcp.json');
}

const after = '"b": { "command": "two" }';
const halfTyped: readonly (readonly [string, string, readonly string[]])[] = [
  ['a value still to be typed', `{ "servers": { "a": { "command": \n }, ${after} } }`, ['b']],
  [
    'a value still to be typed before another key',
    `{ "servers": { "a": { "command":\n "args": ["x"] }, ${after} } }`,
    ['b'],
  ],
  ['a name without its colon', `{ "servers": { "a", ${after} } }`, ['b']],
  ['an open list', `{ "servers": { "a": { "command": "one", "args": ["-y", }, ${after} } }`, ['a', 'b']],
  ['an open text', `{ "servers": { "a": { "command": "one\n }, ${after} } }`, ['a', 'b']],
  ['a missing comma', `{ "servers": { "a": { "command": "one" } ${after} } }`, ['a', 'b']],
  ['a comma too many', `{ "servers": { "a": { "command": "one" },, ${after} } }`, ['a', 'b']],
  ['a word without quotes', `{ "servers": { "a": { "command": npx }, ${after} } }`, ['b']],
  ['single quotes', `{ "servers": { "a": { 'command': 'npx' }, ${after} } }`, ['b']],
  ['no closing brackets', `{ "servers": { "a": { "command": "one" }, ${after}`, ['a', 'b']],
  ['a stray bracket', `{ "servers": { "a": { "command": "one" ] }, ${after} } }`, ['a', 'b']],
  ['text after the end', `{ "servers": { "a": { "command": "one" }, ${after} } } }`, ['a', 'b']],
];
for (const [what, text, expected] of halfTyped) {
  test(`${what} is a problem, and what can be read is kept`, () => {
    const config = parse(text);
    assert.equal(config.broken, true);
    assert.ok(config.problems.some(({ code }) => code === 'syntax'));
    assert.deepEqual(
      config.servers.map(({ name }) => name),
      expected,
    );
  });
}

test('an entry with a mistake inside is marked, its neighbours are not', () => {
  const config = parse('{ "servers": { "a": { "command": "one", "args": ["-y", }, "b": { "command": "two" } } }');
  assert.deepEqual(
    config.servers.map(({ name, incomplete }) => [name, incomplete]),
    [
      ['a', true],
      ['b', false],
    ],
  );
});

test('an empty file is a problem and holds nothing', () => {
  for (const text of ['', '   \n', '// nothing yet\n']) {
    const config = parse(text);
    assert.deepEqual(config.servers, []);
    assert.equal(config.problems[0]?.message, 'This file is empty.', JSON.stringify(text));
  }
});

test('deep nesting is a problem and not a crash', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const text = `{"servers":{"x":{"command":"x","deep":${open.repeat(100_000)}1${close.repeat(100_000)}},"y":{"command":"y"}}}`;
    const config = parse(text);
    assert.deepEqual(
      config.servers.map(({ name }) => name),
      ['x', 'y'],
    );
    assert.deepEqual(
      config.problems.map(({ code }) => code),
      ['too-deep'],
    );
  }
  assert.equal(parse('['.repeat(200_000)).servers.length, 0);
});

test('a huge file is not read', () => {
  const config = parse(`{"servers":{}}${' '.repeat(maxFileLength)}`);
  assert.deepEqual(
    config.problems.map(({ code }) => code),
    ['too-large'],
  );
});

test('a file with thousands of servers or mistakes is cut, not followed to the end', () => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`s${at}`, { command: 'x' }]));
  assert.equal(parse(JSON.stringify({ servers: many })).servers.length, 1000);
  const bad = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`s${at}`, 5]));
  const config = parse(JSON.stringify({ servers: bad }));
  assert.equal(config.problems.length, 201);
  assert.equal(config.problems.at(-1)?.code, 'too-many');
});

test('500 servers are read in a few milliseconds', () => {
  const body = {
    command: 'npx',
    args: ['-y', '@scope/package@1.2.3', '${workspaceFolder}'],
    env: { TOKEN: '${env:TOKEN}' },
  };
  const text = JSON.stringify(
    { servers: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`server-${at}`, body])) },
    undefined,
    2,
  );
  const times = Array.from({ length: 15 }, () => cpuMs(() => parse(text)));
  assert.ok(Math.min(...times) < 30, `${Math.min(...times)} ms`);
});

const seeds = [
  '{"inputs":[{"type":"promptString","id":"t","password":true}],"servers":{"a":{"type":"stdio","command":"npx","args":["-y","x@1"],"env":{"A":"1","B":null,"C":3},"cwd":"."},"b":{"url":"https://x/mcp","headers":{"H":"${input:t}"}}}}',
  '{\n  // comment\n  "mcpServers": { "a": { "command": "x", "args": [], /* c */ "env": ["A=1"], }, },\n}\n',
  '{"mcp":{"servers":[{"id":"a","command":"x"},{"id":"b","url":"wss://y"}]}}',
  '{"a":{"command":["npx","-y"],"oauth":{"clientId":"x","scopes":["a"]}},"__proto__":{"command":"x"}}',
];
const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\n',
  '\r',
  '//',
  '/*',
  '*/',
  'null',
  '-',
  '1e999',
  '"__proto__":',
  '${',
  '}',
  '\u0000',
  '\uFEFF',
  '\ud800',
  '\u202e',
  '"servers":',
  '[[[[[',
  '{"a":',
  'é',
];
const kinds = ['vscode', 'mcpJson', 'mcprc', 'windsurf', 'codeWorkspace', 'plain'] as const;

test('10,000 damaged files are read without throwing, and every range lies in the file', () => {
  const random = seeded(20261116);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (let round = 0; round < 10_000; round++) {
    let text = pick(seeds);
    for (let cuts = Math.ceil(random() * 4); cuts > 0; cuts--) {
      const at = Math.floor(random() * (text.length + 1));
      const length = random() < 0.5 ? 0 : Math.floor(random() * 12);
      text = text.slice(0, at) + (random() < 0.7 ? pick(pieces) : '') + text.slice(at + length);
    }
    const config = parseConfig(text, pick(kinds), 'mcp.json');
    for (const { span, message } of config.problems) {
      assert.ok(
        span.offset >= 0 && span.length >= 0 && span.offset <= text.length,
        JSON.stringify({ text, span, message }),
      );
    }
    for (const { spans, launch } of config.servers) {
      assert.ok(spans.entry.offset + spans.entry.length <= text.length, JSON.stringify(text));
      assert.ok(launch.kind !== 'stdio' || launch.command.trim() !== '', JSON.stringify(text));
    }
  }
});

test('text that is whole JSON is read as JSON.parse reads it, whatever it is', () => {
  const random = seeded(7);
  const value = (depth: number): unknown => {
    const kind = Math.floor(random() * (depth > 4 ? 4 : 6));
    if (kind === 0) return null;
    if (kind === 1) return random() < 0.5;
    if (kind === 2) return Math.round(random() * 1e6) / 100;
    if (kind === 3) return String.fromCharCode(...Array.from({ length: 5 }, () => 32 + Math.floor(random() * 200)));
    const items = Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
    return kind === 4 ? items : Object.fromEntries(items.map((item, at) => [`k${at}`, item]));
  };
  for (let round = 0; round < 500; round++) {
    const text = JSON.stringify(value(0), undefined, round % 3);
    const { root, errors } = parseJsonTree(text);
    assert.deepEqual(errors, [], text);
    assert.deepEqual(root && toValue(root), JSON.parse(text));
  }
});
