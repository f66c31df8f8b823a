import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionItem, Hover } from 'vscode-languageserver-protocol';
import { parseJsonTree } from '../../../src/core/config/text/jsonTree.ts';
import { codeActions } from '../../../src/lsp/features/codeActions.ts';
import { codeLenses } from '../../../src/lsp/features/codeLens.ts';
import { complete } from '../../../src/lsp/completion/complete.ts';
import { convertDocument } from '../../../src/lsp/features/convert.ts';
import { findingsOf } from '../../../src/lsp/findings/findings.ts';
import { hoverAt } from '../../../src/lsp/features/hover.ts';
import { inlayHints } from '../../../src/lsp/features/inlayHints.ts';
import { inputDeclaration, prepareRename, renameInput } from '../../../src/lsp/features/inputIds.ts';
import { documentLinks } from '../../../src/lsp/features/links.ts';
import { CompletionItemTag } from '../../../src/lsp/document/protocolValues.ts';
import { offsetOf, rangeOf } from '../../../src/lsp/document/toLsp.ts';
import type { LiveServer } from '../../../src/contract/language.ts';
import { proves } from '../../requirements.ts';
import { type Scene, apply, marked, read, surroundings } from './support.ts';

const vscode = '/ws/.vscode/mcp.json';

function items(file: string, withMark: string, scene: Scene = {}, snippets = true): readonly CompletionItem[] {
  const { text, offset } = marked(withMark);
  return complete(read(file, text), offset, surroundings(scene), { snippets }).items;
}

function labels(file: string, withMark: string, scene: Scene = {}): readonly string[] {
  return items(file, withMark, scene).map(({ label }) => label);
}

/** The text after a proposal was taken. */
function taken(file: string, withMark: string, label: string, scene: Scene = {}): string {
  const { text } = marked(withMark);
  const document = read(file, text);
  const item = items(file, withMark, scene, false).find((one) => one.label === label);
  assert.ok(item?.textEdit && 'range' in item.textEdit, `${label} is not proposed`);
  const edits = [item.textEdit, ...(item.additionalTextEdits ?? [])].map(({ range, newText }) => {
    const offset = offsetOf(document, range.start);
    return { offset, length: offsetOf(document, range.end) - offset, text: newText };
  });
  return apply(text, edits);
}

function hoverText(file: string, withMark: string, scene: Scene = {}): string {
  const { text, offset } = marked(withMark);
  const hover: Hover | undefined = hoverAt(read(file, text), offset, surroundings(scene));
  return hover && typeof hover.contents === 'object' && 'value' in hover.contents ? hover.contents.value : '';
}

const live: LiveServer = {
  id: 'a',
  name: 'a',
  file: vscode,
  state: 'connected',
  stateText: 'Connected',
  protocolVersion: '2025-11-25',
  product: 'notes 1.2.3',
  startMs: 421.4,
  tools: [
    { name: 'find', tokens: 300 },
    { name: 'add', tokens: 2100 },
  ],
};
const one = '{"servers":{"a":{"command":"node","args":["server.js"]}}}';

test(`SSE is proposed last, marked as deprecated, with what to use instead${proves('C28')}`, () => {
  const found = items('/ws/mcp.json', '{"mcpServers":{"a":{"type":"|"}}}');
  const sorted = found.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
  const sse = sorted.at(-1);
  assert.deepEqual([sse?.label, sse?.tags], ['sse', [CompletionItemTag.Deprecated]]);
  assert.match(sse?.detail ?? '', /deprecated.*"http"/);
  assert.deepEqual(
    found.filter(({ tags }) => tags).map(({ label }) => label),
    ['sse'],
  );
});

test('the programs on PATH are proposed for a command, with their place', () => {
  const found = items(vscode, '{"servers":{"a":{"command":"|"}}}');
  assert.ok(found.length > 5);
  assert.equal(found.find(({ label }) => label === 'npx')?.detail, '/usr/bin/npx');
});

test('a letter opens the rest of PATH', () => {
  const scene = { programs: ['node', 'my-server', 'other'] };
  assert.deepEqual(labels(vscode, '{"servers":{"a":{"command":"|"}}}', scene), ['node']);
  assert.deepEqual(labels(vscode, '{"servers":{"a":{"command":"my|"}}}', scene), ['node', 'my-server']);
});

test('an accepted proposal replaces the text with its quotes', () => {
  assert.equal(taken(vscode, '{"servers":{"a":{"command":"no|"}}}', 'node'), '{"servers":{"a":{"command":"node"}}}');
  assert.equal(taken(vscode, '{"servers":{"a":{"command": |}}}', 'node'), '{"servers":{"a":{"command": "node"}}}');
});

