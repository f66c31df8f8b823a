import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as FirstTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { proves } from '../requirements.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { CliProcess, cliPath } from './support/cliProcess.ts';

// Independent implementations, against the built command line.
const stdio = { command: process.execPath, args: [cliPath, 'serve'], stderr: 'ignore' } as const;
let http: CliProcess;
let address: { readonly url: string; readonly token: string };
const headers = (): Record<string, string> => ({ authorization: `Bearer ${address.token}` });

before(async () => {
  http = new CliProcess(['serve', '--transport', 'http']);
  await until(() => http.lines().length === 1, 'the server listens');
  address = JSON.parse(http.lines()[0] ?? '') as typeof address;
});
after(async () => {
  http.child.kill('SIGTERM');
  await http.ended;
});

/** What every client must get: a list, a call with structure, an error of the tool and one of the protocol. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  close(): Promise<void>;
}

async function exercise(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.ok(tools.find(({ name }) => name === 'switchboard_servers')?.outputSchema);
  assert.ok(tools.some(({ name }) => name === 'kimi_analyze'));
  const called = await client.callTool({ name: 'switchboard_servers', arguments: {} });
  assert.deepEqual(called['structuredContent'], { servers: [] });
  const wrong = await client.callTool({ name: 'switchboard_servers', arguments: { state: 'odd' } });
  assert.equal(wrong['isError'], true);
  await assert.rejects(client.callTool({ name: 'nope', arguments: {} }), {
    code: -32602,
    message: /Unknown tool: nope/,
  });
  assert.ok((await client.listPrompts()).prompts.length > 0);
  await client.close();
}

async function second(
  mode: 'legacy' | 'auto',
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<Client> {
  const client = new Client({ name: 'interop', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  assert.equal(client.getProtocolEra(), mode === 'legacy' ? 'legacy' : 'modern');
  assert.equal(client.getNegotiatedProtocolVersion(), mode === 'legacy' ? '2025-11-25' : '2026-07-28');
  return client;
}

for (const mode of ['legacy', 'auto'] as const) {
  test(`the SDK's second version, ${mode}, over stdio`, async () => {
    await exercise(
      (await second(mode, new StdioClientTransport({ ...stdio, args: [...stdio.args] }))) as unknown as AnyClient,
    );
  });
  test(`the SDK's second version, ${mode}, over HTTP`, async () => {
    const transport = new StreamableHTTPClientTransport(new URL(address.url), { requestInit: { headers: headers() } });
    await exercise((await second(mode, transport)) as unknown as AnyClient);
  });
}

test("the SDK's first version over stdio", async () => {
  const client = new FirstClient({ name: 'interop', version: '1' });
  await client.connect(new FirstStdio({ ...stdio, args: [...stdio.args] }));
  await exercise(client as unknown as AnyClient);
});

test("the SDK's first version over HTTP", async () => {
  const client = new FirstClient({ name: 'interop', version: '1' });
  const transport = new FirstHttp(new URL(address.url), { requestInit: { headers: headers() } });
  await client.connect(transport as FirstTransport);
  await exercise(client as unknown as AnyClient);
});

const inspector = join(
  projectRoot,
  'test/conformance/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

function inspect(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, MCP_CATALOG_PATH: join(projectRoot, 'out/inspector-catalog.json') };
    execFile(process.execPath, [inspector, '--cli', ...args], { env, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

test(`MCP Inspector's command line lists and calls over stdio${proves('R39', 'R160')}`, async () => {
  const target = [process.execPath, cliPath, 'serve'];
  const listed = await inspect(...target, '--method', 'tools/list');
  assert.equal(listed.code, 0, listed.stderr);
  const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
  assert.ok(tools.some(({ name }) => name === 'switchboard_servers'));
  const called = await inspect(...target, '--method', 'tools/call', '--tool-name', 'switchboard_servers');
  assert.equal(called.code, 0, called.stderr);
  assert.deepEqual((JSON.parse(called.stdout) as { structuredContent: unknown }).structuredContent, { servers: [] });
});

test("MCP Inspector's command line lists over HTTP, and is refused without the token", async () => {
  const listed = await inspect(
    address.url,
    '--method',
    'tools/list',
    '--header',
    `Authorization: Bearer ${address.token}`,
  );
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, /switchboard_servers/);
  assert.notEqual((await inspect(address.url, '--method', 'tools/list')).code, 0);
});

test("MCP Inspector's lint finds no schema that some client could not use", async () => {
  const { code, stderr } = await inspect(process.execPath, cliPath, 'serve', '--method', 'tools/list', '--strict');
  assert.equal(code, 0, stderr);
});
