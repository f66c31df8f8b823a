import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { findingsOf, shownFindings } from '../../../src/lsp/findings/findings.ts';
import type { LiveServer } from '../../../src/contract/language.ts';
import { DiagnosticSeverity, DiagnosticTag } from '../../../src/lsp/document/protocolValues.ts';
import { toDiagnostic } from '../../../src/lsp/document/toLsp.ts';
import { entryHash } from '../../../src/core/diagnosis/entryChanges.ts';
import { proves } from '../../requirements.ts';
import { type Scene, apply, look, read, surroundings } from './support.ts';

const vscode = '/ws/.vscode/mcp.json';

function codes(file: string, config: unknown, scene: Scene = {}): readonly string[] {
  return look(file, JSON.stringify(config), scene).map(({ code }) => code);
}

const failed: LiveServer = {
  id: 'a',
  name: 'a',
  file: vscode,
  state: 'error',
  stateText: 'exited',
  tools: [],
  fault: { message: 'The server exited with code 1', hint: 'Read its output' },
  stderrTail: 'one\ntwo\nError: no database\n',
};

test('a server that failed is reported at its name, with its last output', () => {
  const [finding] = look(vscode, '{"servers":{"a":{"command":"node","args":["server.js"]}}}', { live: [failed] });
  assert.equal(finding?.code, 'server-failed');
  assert.match(finding?.message ?? '', /exited with code 1\. Read its output[^]*Error: no database/);
  assert.equal(finding?.at.offset, '{"servers":{'.length);
  assert.deepEqual(
    finding?.fixes?.().map(({ command }) => command?.id),
    ['mcpSwitchboard.testConnection', 'mcpSwitchboard.inspectServer'],
  );
});

test('a failure with a known cause is reported at the value that is wrong, with the change that helps', () => {
  const text = '{\n  "servers": {\n    "a": { "command": "node", "args": ["index.js"] } // ours\n  }\n}';
  const diagnosis: LiveServer['diagnosis'] = {
    cause: 'The file index.js does not exist.',
    proof: 'Cannot find module',
    path: ['args', 0],
    entryHash: entryHash({ command: 'node', args: ['index.js'] }),
    cures: [
      { title: 'Use dist/index.js', changes: [{ path: ['args'], value: ['dist/index.js'] }], inputs: [] },
      {
        title: 'Ask for KEY',
        changes: [{ path: ['env'], value: { KEY: '${input:key}' } }],
        inputs: [{ type: 'promptString', id: 'key', password: true }],
      },
    ],
  };
  const find = (written: string) =>
    look(vscode, written, { live: [{ ...failed, diagnosis }], files: ['/ws/index.js', '/ws/other.js'] }).find(
      ({ code }) => code === 'server-failed',
    );
  const finding = find(text);
  assert.equal(text.slice(finding?.at.offset).slice(0, finding?.at.length), '"index.js"');
  assert.match(
    finding?.message ?? '',
    /^The file index\.js does not exist\.\n.*exited with code 1\nCannot find module$/,
  );
  const [use, ask] = finding?.fixes?.() ?? [];
  assert.match(apply(text, use?.changes ?? []), /"args": \[\s*"dist\/index\.js"\s*\] \} \/\/ ours/);
  assert.match(apply(text, ask?.changes ?? []), /"KEY": "\$\{input:key\}"[^]*\/\/ ours[^]*"inputs"/);
  const changed = find(text.replace('index.js', 'other.js'));
  assert.deepEqual(
    changed?.fixes?.().filter(({ changes }) => changes.length > 0),
    [],
    'it is another entry now',
  );
});

test('a command that this editor does not have is not offered', () => {
  const [finding] = look(vscode, '{"servers":{"a":{"command":"node","args":["server.js"]}}}', {
    live: [failed],
    commands: [],
  });
  assert.deepEqual(finding?.fixes?.(), []);
});

test('a shadowed entry is reported, with the location of the one that takes precedence', () => {
  const other = parseConfig('{"servers":{"a":{"command":"node"}}}', 'vscode', vscode, { name: 'ws', path: '/ws' });
  const text = '{"mcpServers":{"a":{"command":"node","args":["server.js"]}}}';
  const [finding] = look('/ws/.mcp.json', text, { others: [other] });
  assert.equal(finding?.code, 'shadowed');
  assert.equal(finding?.related?.[0]?.file, vscode);
  assert.match(finding?.message ?? '', /VS Code workspace/);
});

