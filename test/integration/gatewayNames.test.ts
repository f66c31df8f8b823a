import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { serverPath } from '../../src/core/gateway/discovery/paths.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { everything, openGatewayFixture } from './support/gatewayFixture.ts';

failOnLeaks();

const sum = { a: 2, b: 3 };

async function call(agent: Client, name: string, args: Record<string, unknown> = sum): Promise<string> {
  return JSON.stringify((await agent.callTool({ name, arguments: args })).content);
}

test(`a name with - for _ or _ for - reaches the tool, at each address and in a batch${proves('C1')}`, async () => {
  const fixture = await openGatewayFixture({ everything }, { everything: true });
  try {
    const [single, all] = [await fixture.agent({ at: serverPath('everything') }), await fixture.agent({ era: 'auto' })];
    assert.match(await call(single, 'get_sum'), /The sum of 2 and 3 is 5\./);
    assert.match(await call(all, 'mcp-everything-get_sum'), /The sum of 2 and 3 is 5\./);
    const calls = [{ tool: 'mcp_everything_get_sum', arguments: sum }];
    assert.match(await call(all, 'switchboard-batch', { calls }), /The sum of 2 and 3 is 5\./);
    await assert.rejects(call(single, 'Get_sum'), /Unknown tool: Get_sum/);
  } finally {
    await fixture.close();
  }
});
