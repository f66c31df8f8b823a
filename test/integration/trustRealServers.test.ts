import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '../../src/base/async.ts';
import type { ToolDefinition } from '../../src/core/wire/definitions.ts';
import { mentionsOf } from '../../src/core/trust/scan/mentions.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { scanServer } from '../../src/core/trust/scan/scan.ts';

/** Third-party servers: their texts must raise no finding. */
const modules = fileURLToPath(new URL('../fixtures/servers/node_modules/', import.meta.url));
const servers: Readonly<Record<string, readonly string[]>> = {
  everything: ['@modelcontextprotocol/server-everything/dist/index.js', 'stdio'],
  filesystem: ['@modelcontextprotocol/server-filesystem/dist/index.js', '/tmp'],
  memory: ['@modelcontextprotocol/server-memory/dist/index.js'],
  thinking: ['@modelcontextprotocol/server-sequential-thinking/dist/index.js'],
  github: ['@modelcontextprotocol/server-github/dist/index.js'],
  context7: ['@upstash/context7-mcp/dist/index.js'],
  notion: ['@notionhq/notion-mcp-server/bin/cli.mjs'],
  chart: ['@antv/mcp-server-chart/build/index.js'],
};

interface Listing {
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
}

async function list([script = '', ...args]: readonly string[]): Promise<Listing> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/tmp', NOTION_TOKEN: 'x', GITHUB_PERSONAL_ACCESS_TOKEN: 'x' };
  const child = spawn(process.execPath, [modules + script, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
    cwd: '/tmp',
  });
  try {
    return await withTimeout(talk(child), 60_000, script);
  } finally {
    child.kill('SIGKILL');
  }
}

async function talk(child: ChildProcess): Promise<Listing> {
  const send = (message: object): unknown => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  let instructions: string | undefined;
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith('{')) continue;
    const { id, result } = JSON.parse(line) as { id?: number; result?: Listing };
    if (id === 1) {
      instructions = result?.instructions;
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/list', params: {} });
    }
    if (id === 2 && result) return { tools: result.tools, ...(instructions !== undefined && { instructions }) };
  }
  throw new Error('the server ended');
}

test('texts of real servers raise no finding and lose nothing to the redactor', async () => {
  const listings = await Promise.all(
    Object.entries(servers).map(async ([name, words]) => [name, await list(words)] as const),
  );
  const names = new Map(listings.map(([name, { tools }]) => [name, tools.map((tool) => tool.name)]));
  assert.ok([...names.values()].flat().length > 90);
  for (const [name, { tools, instructions }] of listings) {
    const findings = scanServer({
      tools,
      ...(instructions !== undefined && { instructions }),
      others: mentionsOf(names, name),
    });
    assert.deepEqual(
      findings.filter(({ severity }) => severity !== 'low'),
      [],
      name,
    );
    assert.equal(new Redactor().value(tools), tools, name);
  }
});