test('the entry that takes precedence has no finding', () => {
  const other = parseConfig('{"mcpServers":{"a":{"command":"node"}}}', 'mcpJson', '/ws/.mcp.json');
  assert.deepEqual(
    codes(vscode, { servers: { a: { command: 'node', args: ['server.js'] } } }, { others: [other] }),
    [],
  );
});

test('without trust nothing outside the text is read', () => {
  const touched = (): never => assert.fail('looked outside');
  const around = {
    ...surroundings({ trusted: false }),
    stat: touched,
    list: touched,
    read: touched,
    findProgram: touched,
    cachedVersion: touched,
  };
  const server = { command: 'gone', args: ['gone.js'], cwd: '/gone', envFile: '/gone', env: { A: '${env:GONE}' } };
  const document = read(vscode, JSON.stringify({ servers: { a: server } }));
  const alarms = findingsOf(document, around).filter(({ severity }) => severity !== 'hint');
  assert.deepEqual(alarms, []);
});

test('a network path is never accessed', () => {
  const looked: string[] = [];
  const around = { ...surroundings(), stat: (place: string) => (looked.push(place), undefined) };
  const server = {
    command: String.raw`\\host\share\x.exe`,
    args: [],
    cwd: '//host/share',
    envFile: String.raw`\\host\e`,
  };
  findingsOf(read(vscode, JSON.stringify({ servers: { a: server, b: { command: './bin/tool' } } })), around);
  assert.deepEqual(looked, ['/ws/bin/tool']);
});

test('findings that VS Code reports itself are not repeated, and their fixes are still offered', () => {
  const text = '{"servers":{"a":{"command":"node","args":["server.js"],"workdir":"/ws"}}}';
  const document = read(vscode, text);
  const findings = look(vscode, text);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['unknown-key'],
  );
  assert.deepEqual(shownFindings(findings, document, surroundings({ covers: ['vscode-mcp'] })), []);
  assert.equal(findings[0]?.fixes?.()[0]?.title, 'Rename to "cwd"');
});

test('a file that is not JSON to the editor keeps its syntax errors', () => {
  const document = read('/ws/.mcprc', '{"a":{"command":"node",}', 'plaintext');
  const findings = look('/ws/.mcprc', '{"a":{"command":"node",}');
  const around = surroundings({ covers: ['json-syntax', 'json-schema'] });
  assert.ok(shownFindings(findings, document, around).some(({ code }) => code === 'syntax'));
});

test('a program is not missing while the login shell is still being asked', () => {
  const document = read(vscode, '{"servers":{"a":{"command":"only-in-a-terminal"}}}');
  const code = (found: 'pending' | undefined) =>
    findingsOf(document, { ...surroundings(), findProgram: () => found }).map((finding) => finding.code);
  assert.deepEqual(code('pending'), []);
  assert.deepEqual(code(undefined), ['command-not-found']);
});

test(`a variable with a secret in the arguments can be moved to "env", with its flag${proves('C35')}`, () => {
  const moved = (args: readonly string[], env?: object): unknown => {
    const text = JSON.stringify({ servers: { git: { command: 'node', args, ...(env && { env }) } } }, undefined, 2);
    const finding = look(vscode, text).find(({ code }) => code === 'variable-argument');
    const [fix] = finding?.fixes?.() ?? [];
    if (!fix) return finding;
    const { servers } = JSON.parse(apply(text, fix.changes)) as { servers: { git: { args: unknown; env: unknown } } };
    return [servers.git.args, servers.git.env];
  };
  const token = '${GITHUB_TOKEN}';
  assert.deepEqual(moved(['server.js', '--token', token]), [['server.js'], { GITHUB_TOKEN: token }]);
  assert.deepEqual(moved([token, 'last'], { A: '1' }), [['last'], { A: '1', GITHUB_TOKEN: token }]);
  assert.deepEqual(moved(['--token=${input:git-token}']), [[], { GIT_TOKEN: '${input:git-token}' }]);
  assert.equal(moved(['--header', 'Authorization: Bearer ${GITHUB_TOKEN}']), undefined, 'where it has to be');
  assert.equal(moved(['--root', '${workspaceFolder}']), undefined, 'no secret');
});

