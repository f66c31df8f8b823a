// The wall clock is set by a user, by the network and by a machine that slept: nothing may hang on it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { failOnLeaks } from '../support/leaks.ts';
import { everything, openGatewayFixture } from '../integration/support/gatewayFixture.ts';

failOnLeaks();

const dayMs = 86_400_000;

async function echo(agent: Client, message: string): Promise<string> {
  const { content } = await agent.callTool({ name: 'mcp_everything_echo', arguments: { message } });
  return (content as { text: string }[])[0]?.text ?? '';
}

for (const days of [400, -400])
  test(`a jump of ${days} days: calls, new agents and the rate of calls go on as before`, async (t) => {
    const realNow = Date.now;
    let offsetMs = 0;
    t.mock.method(Date, 'now', () => realNow() + offsetMs);
    const fixture = await openGatewayFixture({ everything }, { everything: { tools: { echo: { perMinute: 3 } } } });
    try {
      const agent = await fixture.agent();
      assert.equal(await echo(agent, 'before'), 'Echo: before');
      offsetMs = days * dayMs;
      assert.equal(await echo(agent, 'after'), 'Echo: after');
      const other = await fixture.agent({ name: 'other', era: 'auto' });
      assert.equal(await echo(other, 'new'), 'Echo: new');
      const { content } = await agent.callTool({ name: 'mcp_everything_echo', arguments: { message: 'too often' } });
      const wait = Number(/(\d+) s/.exec((content as { text: string }[])[0]?.text ?? '')?.[1] ?? 0);
      assert.ok(wait <= 60, `it says to wait ${wait} s`);
    } finally {
      await fixture.close();
    }
  });
