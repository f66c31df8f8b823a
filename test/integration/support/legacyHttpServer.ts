import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';

export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly _meta?: { readonly progressToken?: number } };
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

export const stream = { 'content-type': 'text/event-stream' };
export const json = { 'content-type': 'application/json' };
export const result = (id: number, text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });

/** A legacy server that responds to calls as the test defines. `resumed` is what a stream is continued with. */
export async function scripted(answer: Answer, resumed?: (lastEventId: string) => string) {
  const methods: string[] = [];
  const web = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    methods.push(request.method ?? '');
    const lastEventId = request.headers['last-event-id'];
    if (typeof lastEventId === 'string' && resumed)
      return void response.writeHead(200, stream).end(resumed(lastEventId));
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const asked = (await readJson(request)) as Asked;
    if (asked.method === 'tools/call') return answer(asked, response);
    handshake(asked, response);
  };
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  return {
    methods,
    web,
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

/** Everything but calls: one tool, `t`, in one session. */
function handshake(asked: Asked, response: ServerResponse): void {
  if (asked.id === undefined) return void response.writeHead(202).end();
  const parts = answers[asked.method] ?? { error: { code: -32_601, message: 'Method not found' } };
  response
    .writeHead(200, { ...json, 'mcp-session-id': 's1' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...parts }));
}

const answers: Readonly<Record<string, object>> = {
  initialize: {
    result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  },
  'tools/list': { result: { tools: [{ name: 't', inputSchema: { type: 'object' } }] } },
};
