import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { type Manifest, describeProblem } from '../../../src/core/manifest/read/model.ts';
import { readManifest } from '../../../src/core/manifest/read/readManifest.ts';
import { anyObject } from '../../fixtures/manifest/tools.ts';

const documented = {
  id: 'contacts-macos',
  version: '1.0.0',
  name: 'macOS Contacts',
  description: 'Access macOS Contacts app',
  requires: { permissions: [{ name: 'contacts' }] },
  implementation: {
    type: 'internal',
    module: 'contacts',
    methods: { contacts_list: 'contacts.list', contacts_get: 'contacts.get' },
  },
  tools: [
    {
      name: 'contacts_list',
      description: 'List all contacts with optional pagination',
      inputSchema: { type: 'object', properties: { limit: { type: 'number' } } },
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
  ],
};

function read(manifest: unknown): Manifest {
  return readManifest('/m/a.json', typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2));
}

function withTool(tool: Record<string, unknown>, methods: Record<string, unknown> = { t: 'svc.t' }): unknown {
  return {
    id: 'x',
    tools: [{ name: 't', description: 'd', inputSchema: anyObject, ...tool }],
    implementation: { methods },
  };
}

function problemsOf(manifest: unknown): string[] {
  return read(manifest).problems.map(describeProblem);
}

test(`the documented manifest is read whole${proves('R108', 'R118')}`, () => {
  const { tools, problems } = read(documented);
  assert.deepEqual(problems, []);
  assert.deepEqual(tools, [
    {
      name: 'contacts_list',
      method: 'contacts.list',
      description: 'List all contacts with optional pagination',
      inputSchema: { type: 'object', properties: { limit: { type: 'number' } } },
      annotations: { readOnlyHint: true, idempotentHint: true },
      path: ['tools', 0],
    },
  ]);
});

test(`mcpExpose or mcp_expose being false hides a tool, silently${proves('R109', 'C21')}`, () => {
  for (const key of ['mcpExpose', 'mcp_expose']) {
    assert.deepEqual(read(withTool({ [key]: false })), { file: '/m/a.json', tools: [], prompts: [], problems: [] });
    assert.equal(read(withTool({ [key]: true })).tools.length, 1);
  }
  assert.equal(read(withTool({ mcpExpose: true, mcp_expose: false })).tools.length, 0);
});

test('an exposure that is not true or false hides the tool and is a problem', () => {
  const { tools } = read(withTool({ mcpExpose: 'false' }));
  assert.deepEqual(tools, []);
  assert.deepEqual(problemsOf(withTool({ mcpExpose: 'false' })), [
    '/m/a.json:10: "mcpExpose" must be true or false; until then the tool is hidden.',
  ]);
});

test(`a tool without a method is skipped with a problem, and the others stay${proves('R110')}`, () => {
  const manifest = {
    id: 'x',
    tools: ['a', 'b'].map((name) => ({ name, description: 'd', inputSchema: anyObject })),
    implementation: { methods: { b: 'svc.b' } },
  };
  assert.deepEqual(
    read(manifest).tools.map(({ name }) => name),
    ['b'],
  );
  assert.deepEqual(problemsOf(manifest), [
    '/m/a.json:5: The tool "a" is skipped: "implementation.methods" gives it no method.',
  ]);
});

test(`a method is looked up among the manifest's own keys and nowhere else${proves('R113')}`, () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    assert.deepEqual(read(withTool({ name }, {})).tools, [], name);
  }
  assert.deepEqual(read(withTool({}, { t: 7 })).tools, []);
  assert.deepEqual(read(withTool({}, { t: '' })).tools, []);
});

const badManifests: readonly (readonly [what: string, manifest: unknown, problem: string | RegExp])[] = [
  ['a file that ends too soon', '{\n  "id": "x",\n  "tools": [', /^\/m\/a\.json:3: Not valid JSON: A closing/],
  ['a missing comma', '{\n  "id": "x"\n  "tools": []\n}', '/m/a.json:2: Not valid JSON: A comma is missing here.'],
  ['a trailing comma', '{\n  "id": "x",\n  "tools": [],\n}', /^\/m\/a\.json:[34]: Not valid JSON: /],
  ['a comment', '{\n  // hello\n  "id": "x"\n}', '/m/a.json:2: Not valid JSON: Comments are not allowed.'],
  ['an empty file', '', '/m/a.json:1: Not valid JSON: This file is empty.'],
  ['a list', [], '/m/a.json:1: A manifest is an object with "id", "tools" and "implementation".'],
  ['null', null, /:1: A manifest is an object/],
  [
    'no id',
    { tools: [], implementation: { methods: {} } },
    '/m/a.json:1: A manifest needs an "id": a string that is not empty.',
  ],
  ['an empty id', { id: '', tools: [], implementation: { methods: {} } }, /:2: A manifest needs an "id"/],
  ['no tools', { id: 'x', implementation: { methods: {} } }, '/m/a.json:1: A manifest needs "tools": a list.'],
  ['tools that are no list', { id: 'x', tools: {}, implementation: { methods: {} } }, /:3: A manifest needs "tools"/],
  ['no methods', { id: 'x', tools: [], implementation: {} }, /:4: A manifest needs "implementation\.methods"/],
  ['no implementation', { id: 'x', tools: [] }, /:1: A manifest needs "implementation\.methods"/],
];

