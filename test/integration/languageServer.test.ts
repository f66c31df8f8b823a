import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { languageServerFlags } from '../../src/core/process/languageServerProcess.ts';
import { LspClient } from '../support/lspClient.ts';
import { cliPath } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-lsp-'));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(path.join(folder, '.vscode'));
const uri = pathToFileURL(path.join(folder, '.vscode/mcp.json')).href;
const config = { servers: { a: { command: 'no-such-program', args: ['gone.js'] } } };
const text = JSON.stringify(config, undefined, 2);

async function withServer(
  body: (client: LspClient) => Promise<void>,
  options: unknown = {},
  capabilities: unknown = {},
): Promise<void> {
  const client = new LspClient([cliPath, 'lsp', '--stdio'], { cwd: folder });
  try {
    await client.start(folder, options, capabilities);
    await body(client);
    assert.equal(await client.stop(), 0);
  } finally {
    client.child.kill();
  }
}

function codes(client: LspClient, wanted: string): Promise<readonly (string | number | undefined)[]> {
  return client
    .diagnostics(({ diagnostics }) => diagnostics.some(({ code }) => code === wanted))
    .then(({ diagnostics }) => diagnostics.map(({ code }) => code));
}

test('another editor gets diagnostics, completion and hover over stdio', () =>
  withServer(async (client) => {
    const found = codes(client, 'command-not-found');
    client.open(uri, text);
    assert.deepEqual(await found, ['command-not-found']);
    const line = text.split('\n').findIndex((each) => each.includes('"command"'));
    const place = { textDocument: { uri }, position: { line, character: 20 } };
    const list = await client.request<{ items: readonly { label: string }[] }>('textDocument/completion', place);
    assert.ok(list.items.some(({ label }) => label === 'node'));
    const name = { textDocument: { uri }, position: { line: 2, character: 5 } };
    const hover = await client.request<{ contents: { value: string } }>('textDocument/hover', name);
    assert.match(hover.contents.value, /no-such-program gone\.js/);
  }));

const container = '{"servers":{"a":{"command":"docker","args":["run","mcp/fetch"]}}}';

interface Action {
  readonly title: string;
  readonly edit?: unknown;
}

/** Opens the file and asks for the fixes of its one mistake. */
async function fixes(client: LspClient): Promise<readonly Action[]> {
  const found = codes(client, 'docker-not-interactive');
  client.open(uri, container);
  await found;
  const at = { line: 0, character: container.indexOf('run') };
  const actions = await client.request<readonly Action[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: at, end: at },
    context: { diagnostics: [], only: ['quickfix'] },
  });
  return actions.map(({ title, edit }) => ({ title, edit }));
}

const end = { line: 0, character: container.indexOf('run') + 'run"'.length };
const edits = [{ range: { start: end, end }, newText: ', "-i"' }];

test('a fix is an edit of the version that was checked, where the editor supports versions', () =>
  withServer(
    async (client) => {
      const edit = { documentChanges: [{ textDocument: { uri, version: 1 }, edits }] };
      assert.deepEqual(await fixes(client), [{ title: 'Add "-i"', edit }]);
    },
    {},
    { workspace: { workspaceEdit: { documentChanges: true } } },
  ));

/** As an editor begins that can do nothing beyond the protocol's first page, and names its folder in the old way. */
async function beginBare(client: LspClient): Promise<Record<string, unknown>> {
  const about = { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} };
  const { capabilities } = await client.request<{ capabilities: Record<string, unknown> }>('initialize', about);
  client.notify('initialized', {});
  return capabilities;
}

const declared = `{
  "inputs": [{ "id": "key", "type": "promptString", "description": "🔑" }],
  "servers": { "a": { "command": "node", "args": ["\${workspaceFolder}/gone.js"], "env": { "K": "🔑\${input:key}" } } }
}
`;

test('an editor that offers nothing is asked for nothing, and gets all that it can use', async () => {
  const client = new LspClient([cliPath, 'lsp', '--stdio'], { cwd: folder });
  try {
    const capabilities = await beginBare(client);
    assert.equal(capabilities['renameProvider'], true, 'a question before renaming needs a client that asks it');
    assert.equal(capabilities['positionEncoding'], undefined, 'UTF-16 is what everyone speaks');
    assert.deepEqual(await fixes(client), [{ title: 'Add "-i"', edit: { changes: { [uri]: edits } } }]);
    const missing = client.diagnostics(({ version }) => version === 2);
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: declared }],
    });
    const [gone] = (await missing).diagnostics;
    assert.equal(gone?.code, 'missing-file', 'the folder of `rootUri` is the workspace');
    const line = declared.split('\n')[2] ?? '';
    const position = { line: 2, character: line.indexOf('input:key') + 'input:'.length };
    const renamed = await client.request('textDocument/rename', { textDocument: { uri }, position, newName: 'token' });
    const first = (declared.split('\n')[1] ?? '').indexOf('key"');
    const places = [
      { line: 1, character: first },
      { line: 2, character: position.character },
    ];
    const changes = places.map((start) => ({
      range: { start, end: { line: start.line, character: start.character + 'key'.length } },
      newText: 'token',
    }));
    assert.deepEqual(renamed, { changes: { [uri]: changes } });
    const list = await client.request<{ items: readonly { insertTextFormat?: number; label: string }[] }>(
      'textDocument/completion',
      { textDocument: { uri }, position: { line: 2, character: line.indexOf('"a"') } },
    );
    assert.ok(list.items.length > 0 && list.items.every(({ insertTextFormat }) => insertTextFormat !== 2));
    assert.equal(await client.stop(), 0);
    assert.deepEqual(
      { asked: client.asked, logged: client.logged, stderr: client.stderr },
      { asked: [], logged: [], stderr: '' },
    );
  } finally {
    client.child.kill();
  }
});