test('a known server is inserted as a whole, with the input that it needs', () => {
  const text = taken(vscode, '{\n  "servers": {\n    "|"\n  }\n}\n', 'firecrawl');
  const { root, errors } = parseJsonTree(text);
  assert.deepEqual(errors, [], text);
  assert.ok(root);
  assert.match(text, /"firecrawl": \{\n\s+"type": "stdio"/);
  assert.match(text, /"inputs": \[\n\s+\{\n\s+"type": "promptString",\n\s+"id": "firecrawl-key"/);
});

test('a known server that is inserted before another gets its comma, and its input joins the others', () => {
  const text = taken(
    vscode,
    '{"servers":{"fire|"\n"a":{"command":"node"}},"inputs":[{"id":"x","type":"promptString"}]}',
    'firecrawl',
  );
  assert.deepEqual(parseJsonTree(text).errors, [], text);
  assert.match(text, /"id": ?"firecrawl-key"/);
});

test('a known server is written in the form of the file', () => {
  const start = '{\n  "mcpServers": {\n    "|"\n  }\n}\n';
  assert.match(taken('/ws/.mcp.json', start, 'firecrawl'), /"FIRECRAWL_API_KEY": "\$\{FIRECRAWL_KEY\}"/);
  assert.match(taken('/ws/.cursor/mcp.json', start, 'firecrawl'), /\$\{env:FIRECRAWL_KEY\}/);
  assert.match(taken('/home/ada/.codeium/windsurf/mcp_config.json', start, 'linear'), /"serverUrl"/);
  assert.match(taken('/x/Claude/claude_desktop_config.json', start, 'linear'), /mcp-remote/);
});

test('every known server is a good file', () => {
  const start = '{\n  "servers": {\n    "|"\n  }\n}\n';
  const names = labels(vscode, start);
  assert.ok(names.length >= 30);
  for (const name of names) {
    const text = taken(vscode, start, name);
    const around = surroundings({ programs: ['npx', 'uvx', 'docker', 'switchboard'], covers: [] });
    const alarms = findingsOf(read(vscode, text), around).filter(({ severity }) => severity !== 'hint');
    assert.deepEqual(
      alarms.map(({ message }) => message),
      [],
      text,
    );
  }
});

test('in a snippet the variables are text and the blanks are stops', () => {
  const item = items(vscode, '{"servers":{"|"}}').find(({ label }) => label === 'filesystem');
  assert.match(item?.textEdit?.newText ?? '', /"\$\{1:\\\$\{workspaceFolder\\\}\}"/);
});

test('variables are proposed after a dollar sign, in the dialect of the file', () => {
  const scene = { env: { TEAM: 'core' } };
  const inputs = '"inputs":[{"id":"k","type":"promptString"}],';
  const here = labels(vscode, `{${inputs}"servers":{"a":{"command":"node","args":["$|"]}}}`, scene);
  assert.ok(here.includes('${input:k}') && here.includes('${workspaceFolder}') && here.includes('${env:TEAM}'));
  const claude = labels('/ws/.mcp.json', '{"mcpServers":{"a":{"command":"node","args":["--x=${|}"]}}}', scene);
  assert.ok(claude.includes('${TEAM}') && !claude.includes('${workspaceFolder}') && !claude.includes('${input:k}'));
  assert.equal(
    taken(vscode, '{"servers":{"a":{"command":"node","args":["--x=${|}"]}}}', '${userHome}'),
    '{"servers":{"a":{"command":"node","args":["--x=${userHome}"]}}}',
  );
});

test('files are proposed once a path is begun', () => {
  const text = (word: string) => `{"servers":{"a":{"command":"node","args":["${word}|"]}}}`;
  assert.ok(labels(vscode, text('./')).includes('./server.js'));
  assert.ok(labels(vscode, text('${workspaceFolder}/')).includes('${workspaceFolder}/build/'));
  assert.ok(!labels(vscode, text('')).some((label) => label.includes('server.js')));
});

test('the variables that a known package wants come first among the names', () => {
  const found = items(vscode, '{"servers":{"a":{"command":"npx","args":["-y","firecrawl-mcp"],"env":{"|"}}}}');
  const [first] = found.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
  assert.equal(first?.label, 'FIRECRAWL_API_KEY');
});

test('keys are proposed where no schema of the editor does so', () => {
  const text = '{"servers":{"a":{"command":"node","|"}}}';
  assert.ok(labels(vscode, text).includes('envFile'));
  assert.ok(!labels(vscode, text).includes('headers'));
  assert.deepEqual(labels(vscode, text, { covers: ['json-schema'] }), []);
});

test('the hover of a server shows the command line that would run, without its secrets', () => {
  const text =
    '{"servers":{"|a":{"command":"node","args":["${workspaceFolder}/server.js","--token","abc123def456"],"env":{"API_KEY":"k-1234567890","MODE":"x"}}}}';
  const shown = hoverText(vscode, text, { live: [live] });
  assert.match(shown, /node \/ws\/server\.js --token •••••\nAPI_KEY=•••••\nMODE=x/);
  assert.doesNotMatch(shown, /abc123def456|k-1234567890/);
  assert.match(shown, /MCP 2025-11-25 · started in 421 ms · `notes 1\.2\.3`/);
  assert.match(shown, /\| `add` \| ~2100 \|\n\| `find` \| ~300 \|/);
});

test('text of a server is never markup in a hover', () => {
  const evil = { ...live, tools: [{ name: '`](command:x)', tokens: 1 }], stateText: '[x](command:evil)' };
  const shown = hoverText(vscode, one.replace('"a"', '"|a"'), { live: [evil] });
  assert.doesNotMatch(shown, /\]\(command:evil/);
  assert.match(shown, /`'\]\(command:x\)`/);
});

test('the hover of a variable shows its value, and hides that of a secret', () => {
  const scene = { env: { TEAM: 'core', API_TOKEN: 'abc' } };
  const text = (name: string) => `{"servers":{"a":{"command":"node","args":["\${e|nv:${name}}"]}}}`;
  assert.match(hoverText(vscode, text('TEAM'), scene), /= `core`/);
  assert.match(hoverText(vscode, text('API_TOKEN'), scene), /= •••••/);
  assert.match(hoverText(vscode, text('NOPE'), scene), /not set/);
});

const acme: Scene = { env: { ACME: 'q8Zr41LpVt9xWc27', TEAM: 'core' } };
const secretPlaces: readonly (readonly [string, object])[] = [
  ['a variable for the server', { command: 'node', env: { API_KEY: '${env:ACME}' } }],
  ['a header', { type: 'http', url: 'https://x.y/mcp', headers: { 'X-Api-Key': '${env:ACME}' } }],
  ['a part of a header', { type: 'http', url: 'https://x.y/mcp', headers: { Authorization: 'Bearer ${env:ACME}' } }],
  ['a header with an own name', { type: 'http', url: 'https://x.y/mcp', headers: { 'X-Own': 'Bearer ${env:ACME}' } }],
  ['an argument after its flag', { command: 'node', args: ['--token', '${env:ACME}'] }],
  ['an argument with its flag', { command: 'node', args: ['--token=${env:ACME}'] }],
  ['a header as an argument', { command: 'npx', args: ['mcp-remote', '--header', 'X-Api-Key: ${env:ACME}'] }],
  ['a variable for a container', { command: 'docker', args: ['run', '-e', 'GITHUB_PAT=${env:ACME}'] }],
  ['a part of an address', { type: 'http', url: 'https://x.y/mcp?key=${env:ACME}' }],
  ['a password in an address', { command: 'node', args: ['postgres://me:${env:ACME}@host/db'] }],
];
for (const [what, server] of secretPlaces) {
  test(`the value of a variable that fills a secret is not shown: ${what}`, () => {
    const text = JSON.stringify({ servers: { a: server } });
    const document = read(vscode, text);
    const hints = inlayHints(document, rangeOf(document, { offset: 0, length: text.length }), surroundings(acme));
    const shown = [
      ...hints.map(({ label, tooltip }) => `${String(label)} ${String(tooltip)}`),
      hoverText(vscode, text.replace('"a"', '"|a"'), acme),
      hoverText(vscode, text.replace('${env', '${e|nv'), acme),
    ];
    assert.equal(shown.length, 3);
    for (const each of shown) assert.match(each, /•••••|\[redacted\]/);
    assert.doesNotMatch(shown.join('\n'), /q8Zr41/);
  });
}

test('beside a secret, and for a path in its place, the value is shown', () => {
  const server = {
    command: 'node',
    args: ['--token', 'x', '${env:TEAM}', '--private-key', '${workspaceFolder}/key.pem'],
    env: { TEAM: '${env:TEAM}', API_KEY: '${env:ACME}' },
  };
  const text = JSON.stringify({ servers: { a: server } });
  const document = read(vscode, text);
  const hints = inlayHints(document, rangeOf(document, { offset: 0, length: text.length }), surroundings(acme));
  assert.deepEqual(
    hints.map(({ label }) => label),
    ['= core', '= /ws/key.pem', '= core', '= •••••'],
  );
  assert.match(hoverText(vscode, text.replace('"a"', '"|a"'), acme), /core --private-key \/ws\/key\.pem\nTEAM=core/);
});

test('one lens of ours says the next step of a server, and only where its command exists', () => {
  const commands = ['inspectServer', 'approveServer', 'stopRecordingServer'].map((id) => `mcpSwitchboard.${id}`);
  const titles = (text: string, scene: Scene) =>
    codeLenses(read(vscode, text), surroundings(scene)).map(({ command }) => command?.title);
  assert.deepEqual(titles(one, { live: [live], commands }), ['Switchboard: Inspect · 2 tools · ≈ 2.4k tokens']);
  const stopped = { ...live, state: 'disconnected', tools: [] } as const;
  assert.deepEqual(titles(one, { live: [stopped], commands }), ['Switchboard: Inspect']);
  const waiting = { ...stopped, state: 'pending' } as const;
  assert.deepEqual(titles(one, { live: [waiting], commands }), ['Switchboard: Approve and Start']);
  assert.deepEqual(titles(one, { live: [waiting], commands: commands.slice(0, 1) }), []);
  assert.deepEqual(titles(one, { commands }), []);
  const debugged = one.replace('"args"', '"dev":{"debug":{"type":"node"}},"args"');
  const all = [...commands, 'mcpSwitchboard.debugServer'];
  assert.deepEqual(titles(debugged, { live: [stopped], commands: all }), [
    'Switchboard: Inspect',
    'Switchboard: Debug',
  ]);
  const recorded = one.replace('["server.js"]', '["/x/switchboard.mjs","tap","--name","a","--","npx","a@latest"]');
  assert.deepEqual(titles(recorded, { live: [live], commands }), ['Switchboard: Stop Recording']);
  const codes = findingsOf(read(vscode, recorded), surroundings({ files: ['/x/switchboard.mjs'] })).map(
    ({ code }) => code,
  );
  assert.deepEqual(codes, ['unpinned']);
});

test('hints show values behind their variables and the time of the start', () => {
  const text =
    '{"servers":{"a":{"command":"node","args":["${workspaceFolder}/server.js"],"env":{"T":"${env:API_TOKEN}","U":"${input:x}"}}}}';
  const document = read(vscode, text);
  const whole = rangeOf(document, { offset: 0, length: text.length });
  const hints = inlayHints(document, whole, surroundings({ live: [live], env: { API_TOKEN: 'abc' } }));
  assert.deepEqual(
    hints.map(({ label }) => label),
    ['421 ms', '= /ws/server.js', '= •••••'],
  );
});

test('files that are there and packages are links', () => {
  const text =
    '{"servers":{"a":{"command":"node","args":["server.js","gone.js"],"envFile":".env"},"b":{"command":"npx","args":["-y","@playwright/mcp@0.0.83"]}}}';
  const targets = documentLinks(read(vscode, text), surroundings()).map(({ target }) => target);
  assert.deepEqual(targets, [
    'file:///ws/server.js',
    'file:///ws/.env',
    'https://www.npmjs.com/package/@playwright/mcp',
  ]);
});

test('an input is renamed at its declaration and wherever it is used', () => {
  const { text, offset } = marked(
    '{"inputs":[{"id":"key","type":"promptString"}],"servers":{"a":{"command":"x","args":["${input:k|ey}","-${input:key}"]}}}',
  );
  const document = read(vscode, text);
  assert.equal(prepareRename(document, offset)?.placeholder, 'key');
  const renamed = renameInput(document, offset, 'token');
  assert.ok(renamed.ok);
  const changes = renamed.edits.map(({ range, newText }) => ({
    offset: offsetOf(document, range.start),
    length: 3,
    text: newText,
  }));
  assert.equal(apply(text, changes), text.replaceAll('key', 'token'));
  assert.equal(inputDeclaration(document, 'u', offset)?.range.start.character, text.indexOf('key'));
  assert.equal(renameInput(document, offset, 'no good').ok, false);
  assert.equal(prepareRename(document, 3), undefined);
});

test('a file converts for another client, and one with a mistake does not', () => {
  const converted = convertDocument(read(vscode, one), 'codex');
  assert.ok(converted.ok);
  assert.match(converted.result.text, /\[mcp_servers\.a\]/);
  assert.equal(convertDocument(read(vscode, one.slice(0, -1)), 'cursor').ok, false);
  assert.equal(convertDocument(read(vscode, one), 'nobody').ok, false);
});

test('conversions and the connection test are offered where they do not get in the way', () => {
  const document = read(vscode, one);
  const ask = (offset: number, scene: Scene) =>
    codeActions(
      document,
      [],
      {
        uri: 'file:///x',
        version: 1,
        range: rangeOf(document, { offset, length: 0 }),
        diagnostics: [],
        only: undefined,
        editor: { versionedEdits: true, newFiles: true },
      },
      surroundings(scene),
    ).map(({ title }) => title);
  assert.ok(ask(2, {}).includes('Convert for Cursor') && !ask(2, {}).includes('Convert for VS Code'));
  assert.deepEqual(ask(one.indexOf('node'), { live: [live] }), ['Test the connection to "a"']);
});
