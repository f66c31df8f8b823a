// Servers of others that are well: nothing that they print is taken for a failure. `npm run trials` does the same with 68.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { open, stdio } from '../support/coreFixture.ts';
import { healthyFindings } from '../support/healthyFindings.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { realPath } from './serversSupport.ts';

failOnLeaks();

const servers: Readonly<Record<string, readonly string[]>> = {
  everything: ['@modelcontextprotocol/server-everything/dist/index.js', 'stdio'],
  everything2024: ['everything-2024/dist/index.js'],
  filesystem: ['@modelcontextprotocol/server-filesystem/dist/index.js', tmpdir()],
  memory: ['@modelcontextprotocol/server-memory/dist/index.js'],
  thinking: ['@modelcontextprotocol/server-sequential-thinking/dist/index.js'],
  github: ['@modelcontextprotocol/server-github/dist/index.js'],
  context7: ['@upstash/context7-mcp/dist/index.js'],
  notion: ['@notionhq/notion-mcp-server/bin/cli.mjs'],
  chart: ['@antv/mcp-server-chart/build/index.js'],
  hello: ['mcp-hello-world/build/stdio.js'],
  eslint: ['@eslint/mcp/src/mcp-cli.js'],
};

for (const [name, [script = '', ...args]] of Object.entries(servers)) {
  test(`nothing is found wrong with ${name}, which is well`, async () => {
    await using subject = await open({ servers: { [name]: stdio(realPath(script), ...args) } });
    subject.ports.answer = 'Approve';
    await subject.core.approve(name);
    await subject.core.server(name).start();
    assert.ok(subject.core.server(name).tools.value.length > 0);
    assert.deepEqual(healthyFindings(subject.core, name), []);
  });
}
