// Calls of the modern era through the gateway: of a modern agent, to a modern server, and both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import {
  type Json,
  createRequest,
  createToolsCallRequest as call,
  createToolsListRequest,
} from '../unit/mcpServer/support/messages.ts';
import { type Seen, sameBothWays } from './support/bothWays.ts';
import { type Behind, throughGateway } from './support/fastPathGateway.ts';

failOnLeaks();

type Talk = Parameters<typeof throughGateway>[2];

interface Server {
  readonly behind: Behind;
  readonly isModern: boolean;
  readonly asJson?: boolean;
}

const servers: readonly Server[] = [
  { behind: 'stdio', isModern: false },
  { behind: 'stdio', isModern: true },
  { behind: 'HTTP', isModern: false },
  { behind: 'HTTP', isModern: true },
  { behind: 'HTTP', isModern: true, asJson: true },
];

const named = (...names: readonly string[]): readonly Json[] => names.map((name, id) => call(id, name, { n: 1 }));
const kinds = ['echo', 'structured', 'picture', 'marked', 'fail', 'refuse', 'noContent', 'nonsense', 'extra'];
const odd = ['extraInBlock', 'notText', 'large', 'nowhere', 'list'];
const modernKinds = ['unfinished', 'unnamed', 'untyped', 'meta'];
const asked = { elicitation: { form: {} }, sampling: {} };
const accepts = { action: 'accept', content: { name: 'Ada' } };

for (const server of servers) {
  const { behind, isModern, asJson } = server;
  const what = `a ${isModern ? 'modern' : 'legacy'} server over ${behind}${asJson ? ' in bodies' : ''}`;
  const through =
    (talk: Talk) =>
    (fastPath: boolean): Promise<Seen> =>
      throughGateway(behind, fastPath, talk, server);
  const same = (name: string, talk: Talk, ...expected: readonly RegExp[]): void =>
    void test(...sameBothWays(`${name}, in front of ${what}`, through(talk), ...expected));

  same(
    'results and errors of every kind, for a modern agent',
    async ({ modernAgent }) => {
      const one = modernAgent();
      await one.send(createToolsListRequest('list'));
      for (const message of named(...kinds, ...odd, ...modernKinds)) await one.send(message);
    },
    /not today/,
    /Unknown tool/,
    /"resultType":"complete"/,
  );
  same(
    'params, envelopes and headers that are wrong or unusual',
    async ({ modernAgent }) => {
      const one = modernAgent();
      const echo = call(1, 'echo', {});
      for (const params of [{}, { name: 7 }, { name: 'echo', arguments: [1] }, { name: 'echo', extra: 1 }])
        await one.send(createRequest(1, 'tools/call', params));
      await one.send(createRequest(2, 'tools/call', { name: 'echo', requestState: 'x' }));
      await one.send(createRequest(3, 'tools/call', { name: 'echo', task: { ttl: 1 } }));
      for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name'])
        for (const value of ['', 'other', '2025-11-25']) await one.send(echo, { headers: { [name]: value } });
      await one.send(echo, { headers: { 'mcp-name': '=?base64?ZWNobw==?=' } });
      const key = (end: string): string => `io.modelcontextprotocol/${end}`;
      for (const meta of [
        { [key('protocolVersion')]: '2099-01-01' },
        { [key('clientInfo')]: { name: 7 } },
        { [key('clientInfo')]: { name: 'a', version: '1', title: 7 } },
        { [key('clientCapabilities')]: { elicitation: 7 } },
        { [key('logLevel')]: 'info' },
        { [key('logLevel')]: 'loud' },
        { progressToken: {} },
      ])
        await one.send(call(4, 'echo', {}, meta));
      for (const id of ['', 'ü', 0, -7, 1.5]) await one.send(call(id, 'echo', { id }));
    },
    /Mcp-Name/,
  );
  if (asJson) continue; // a body holds one message
  same(
    'progress, with and without a token, and a trace',
    async ({ modernAgent }) => {
      const one = modernAgent();
      await one.send(call(1, 'progress', {}, { progressToken: 'p' }));
      await one.send(call(2, 'progress', {}));
      await one.send(call(3, 'meta', {}, { 'example.org/x': 1 }));
    },
    /step 2/,
  );
  same('a result that comes late', async ({ modernAgent }) => void (await modernAgent().send(call(1, 'late'))), /late/);
  same(
    'a question of the server, answered by the next round, and to an agent that cannot be asked',
    async ({ modernAgent }) => {
      const able = modernAgent(asked);
      const first = (await able.send(call(1, 'form'))) as { result: { inputRequests: object; requestState: string } };
      const { inputRequests, requestState } = first.result;
      const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, accepts]));
      await able.send(createRequest(2, 'tools/call', { name: 'form', arguments: {}, inputResponses, requestState }));
      await modernAgent().send(call(1, 'form'));
    },
    /Ada/,
  );
  same(
    'a call whose agent closes the connection',
    async ({ modernAgent, serverSaw }) => {
      const one = modernAgent();
      const gone = new AbortController();
      const held = one.send(call(1, 'hold'), { signal: gone.signal });
      await until(() => serverSaw().includes('"hold"'), 'the call reaches the server');
      gone.abort();
      await assert.rejects(held, { name: 'AbortError' });
      const sign = behind === 'HTTP' && isModern ? '"abandoned"' : 'notifications/cancelled'; // of a closed stream nothing else tells
      await until(() => serverSaw().includes(sign), 'the server is told');
      await one.send(call(2, 'echo', { again: true }));
    },
    /again/,
  );
  test(`with the switch on a modern agent's short call passes by the SDK, with it off it does not: ${what}`, async () => {
    const opened = async (fastPath: boolean): Promise<number> => {
      let instances = 0;
      await through(async ({ modernAgent, fixture }) => {
        await modernAgent().send(createToolsListRequest('list'));
        const endpoint = fixture.core.gateway.endpoint({ kind: 'server', id: 's' });
        const open = endpoint.open.bind(endpoint);
        endpoint.open = (...args) => (instances++, open(...args));
        await modernAgent().send(call(1, 'echo'));
      })(fastPath);
      return instances;
    };
    assert.deepEqual([await opened(true), await opened(false)], [0, 1]);
  });
  if (!isModern) continue;
  same(
    'results and errors of every kind, progress and questions, for a legacy agent',
    async ({ agent }) => {
      const one = await agent({ capabilities: asked, answers: { 'elicitation/create': accepts } });
      for (const message of named(...kinds, ...odd, ...modernKinds, 'form')) await one.send(message);
      await one.send(call('p', 'progress', {}, { progressToken: 'p' }));
    },
    /not today/,
    /Ada/,
    /step 2/,
  );
}
