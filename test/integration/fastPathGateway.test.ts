// An agent's calls through the gateway: the fast path begins them before the SDK has seen their requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serverPath } from '../../src/core/gateway/discovery/paths.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import {
  type Json,
  createNotification,
  createRequest,
  createToolsCallRequest as call,
  createToolsListRequest,
} from '../unit/mcpServer/support/messages.ts';
import { sameBothWays } from './support/bothWays.ts';
import { type Behind, throughGateway } from './support/fastPathGateway.ts';

failOnLeaks();

const both: readonly Behind[] = ['stdio', 'HTTP'];

/** One request after the other, of one agent. */
function asking(behind: Behind, ...messages: readonly unknown[]) {
  return (fastPath: boolean) =>
    throughGateway(behind, fastPath, async ({ agent }) => {
      const one = await agent();
      for (const message of messages) await one.send(message);
    });
}

const cancel = (requestId: string | number): Json => createNotification('notifications/cancelled', { requestId });
const named = (...names: readonly string[]): readonly Json[] => names.map((name, id) => call(id, name, { n: 1 }));
const accepts = { action: 'accept', content: { name: 'Ada' } };
const asked = { elicitation: { form: {} }, sampling: {} };

for (const behind of both) {
  const name = (what: string): string => `${what}, in front of a server over ${behind}`;

  test(
    ...sameBothWays(
      name('results and errors of every kind'),
      asking(
        behind,
        createToolsListRequest('list'),
        ...named('echo', 'structured', 'picture', 'marked', 'fail', 'refuse', 'noContent', 'nonsense', 'extra'),
        ...named('extraInBlock', 'notText', 'large', 'nowhere'),
      ),
      /not today/,
      /Unknown tool/,
    ),
  );
  test(
    ...sameBothWays(
      name('params and headers that are wrong'),
      asking(
        behind,
        createRequest(1, 'tools/call', {}),
        createRequest(2, 'tools/call', { name: 7 }),
        createRequest(3, 'tools/call', { name: 'echo', arguments: [1] }),
        createRequest(4, 'tools/call', { name: 'echo', arguments: null }),
        createRequest(5, 'tools/call', { name: 'echo', extra: 1 }),
        createRequest(6, 'tools/call', { name: 'echo', _meta: 7 }),
        createRequest(7, 'tools/call', { name: 'echo', requestState: 'x' }),
        createRequest(8, 'tools/call'),
        { jsonrpc: '1.0', id: 9, method: 'tools/call', params: { name: 'echo' } },
      ),
      /Invalid params/,
    ),
  );
  test(
    ...sameBothWays(
      name('odd ids, and one id again and again'),
      asking(
        behind,
        ...['', 'ü', '1', 0, -7, Number.MAX_SAFE_INTEGER, 1.5, 7, 7, 7].map((id) => call(id, 'echo', { id })),
        { ...call(1, 'echo'), id: null },
      ),
      /9007199254740991/,
    ),
  );
  test(
    ...sameBothWays(
      name('progress, with and without a token'),
      asking(
        behind,
        call(1, 'progress', {}, { progressToken: 'p' }),
        call(2, 'progress', {}, { progressToken: 0 }),
        call(3, 'progress', {}),
        call(
          4,
          'meta',
          {},
          { 'example.org/x': 1, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
        ),
      ),
      /step 2/,
    ),
  );
  test(...sameBothWays(name('a result that comes late'), asking(behind, call(1, 'late')), /"late/));
  test(
    ...sameBothWays(
      name('questions of the server, answered, refused, and to an agent that cannot be asked'),
      (fastPath) =>
        throughGateway(behind, fastPath, async ({ agent }) => {
          const sample = { role: 'assistant', model: 'm', content: { type: 'text', text: 'because' } };
          const able = await agent({
            capabilities: asked,
            answers: { 'elicitation/create': accepts, 'sampling/createMessage': sample },
          });
          for (const message of named('form', 'sample')) await able.send(message);
          await able.send(call('twice', 'twice', {}, { progressToken: 't' }));
          const unwilling = await agent({ capabilities: asked, answers: { 'elicitation/create': 'go away' } });
          await unwilling.send(call(1, 'form'));
          await (await agent()).send(call(1, 'form'));
        }),
      /Ada/,
      /because/,
    ),
  );
  test(
    ...sameBothWays(
      name('a call that is cancelled, one that is cancelled too late, and an id that is in use'),
      (fastPath) =>
        throughGateway(behind, fastPath, async ({ agent, serverSaw }) => {
          const one = await agent();
          const held = one.send(call('gone', 'hold'));
          await until(() => serverSaw().includes('"hold"'), 'the call reaches the server');
          await one.send(call('gone', 'echo'));
          await one.send(cancel('gone'));
          await held;
          await until(() => serverSaw().includes('notifications/cancelled'), 'the server is told');
          await one.send(call('gone', 'echo', { again: true }));
          await one.send(cancel('gone'));
        }),
      /again/,
    ),
  );
  test(
    ...sameBothWays(
      name('log messages and changed lists in between'),
      (fastPath) =>
        throughGateway(behind, fastPath, async ({ agent }) => {
          const one = await agent({ listens: true });
          await one.send(call(1, 'log'));
          await one.send(createRequest(2, 'logging/setLevel', { level: 'info' }));
          await one.send(call(3, 'log'));
          await until(() => JSON.stringify(one.unasked).includes('half done'), 'the log message');
          await one.send(call(4, 'change'));
          await until(() => JSON.stringify(one.unasked).includes('list_changed'), 'the change');
          await one.send(call(5, 'added'));
        }),
      /half done/,
    ),
  );
  test(
    ...sameBothWays(
      name('a session that ends in the middle of a call'),
      (fastPath) =>
        throughGateway(behind, fastPath, async ({ agent, serverSaw }) => {
          const one = await agent();
          const held = one.send(call(1, 'hold'));
          await until(() => serverSaw().includes('"hold"'), 'the call reaches the server');
          await one.end();
          await held;
          await until(() => serverSaw().includes('notifications/cancelled'), 'the server is told');
        }),
      /notifications\/cancelled/,
    ),
  );
  for (const version of ['2025-03-26', '2024-11-05'])
    test(
      ...sameBothWays(
        name(`calls, alone and in a batch, with ${version}`),
        (fastPath) =>
          throughGateway(behind, fastPath, async ({ agent }) => {
            const one = await agent({ version });
            await one.send(call(1, 'structured', { n: 1 }));
            await one.send([
              call(2, 'echo', {}),
              call(3, 'fail'),
              createNotification('notifications/cancelled', { requestId: 9 }),
            ]);
          }),
        /"id":1/,
      ),
    );
  test(
    ...sameBothWays(
      name('an agent of the modern era'),
      (fastPath) =>
        throughGateway(behind, fastPath, async ({ fixture }) => {
          const client = new Client(
            { name: 'modern', version: '1' },
            { capabilities: asked, versionNegotiation: { mode: 'auto' } },
          );
          client.setRequestHandler('elicitation/create', async () => accepts as never);
          const headers = { authorization: `Bearer ${fixture.address.token}` };
          const url = new URL(fixture.address.origin + serverPath('s'));
          await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
          for (const tool of ['echo', 'fail', 'form', 'picture'])
            await client.callTool({ name: tool, arguments: { n: 1 } });
          await assert.rejects(client.callTool({ name: 'nowhere', arguments: {} }), /Unknown tool/);
          await client.close();
        }),
      /Ada/,
    ),
  );

  test(name('with the switch on a short call passes by the SDK, with it off it does not'), async () => {
    const typeOf = async (fastPath: boolean): Promise<unknown> => {
      let types: readonly unknown[] = [];
      await throughGateway(behind, fastPath, async ({ agent }) => {
        const one = await agent();
        await one.send(call(1, 'echo'));
        ({ types } = one);
      });
      return types;
    };
    assert.deepEqual([await typeOf(true), await typeOf(false)], [['application/json'], ['text/event-stream']]);
  });
}
