// HTTP servers with 50 tools each, all in one process, which says where they are: node servers.ts
// 200 processes would be measured as a busy machine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';

const toolsEach = 50;

function definitionsOf(nth: number): readonly ToolDefinition[] {
  return Array.from({ length: toolsEach }, (_, at) => ({
    name: `service${nth}_action_${at}`,
    description: `Reads, changes and lists record ${at} of service ${nth}, and says what came of it`,
    inputSchema: {
      type: 'object' as const,
      properties: { path: { type: 'string', description: `Where record ${at} is kept` } },
    },
  }));
}

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

function answerTo({ method, params }: Asked, nth: number): object {
  const info = { capabilities: { tools: {} }, serverInfo: { name: `server${nth}`, version: '1' } };
  if (method === 'initialize') return { result: { protocolVersion: params?.protocolVersion, ...info } };
  if (method === 'tools/list') return { result: { tools: definitionsOf(nth) } };
  return { error: { code: -32_601, message: 'Method not found' } };
}

const http = createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  void text(request).then((body) => {
    const asked = JSON.parse(body) as Asked;
    if (asked.id === undefined) return response.writeHead(202).end();
    const answer = { jsonrpc: '2.0', id: asked.id, ...answerTo(asked, Number(request.url?.slice(1))) };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
http.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })),
);
process.stdin.resume().on('end', () => process.exit());
