import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { AppBridge, type AppBridgeParts } from '../../../src/core/mcpApps/appBridge.ts';
import { appMimeType, appPolicy, appUriOf, readAppPage } from '../../../src/core/mcpApps/appPage.ts';
import type { ManagedServer } from '../../../src/core/servers/model/server.ts';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';

const inputSchema = { type: 'object' };
const tools: ToolDefinition[] = [
  { name: 'own', inputSchema, _meta: { ui: { resourceUri: 'ui://a' } } },
  { name: 'model-only', inputSchema, _meta: { ui: { visibility: ['model'] } } },
];

function bridge(more: Partial<AppBridgeParts> = {}) {
  const posted: Readonly<Record<string, unknown>>[] = [];
  const called: string[] = [];
  const server = {
    tools: signal(tools),
    callTool: async (name: string) => (called.push(name), { content: [{ type: 'text', text: name }], isError: false }),
    readResource: async (uri: string) => ({ contents: [{ uri, text: 'x' }] }),
  } as unknown as ManagedServer;
  const app = new AppBridge({
    server,
    tool: tools[0]!,
    hostInfo: { name: 'host', version: '1' },
    context: () => ({ theme: 'dark' }),
    post: (message) => posted.push(message),
    mayCall: async () => true,
    openLink: async () => true,
    logged: () => {},
    resized: () => {},
    ...more,
  });
  const ask = async (method: string, params: unknown = {}): Promise<Readonly<Record<string, unknown>>> => {
    await app.receive({ jsonrpc: '2.0', id: 1, method, params });
    return posted.at(-1)!;
  };
  return { app, ask, posted, called };
}

test('nothing is sent to an app before it is initialized', async () => {
  const { app, posted } = bridge();
  app.toolInput({ city: 'Bergen' });
  app.toolResult({ content: [], isError: false });
  assert.equal(posted.length, 0);
  await app.receive({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
  assert.deepEqual(
    posted.map(({ method }) => method),
    ['ui/notifications/tool-input', 'ui/notifications/tool-result'],
  );
});

test('the handshake gives the host info and its capabilities', async () => {
  const { ask } = bridge();
  const { result } = await ask('ui/initialize');
  const { protocolVersion, hostCapabilities, hostContext } = result as Record<string, Record<string, unknown>>;
  assert.equal(protocolVersion, '2026-01-26');
  assert.deepEqual(Object.keys(hostCapabilities!).toSorted(), [
    'logging',
    'openLinks',
    'serverResources',
    'serverTools',
  ]);
  assert.equal(hostContext!['theme'], 'dark');
});

test('an app calls tools of its own server that are for apps, after the user agreed, and no others', async () => {
  const { ask, called } = bridge();
  assert.deepEqual((await ask('tools/call', { name: 'own' }))['result'], { content: [{ type: 'text', text: 'own' }] });
  for (const name of ['model-only', 'elsewhere', 7]) {
    assert.equal(((await ask('tools/call', { name }))['error'] as { code: number }).code, -32602);
  }
  const shy = bridge({ mayCall: async () => false });
  assert.equal(((await shy.ask('tools/call', { name: 'own' }))['error'] as { code: number }).code, -32000);
  assert.deepEqual([called, shy.called], [['own'], []]);
});

test('what is not part of the bridge does not exist', async () => {
  const { ask, app, posted } = bridge();
  for (const method of ['vscode/run', 'sampling/createMessage', 'ui/message', 'constructor'])
    assert.equal(((await ask(method))['error'] as { code: number }).code, -32601);
  const before = posted.length;
  for (const odd of [undefined, 7, 'text', [], { id: 1 }, { method: 5, id: 1 }, { method: 'x', id: {} }])
    await app.receive(odd);
  assert.equal(posted.length, before);
});

test('a link that the user declined is an error', async () => {
  assert.deepEqual((await bridge().ask('ui/open-link', { url: 'https://a' }))['result'], {});
  const { ask } = bridge({ openLink: async () => false });
  assert.deepEqual((await ask('ui/open-link', { url: 'https://a' }))['result'], { isError: true });
});

test('the page of a tool is found under both names, and only at a ui address', () => {
  assert.equal(appUriOf(tools[0]!), 'ui://a');
  assert.equal(appUriOf({ name: 'x', inputSchema, _meta: { 'ui/resourceUri': 'ui://b' } }), 'ui://b');
  assert.equal(appUriOf({ name: 'x', inputSchema, _meta: { ui: { resourceUri: 'https://evil' } } }), undefined);
  assert.equal(appUriOf({ name: 'x', inputSchema }), undefined);
});

test('a server cannot write into the policy of its page', () => {
  const csp = {
    connectDomains: ['https://ok.example', 'https://x; script-src *', "'unsafe-eval'", '*', 'http://plain', 5],
    resourceDomains: ['https://*.cdn.example:8443'],
  };
  const page = readAppPage({ contents: [{ mimeType: appMimeType, text: '<p>', _meta: { ui: { csp } } }] });
  assert.deepEqual(page.domains.connect, ['https://ok.example']);
  const policy = appPolicy('https://own', page.domains);
  assert.match(policy, /connect-src https:\/\/ok\.example;/);
  assert.match(policy, /img-src data: blob: https:\/\/\*\.cdn\.example:8443;/);
  assert.doesNotMatch(policy, /script-src[^;]*\*[^.]/);
});

test('without permission a page reaches nothing outside', () => {
  const policy = appPolicy('https://own', undefined);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /connect-src 'none'/);
  assert.match(policy, /frame-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-eval|\*/);
});

test('what is not an app page is refused', () => {
  assert.throws(() => readAppPage({ contents: [{ mimeType: 'text/html', text: '<p>' }] }), { code: 'server/protocol' });
  assert.throws(() => readAppPage('nonsense'), { code: 'server/protocol' });
});
