import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LspClient } from '../support/lspClient.ts';
import { cliPath } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-lsp-'));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(path.join(folder, '.vscode'));
const uri = pathToFileURL(path.join(folder, '.vscode/mcp.json')).href;
const config = { servers: { a: { command: 'no-such-program', args: ['gone.js'] } } };
const text = JSON.stringify(config, undefined, 2);

async function withServer(body: (client: LspClient) => Promise<void>, options: unknown = {}): Promise<void> {
  const client = new LspClient([cliPath, 'lsp', '--stdio'], { cwd: folder });
  try {
    await client.start(folder, options);
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

test('a fix comes as an edit of the file', () =>
  withServer(async (client) => {
    const found = codes(client, 'docker-not-interactive');
    const container = '{"servers":{"a":{"command":"docker","args":["run","mcp/fetch"]}}}';
    client.open(uri, container);
    await found;
    const at = { line: 0, character: container.indexOf('run') };
    const actions = await client.request<readonly { title: string; edit?: unknown }[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ['quickfix'] },
    });
    const end = { line: 0, character: container.indexOf('run') + 'run"'.length };
    const edits = [{ range: { start: end, end }, newText: ', "-i"' }];
    assert.deepEqual(
      actions.map(({ title, edit }) => ({ title, edit })),
      [{ title: 'Add "-i"', edit: { documentChanges: [{ textDocument: { uri, version: 1 }, edits }] } }],
    );
  }));

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

test('without trust nothing on the disk is looked at, and with it everything', () =>
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

test('what a running server says stands in its file', () =>
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

test('the loser of two files of one name is told in its own file', () =>
  withServer(async (client) => {
    writeFileSync(path.join(folder, '.vscode/mcp.json'), text);
    const other = pathToFileURL(path.join(folder, '.mcp.json')).href;
    const told = codes(client, 'shadowed');
    client.open(other, JSON.stringify({ mcpServers: { a: { command: 'node' } } }), 'json');
    await told;
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

test('it ends when the editor goes away without a word', async () => {
  const client = new LspClient([cliPath, 'lsp'], { cwd: folder });
  await client.start(folder);
  const ended = new Promise<number | null>((resolve) => client.child.on('exit', resolve));
  client.child.stdin.end();
  assert.equal(typeof (await ended), 'number');
});