for (const [what, manifest, problem] of badManifests) {
  test(`${what} makes the manifest bad, with its line and the reason`, () => {
    const { tools } = read(manifest);
    const [first = ''] = problemsOf(manifest);
    assert.deepEqual(tools, []);
    if (typeof problem === 'string') assert.equal(first, problem);
    else assert.match(first, problem);
  });
}

const badTools: readonly (readonly [what: string, tool: Record<string, unknown>, problem: RegExp])[] = [
  ['a name with a space', { name: 'a b' }, /:5: A tool needs a "name"/],
  ['a name that is a number', { name: 3 }, /:5: A tool needs a "name"/],
  ['no description', { description: undefined }, /:4: The tool "t" needs a "description"/],
  ['no input schema', { inputSchema: undefined }, /:4: The tool "t" needs "inputSchema"/],
  ['an input schema that is a list', { inputSchema: [] }, /:7: The tool "t" needs "inputSchema"/],
  [
    'an input of type string',
    { inputSchema: { type: 'string' } },
    /:8: "inputSchema" of the tool "t" must be of type "object"/,
  ],
  [
    'an output of type array',
    { outputSchema: { type: 'array' } },
    /:11: "outputSchema" of the tool "t" must be of type "object"/,
  ],
  [
    'an unknown type inside',
    { inputSchema: { type: 'object', properties: { a: { type: 'text' } } } },
    /:11: "inputSchema" of the tool "t": A type is one of/,
  ],
  [
    'a reference to the network',
    { inputSchema: { type: 'object', $ref: 'https://evil.example/s.json' } },
    /:9: .*Only references inside of this schema are followed/,
  ],
];

for (const [what, tool, problem] of badTools) {
  test(`${what} keeps the tool from being offered`, () => {
    const [first = ''] = problemsOf(withTool(tool));
    assert.deepEqual(read(withTool(tool)).tools, []);
    assert.match(first, problem);
  });
}

test('a bad tool leaves the good ones of its manifest', () => {
  const manifest = {
    id: 'x',
    tools: [7, { name: 'good', description: 'd', inputSchema: anyObject }, { name: 'bad' }],
    implementation: { methods: { good: 'svc.good', bad: 'svc.bad' } },
  };
  assert.deepEqual(
    read(manifest).tools.map(({ name }) => name),
    ['good'],
  );
  assert.equal(problemsOf(manifest).length, 2);
});

test('hints of the wrong type are left out with a warning, and the tool stays', () => {
  const { tools, problems } = read(withTool({ annotations: { readOnlyHint: 'yes', destructiveHint: true, other: 1 } }));
  assert.deepEqual(tools[0]?.annotations, { destructiveHint: true });
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['warning'],
  );
});

test('a schema without a type is taken as one of an object, and loses its $id', () => {
  const { tools, problems } = read(withTool({ inputSchema: { $id: 'https://a.example/x', properties: {} } }));
  assert.deepEqual(problems, []);
  assert.deepEqual(tools[0]?.inputSchema, { type: 'object', properties: {} });
});

test('a byte order mark is no error', () => {
  assert.deepEqual(readManifest('/m/a.json', '\uFEFF' + JSON.stringify(documented)).problems, []);
});

test('a file full of mistakes gives a list with an end', () => {
  const tools = Array.from({ length: 5_000 }, () => ({ name: '' }));
  const problems = problemsOf({ id: 'x', tools, implementation: { methods: {} } });
  assert.equal(problems.length, 101);
  assert.match(problems.at(-1) ?? '', /more problems than can be listed/);
});

test('nesting without end neither hangs nor throws', () => {
  const deep = '['.repeat(200_000);
  assert.equal(read(deep).problems.length, 1);
  assert.equal(read(deep + ']'.repeat(200_000)).problems.length, 1);
  const schema = '{"not":'.repeat(10_000) + '{}' + '}'.repeat(10_000);
  const text = `{"id":"x","tools":[{"name":"t","description":"d","inputSchema":${schema}}],"implementation":{"methods":{"t":"m"}}}`;
  assert.deepEqual(read(text).tools, []);
});