test(`in a list of servers too, where "env" is a list of NAME=value${proves('C35')}`, () => {
  const moved = (env: readonly string[]): unknown => {
    const servers = [{ id: 'github', command: 'node', args: ['--token', '${GITHUB_TOKEN}'], env }];
    const text = JSON.stringify({ mcp: { servers } }, undefined, 2);
    const [fix] =
      look('/ws/mcp.json', text)
        .find(({ code }) => code === 'variable-argument')
        ?.fixes?.() ?? [];
    if (!fix) return 'no offer';
    const { mcp } = JSON.parse(apply(text, fix.changes)) as { mcp: { servers: [{ args: unknown; env: unknown }] } };
    return [mcp.servers[0].args, mcp.servers[0].env];
  };
  assert.deepEqual(moved([]), [[], ['GITHUB_TOKEN=${GITHUB_TOKEN}']]);
  assert.deepEqual(moved(['A=1']), [[], ['A=1', 'GITHUB_TOKEN=${GITHUB_TOKEN}']]);
  assert.deepEqual(moved(['GITHUB_TOKEN=x']), [[], ['GITHUB_TOKEN=x']], 'a value that is there stays');
});

test(`SSE is marked as deprecated${proves('C28')}`, () => {
  const text =
    '{"servers":{"a":{"type":"sse","url":"https://a.example/sse"},"b":{"type":"http","url":"https://b.example/mcp"}}}';
  const marked = look(vscode, text).map((finding) => toDiagnostic(finding, read(vscode, text)));
  assert.deepEqual(
    marked.map(({ code, tags, severity, range }) => [code, tags, severity, range.start.character]),
    [['deprecated-transport', [DiagnosticTag.Deprecated], DiagnosticSeverity.Hint, text.indexOf('"sse"')]],
  );
});

test('half-typed text at every length never throws, and has no finding about an incomplete entry', () => {
  const text = JSON.stringify(
    {
      inputs: [{ id: 'k', type: 'promptString' }],
      servers: { a: { command: 'gone', args: ['-y', '${input:k}'], env: { API_KEY: 'x1y2z3x1y2z3' } } },
    },
    undefined,
    2,
  );
  const closed = text.length - '\n  }\n}'.length;
  for (let length = 0; length < closed; length++) {
    const findings = look(vscode, text.slice(0, length));
    const early = findings.filter(({ code }) => code === 'command-not-found' || code === 'secret-literal');
    assert.deepEqual(early, [], text.slice(0, length));
  }
  assert.ok(look(vscode, text).some(({ code }) => code === 'secret-literal'));
});

function isEnvIgnored(gitIgnore: string): boolean {
  const config = { servers: { a: { command: 'node', args: ['server.js'], envFile: '${workspaceFolder}/.env' } } };
  return !codes(vscode, config, { texts: { '/ws/.gitignore': gitIgnore } }).includes('env-file-not-ignored');
}

for (const line of ['Icon[', '.env[', '[', '[]', '[!]', '[z-a]env', '.[z-a]nv', '.en[v', '.e[n*', '.e[', '.[\\e']) {
  test(`${line} in .gitignore is no pattern: it matches nothing and is no hindrance`, () => {
    assert.equal(isEnvIgnored(line), false);
    assert.equal(isEnvIgnored(`${line}\n.env`), true);
  });
}

test('a line of .gitignore that ends with a slash means folders alone', () => {
  assert.deepEqual(['.env/', '/.env/'].map(isEnvIgnored), [false, false]);
});

test('a line of .gitignore without end is passed over', () => {
  assert.equal(isEnvIgnored(`${'['.repeat(100_000)}\n${'*'.repeat(100_000)}\n`), false);
});

test('a class of characters in .gitignore is read as git reads it', () => {
  const matching = [
    '.[a-e]nv',
    '.[!b]nv',
    '.[^b]nv',
    '[.]env',
    '.en[]v]',
    '.[\\e]nv',
    '.en[!]x]',
    '\\.env',
    '[+-.]env',
  ];
  const other = [
    '.[!e]nv',
    '.[^e]nv',
    '.[!a-f]nv',
    '.[*]nv',
    '.[?]nv',
    '.\\[e]nv',
    '.[\\d]nv',
    '.[a\\-z]nv',
    '.[!e',
    '[!b]',
  ];
  assert.deepEqual(
    matching.filter((line) => !isEnvIgnored(line)),
    [],
  );
  assert.deepEqual(other.filter(isEnvIgnored), []);
});
