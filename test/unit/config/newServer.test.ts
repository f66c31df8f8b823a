import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromClipboard } from '../../../src/core/config/sources/fromClipboard.ts';
import { freeName, fromPackage, splitCommandLine, suggestName } from '../../../src/core/config/edit/newServer.ts';

const packages: readonly (readonly [string, string, unknown])[] = [
  [
    '@modelcontextprotocol/server-filesystem',
    'filesystem',
    { type: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem'] },
  ],
  [
    '@upstash/context7-mcp@4.1.1',
    'upstash-context7',
    { type: 'stdio', command: 'npx', args: ['-y', '@upstash/context7-mcp@4.1.1'] },
  ],
  [
    'npm:mcp-hello-world@1.0.0 --flag',
    'hello-world',
    { type: 'stdio', command: 'npx', args: ['-y', 'mcp-hello-world@1.0.0', '--flag'] },
  ],
  ['npx -y firecrawl-mcp', 'firecrawl', { type: 'stdio', command: 'npx', args: ['-y', 'firecrawl-mcp'] }],
  ['npx firecrawl-mcp', 'firecrawl', { type: 'stdio', command: 'npx', args: ['-y', 'firecrawl-mcp'] }],
  ['pypi:mcp-server-git', 'git', { type: 'stdio', command: 'uvx', args: ['mcp-server-git'] }],
  [
    'uvx --from git+https://x/y.git serve',
    'y-git',
    { type: 'stdio', command: 'uvx', args: ['--from', 'git+https://x/y.git', 'serve'] },
  ],
  ['docker:mcp/memory', 'memory', { type: 'stdio', command: 'docker', args: ['run', '-i', '--rm', 'mcp/memory'] }],
  [
    'ghcr.io/github/github-mcp-server:1.0',
    'github',
    { type: 'stdio', command: 'docker', args: ['run', '-i', '--rm', 'ghcr.io/github/github-mcp-server:1.0'] },
  ],
  [
    'docker run -i --rm -e TOKEN ghcr.io/o/x-mcp',
    'x',
    { type: 'stdio', command: 'docker', args: ['run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/o/x-mcp'] },
  ],
  ['https://mcp.linear.app/mcp', 'linear', { type: 'http', url: 'https://mcp.linear.app/mcp' }],
  ['localhost:8377/mcp', 'localhost', { type: 'http', url: 'http://localhost:8377/mcp' }],
  ['127.0.0.1:3000/sse', '127', { type: 'sse', url: 'http://127.0.0.1:3000/sse' }],
  ['mcp.linear.app/mcp', 'linear', { type: 'http', url: 'https://mcp.linear.app/mcp' }],
  ['https://x.example/sse', 'x', { type: 'sse', url: 'https://x.example/sse' }],
  [
    'node "./my server.js" --port 1',
    'my-server',
    { type: 'stdio', command: 'node', args: ['./my server.js', '--port', '1'] },
  ],
];
for (const [text, name, body] of packages) {
  test(`"${text}" becomes a server`, () => {
    assert.deepEqual(fromPackage(text), { name, body });
  });
}

test('text that is no package gives nothing', () => {
  for (const text of ['', '   ', 'hello there', 'a b; c', 'foo|bar', '../x', 'http://', ':::', '$(x)', 'a;b']) {
    assert.equal(fromPackage(text), undefined, text);
  }
});

test('a command line is split as a shell would, and nothing runs', () => {
  assert.deepEqual(splitCommandLine(`a "b c" 'd "e"' f\\ g "h\\"i" '' $(x) \`y\``), [
    'a',
    'b c',
    'd "e"',
    'f g',
    'h"i',
    '',
    '$(x)',
    '`y`',
  ]);
  assert.deepEqual(splitCommandLine('open "quote'), ['open', '"quote']);
});

test('names are short, and free', () => {
  assert.equal(suggestName('@playwright/mcp'), 'playwright');
  assert.equal(suggestName('mcp-server'), 'server');
  assert.equal(freeName('a', ['b']), 'a');
  assert.equal(freeName('a', ['a', 'a-2']), 'a-3');
});

const pasted: readonly (readonly [string, string, readonly string[]])[] = [
  ['a whole VS Code file', '{"servers":{"a":{"command":"x"}},"inputs":[]}', ['a']],
  ['a whole Claude file', '{"mcpServers":{"a":{"command":"x"},"b":{"url":"https://b"}}}', ['a', 'b']],
  ['a bare map', '{"a":{"command":"x"}}', ['a']],
  ['a fragment', '"a": {"command":"x"}', ['a']],
  ['a fragment with a comma', '"a": {"command":"x"},\n"b": {"command":"y"},', ['a', 'b']],
  ['one server without a name', '{"command":"npx","args":["-y","@scope/thing-mcp@1.0.0"]}', ['scope-thing']],
  ['one server with a name', '{"name":"n","type":"http","url":"https://x"}', ['n']],
  ['a list', '[{"id":"a","command":"x"}]', ['a']],
  ['a fenced block', '```json\n{"mcpServers":{"a":{"command":"x"}}}\n```', ['a']],
  ['comments', '{ // mine\n "a": {"command":"x",}, }', ['a']],
  ['an install link', `vscode:mcp/install?${encodeURIComponent('{"name":"n","command":"x"}')}`, ['n']],
  [
    'a Cursor link',
    `cursor://anysphere.cursor-deeplink/mcp/install?name=n&config=${Buffer.from('{"command":"x"}').toString('base64')}`,
    ['n'],
  ],
  ['claude mcp add', 'claude mcp add my-server -e KEY=a=b -- npx -y thing@1.0.0', ['my-server']],
  [
    'claude mcp add over http',
    'claude mcp add --transport http linear https://mcp.linear.app/mcp --header "X-A: b"',
    ['linear'],
  ],
  ['claude mcp add-json', `claude mcp add-json weather '{"type":"stdio","command":"/x"}'`, ['weather']],
  ['code --add-mcp', `code --add-mcp '{"name":"n","command":"x"}'`, ['n']],
  ['a plain command', 'npx -y @scope/x@1', ['scope-x']],
];
for (const [what, text, names] of pasted) {
  test(`${what} is taken from the clipboard`, () => {
    const found = fromClipboard(text);
    assert.deepEqual(found.problems, []);
    assert.deepEqual(
      found.servers.map(({ name }) => name),
      names,
    );
  });
}

test('env and headers of an add command are kept', () => {
  assert.deepEqual(fromClipboard('claude mcp add s -e KEY=a=b -- npx -y t').servers[0]?.body['env'], { KEY: 'a=b' });
  assert.deepEqual(fromClipboard('claude mcp add -t http s https://x/mcp -H "X-A: b:c"').servers[0]?.body, {
    type: 'http',
    url: 'https://x/mcp',
    headers: { 'X-A': 'b:c' },
  });
});

test('unknown keys are kept, approvals and autostart are not', () => {
  const { servers } = fromClipboard(
    '{"a":{"command":"x","dev":{"watch":"y"},"alwaysAllow":["*"],"autoApprove":["*"],"trust":true,"autoStart":true}}',
  );
  assert.deepEqual(servers[0]?.body, { type: 'stdio', command: 'x', dev: { watch: 'y' } });
});

test('inputs that a server uses are kept', () => {
  const { servers } = fromClipboard(
    '{"servers":{"a":{"command":"${input:k}"}},"inputs":[{"id":"k","type":"promptString"},{"id":"z","type":"promptString"}]}',
  );
  assert.deepEqual(
    servers[0]?.inputs?.map((input) => input['id']),
    ['k'],
  );
});

test('text without a server is reported and never throws', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '{}',
    'null',
    '"',
    'hello there',
    'word',
    'vscode:mcp/install?%E0%A4%A',
    '{"a":5}',
    '```',
    '"a": {',
    'claude mcp add',
    'claude mcp add --',
    '[[[[',
    '\u0000',
  ]) {
    const found = fromClipboard(text);
    assert.deepEqual(found.servers, [], text);
    assert.equal(found.problems.length > 0, true, text);
  }
});
