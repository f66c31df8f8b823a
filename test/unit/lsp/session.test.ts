import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveServer } from '../../../src/contract/language.ts';
import { Session } from '../../../src/lsp/session.ts';
import { settled } from '../../support/until.ts';

const uri = 'file:///w/a.mcptest.json';
const text = JSON.stringify({ mcptest: 1, server: 'notes', checks: [{ id: 'a', call: 'gone' }] });
const server = { id: 'notes', name: 'notes', file: '/w/.mcp.json', state: 'connected', stateText: '' } as const;
const notes: LiveServer = { ...server, tools: [{ name: 'add', tokens: 1, args: [] }] };

/** A session whose editor writes down the codes of what is published, and what is logged. */
function openSession() {
  const published: string[] = [];
  const logged: string[] = [];
  const connection: ConstructorParameters<typeof Session>[0] = {
    notify: (_method, params) => {
      if ('diagnostics' in params) published.push(params.diagnostics.map(({ code }) => code).join());
    },
    request: async () => undefined,
    log: (message) => void logged.push(message),
  };
  const params = { processId: null, rootUri: null, capabilities: {}, workspaceFolders: [] };
  return { session: new Session(connection, params), published, logged };
}

test('a check file is looked at when it is opened, changed and when the servers change', async () => {
  const { session, published } = openSession();
  session.setLive([notes]);
  session.open(uri, 'json', 1, text);
  await settled();
  const at = text.indexOf('gone');
  const range = { start: { line: 0, character: at }, end: { line: 0, character: at + 4 } };
  session.change(uri, 2, [{ range, text: 'ad' }]);
  const end = { line: 0, character: at + 2 };
  session.change(uri, 3, [{ range: { start: end, end }, text: 'd' }]);
  await settled();
  session.setLive([]);
  await settled();
  session.close(uri);
  assert.deepEqual(published, ['check-tool', '', 'check-server', '']);
});

test('a check file that cannot be looked at does not end the server, and is looked at again', async () => {
  const { session, published, logged } = openSession();
  session.setLive([{ ...notes, tools: [null] } as unknown as LiveServer]);
  session.open(uri, 'json', 1, text);
  await settled();
  assert.match(logged.join(), /a\.mcptest\.json/);
  session.setLive([notes]);
  await settled();
  assert.deepEqual(published, ['check-tool']);
});
