import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { deferred } from '../../src/base/async.ts';
import type { Era } from '../../src/contract/inspector.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { manage, stateOf, textOf } from '../integration/serversSupport.ts';

failOnLeaks();

type Message = { readonly id?: number; readonly method: string; readonly params?: { readonly name?: string } };

const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

async function resultOf({ method, params }: Message, era: Era, release: Promise<void>): Promise<object | undefined> {
  const modern = {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: 'x', version: '1' },
  };
  if (method === 'server/discover') return era === 'modern' ? { ...complete, ...modern } : undefined;
  if (method === 'initialize' && era === 'legacy')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
  if (method === 'tools/list')
    return {
      ...(era === 'modern' && complete),
      tools: ['slow', 'reset'].map((name) => ({ name, inputSchema: { type: 'object' } })),
    };
  if (method !== 'tools/call') return method === 'ping' ? {} : undefined;
  await release;
  return { ...(era === 'modern' && complete), content: [{ type: 'text', text: String(params?.name) }] };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  era: Era,
  release: Promise<void>,
): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const message = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as Message;
  if (message.params?.name === 'reset') return void request.socket.resetAndDestroy();
  if (message.id === undefined) return void response.writeHead(202).end();
  const result = await resultOf(message, era, release);
  const body = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
}

for (const era of ['legacy', 'modern'] as const)
  test(`${era}: a request that is reset fails alone: the calls beside it get their results`, async () => {
    const release = deferred<void>();
    const http = createServer((request, response) => void answer(request, response, era, release.promise));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    {
      await using subject = manage({ kind: 'http', url, headers: {} });
      await subject.server.start();
      const { info } = stateOf(subject.server, 'connected');
      assert.equal(info.era, era);
      const slow = Array.from({ length: 4 }, () => subject.server.callTool('slow', {}));
      await assert.rejects(subject.server.callTool('reset', {}), { code: 'server/connect-failed' });
      assert.equal(subject.server.state.value.kind, 'connected');
      release.resolve();
      assert.deepEqual((await Promise.all(slow)).map(textOf), ['slow', 'slow', 'slow', 'slow']);
    }
    http.closeAllConnections();
    http.close();
  });
