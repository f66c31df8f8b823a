// Our own server over loopback HTTP: its calls go through the SDK either way.
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createEmbeddedServer } from '../../src/core/embedded/server.ts';
import { silentLog } from '../../src/base/log.ts';
import { LoopbackServer, type LoopbackAddress } from '../../src/core/mcpServer/serving/http/serveLoopback.ts';
import { profileNamed } from '../../src/core/mcpServer/profile.ts';
import { failOnLeaks } from '../support/leaks.ts';
import {
  createNotification,
  createRequest,
  createToolsCallRequest as call,
} from '../unit/mcpServer/support/messages.ts';
import { asks, badContent, echo, fails, faults, logs, tellsProgress, throws } from '../unit/mcpServer/support/tools.ts';
import { type Seen, sameBothWays } from './support/bothWays.ts';
import { RawAgent, type RawAgentOptions } from './support/rawAgent.ts';

failOnLeaks();

const plainTools = [echo, throws, faults, fails, badContent].map((tool) => Object.assign({}, tool, { plain: true }));
const tools = [...plainTools, logs, tellsProgress, asks];

async function serving(fastPath: boolean, talk: (address: LoopbackAddress) => Promise<unknown>): Promise<Seen> {
  const server = createEmbeddedServer({
    fastPath,
    profile: profileNamed('all', '0.0.0'),
    parts: { tools, toolSources: [], resources: [], prompts: [] },
    host: {
      log: silentLog,
      folders: () => [],
      trusted: () => true,
      env: {},
      homeDir: '/nowhere',
      setting: () => undefined,
      listServers: () => [],
    },
  });
  try {
    return { client: await talk(await new LoopbackServer(server).start()) };
  } finally {
    server.dispose();
  }
}

function asking(options: Partial<RawAgentOptions>, ...messages: readonly unknown[]) {
  return (fastPath: boolean): Promise<Seen> =>
    serving(fastPath, async ({ url, token = '' }) => {
      const agent = new RawAgent({ url, token, ...options });
      await agent.open();
      for (const message of messages) await agent.send(message);
      await agent.close();
      return agent.exchanges;
    });
}

const answers = { 'elicitation/create': { action: 'accept', content: { name: 'Ada' } } };

test(
  ...sameBothWays(
    'results, errors, progress, log messages and questions over loopback HTTP',
    asking(
      { capabilities: { elicitation: {} }, answers },
      call(1, 'echo', { text: 'x' }),
      call(2, 'echo', { text: 7 }),
      ...['throws', 'faults', 'fails', 'bad_content', 'logs', 'asks', 'nowhere'].map((name) => call(name, name, {})),
      call('p', 'tells_progress', {}, { progressToken: 'p' }),
      createRequest(3, 'tools/call', { name: 7 }),
    ),
    /Hello, Ada/,
    /step 3/,
  ),
);
test(
  ...sameBothWays(
    'odd ids and batches over loopback HTTP',
    asking(
      { version: '2025-03-26' },
      ...['', -1, 1.5, Number.MAX_SAFE_INTEGER, 7, 7].map((id) => call(id, 'echo', { text: 'x' })),
      [
        call(1, 'echo', { text: 'a' }),
        call(2, 'fails'),
        createNotification('notifications/cancelled', { requestId: 9 }),
      ],
    ),
    /9007199254740991/,
  ),
);
test(
  ...sameBothWays(
    'a modern client over loopback HTTP',
    (fastPath) =>
      serving(fastPath, async ({ url, token }) => {
        const client = new Client({ name: 'm', version: '1' }, { versionNegotiation: { mode: 'auto' } });
        const headers = { authorization: `Bearer ${token}` };
        await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
        const results = [
          await client.callTool({ name: 'echo', arguments: { text: 'x' } }),
          await client.callTool({ name: 'fails', arguments: {} }),
          await client.callTool({ name: 'throws', arguments: {} }).catch(String),
        ];
        await client.close();
        return [client.getProtocolEra(), ...results];
      }),
    /It did not work/,
  ),
);