test('an editor may send whole texts, close a file and open it again', () =>
  withServer(async (client) => {
    const first = codes(client, 'command-not-found');
    client.open(uri, text);
    await first;
    const emptied = client.diagnostics(({ diagnostics }) => diagnostics.length === 0);
    client.notify('textDocument/didClose', { textDocument: { uri } });
    await emptied;
    const again = codes(client, 'command-not-found');
    client.open(uri, text);
    await again;
  }));

test('the program that an editor starts runs with the memory flags', { skip: process.platform !== 'linux' }, () =>
  withServer(async (client) => {
    const line = readFileSync(`/proc/${client.child.pid}/cmdline`, 'utf8').split('\0');
    for (const flag of languageServerFlags) assert.ok(line.includes(flag), line.join(' '));
  }),
);

test('a keystroke changes only its place, whatever the line ends are', () =>
  withServer(async (client) => {
    const first = codes(client, 'command-not-found');
    client.open(uri, text.replaceAll('\n', '\r\n'));
    await first;
    const line = text.split('\n').findIndex((each) => each.includes('"command"'));
    const start = text.split('\n')[line]?.indexOf('no-such-program') ?? 0;
    const range = { start: { line, character: start }, end: { line, character: start + 'no-such-program'.length } };
    const next = client.diagnostics(({ version }) => version === 2);
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range, text: 'node' }],
    });
    const { diagnostics } = await next;
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['missing-file'],
    );
  }));

test('a file that appears is noticed when the editor says so', () =>
  withServer(async (client) => {
    const first = codes(client, 'missing-file');
    client.open(uri, text.replace('no-such-program', 'node'));
    await first;
    writeFileSync(path.join(folder, 'gone.js'), '');
    const next = client.diagnostics(({ diagnostics }) => diagnostics.length === 0);
    client.notify('workspace/didChangeWatchedFiles', { changes: [] });
    await next;
    rmSync(path.join(folder, 'gone.js'));
  }));

test('without trust nothing on the disk is read, and with it everything is', () =>
  withServer(
    async (client) => {
      const first = client.diagnostics(() => true);
      client.open(uri, text);
      assert.deepEqual((await first).diagnostics, []);
      const next = codes(client, 'command-not-found');
      client.notify('switchboard/trust', { trusted: true });
      await next;
    },
    { trusted: false },
  ));

test('findings of a running server are shown in its file', () =>
  withServer(async (client) => {
    const first = client.diagnostics(() => true);
    client.open(uri, text);
    await first;
    const next = codes(client, 'server-failed');
    const live = {
      id: 'a',
      name: 'a',
      file: path.join(folder, '.vscode/mcp.json'),
      state: 'error',
      stateText: 'x',
      tools: [],
    };
    client.notify('switchboard/live', { servers: [{ ...live, fault: { message: 'It ended' } }] });
    assert.ok((await next).includes('server-failed'));
  }));

test('a shadowed entry is reported in its own file', () =>
  withServer(async (client) => {
    writeFileSync(path.join(folder, '.vscode/mcp.json'), text);
    const other = pathToFileURL(path.join(folder, '.mcp.json')).href;
    const reported = codes(client, 'shadowed');
    client.open(other, JSON.stringify({ mcpServers: { a: { command: 'node' } } }), 'json');
    await reported;
    rmSync(path.join(folder, '.vscode/mcp.json'));
  }));

test('a file that is not ours costs nothing and gets nothing', () =>
  withServer(async (client) => {
    client.open(pathToFileURL(path.join(folder, 'package.json')).href, '{"servers":{"a":{}}}', 'json');
    const own = client.diagnostics(() => true);
    client.open(uri, text);
    assert.equal((await own).uri, uri);
    const place = {
      textDocument: { uri: pathToFileURL(path.join(folder, 'package.json')).href },
      position: { line: 0, character: 2 },
    };
    assert.equal(await client.request('textDocument/hover', place), null);
  }));

test('it ends when the editor exits without a shutdown request', async () => {
  const client = new LspClient([cliPath, 'lsp'], { cwd: folder });
  await client.start(folder);
  const ended = new Promise<number | null>((resolve) => client.child.on('exit', resolve));
  client.child.stdin.end();
  assert.equal(typeof (await ended), 'number');
});

test('a check file has its problems, also while it is typed, and the names that the editor told of', () =>
  withServer(async (client) => {
    const checks = pathToFileURL(path.join(folder, 'notes.mcptest.json')).href;
    const written = JSON.stringify({ mcptest: 1, server: 'notes', checks: [{ id: 'a', call: 'add' }] });
    const unknown = codes(client, 'check-file');
    client.open(checks, `${written.slice(0, -3)},"arg":{}}]}`);
    assert.deepEqual(await unknown, ['check-file']);
    const corrected = codes(client, 'check-tool');
    const at = (offset: number): object => ({ line: 0, character: offset });
    const range = { start: at(written.length - 3), end: at(written.length - 3 + ',"arg":{}'.length) };
    client.notify('textDocument/didChange', {
      textDocument: { uri: checks, version: 2 },
      contentChanges: [{ range, text: '' }],
    });
    const tools = [{ name: 'add_note', tokens: 1, args: ['text'] }];
    const live = { id: 'notes', name: 'notes', file: '/w/mcp.json', state: 'connected', stateText: '', tools };
    client.notify('switchboard/live', { servers: [live] });
    assert.deepEqual(await corrected, ['check-tool']);
    const position = { line: 0, character: written.indexOf('"add"') + 1 };
    const found = await client.request<readonly { label: string }[]>('textDocument/completion', {
      textDocument: { uri: checks },
      position,
    });
    assert.deepEqual(
      found.map(({ label }) => label),
      ['add_note'],
    );
  }));
