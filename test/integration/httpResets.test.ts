import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { deferred } from '../../src/base/async.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { manage, textOf } from './serversSupport.ts';

failOnLeaks();

type Message = { readonly id?: number; readonly method: string; readonly params?: { readonly name?: string } };

const release = deferred<void>();

async function resultOf({ method, params }: Message): Promise<object | undefined> {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
  if (method === 'tools/list')
    return { tools: ['slow', 'reset'].map((name) => ({ name, inputSchema: { type: 'object' } })) };
  if (method !== 'tools/call') return method === 'ping' ? {} : undefined;
  await release.promise;
  return { content: [{ type: 'text', text: String(params?.name) }] };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const message = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as Message;
  if (message.params?.name === 'reset') return void request.socket.resetAndDestroy();
  if (message.id === undefined) return void response.writeHead(202).end();
  const result = await resultOf(message);
  const body = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
}

test('a request that is reset fails alone: the calls beside it get their results', async () => {
  const http = createServer((request, response) => void answer(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  {
    await using subject = manage({ kind: 'http', url, headers: {} });
    await subject.server.start();
    const slow = Array.from({ length: 4 }, () => subject.server.callTool('slow', {}));
    await assert.rejects(subject.server.callTool('reset', {}), { code: 'server/connect-failed' });
    assert.equal(subject.server.state.value.kind, 'connected');
    release.resolve();
    assert.deepEqual((await Promise.all(slow)).map(textOf), ['slow', 'slow', 'slow', 'slow']);
  }
  http.closeAllConnections();
  http.close();
});
