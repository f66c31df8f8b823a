import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { afterEach } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  LoopbackServer,
  type LoopbackAddress,
  type LoopbackOptions,
} from '../../../src/core/mcpServer/serving/http/serveLoopback.ts';
import type { ServerTool } from '../../../src/core/mcpServer/tool.ts';
import type { ServerToolSource } from '../../../src/core/mcpServer/toolSource.ts';
import type { Tap } from '../../../src/core/wire/tap.ts';
import {
  type Json,
  createInitializeRequest,
  createNotification,
  createRequest,
  modernMeta,
} from '../../unit/mcpServer/support/messages.ts';
import { type TestServer, makeServer } from '../../unit/mcpServer/support/session.ts';
import { echo, tellsProgress, throws } from '../../unit/mcpServer/support/tools.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Ends something when its test is over, what came last first. */
export function atEnd(close: () => unknown): void {
  open.push(close);
}

/** Nothing listens at a URL any more. */
export const refused = { name: 'TypeError', message: 'fetch failed' };

export interface LoopbackFixture extends LoopbackAddress {
  readonly made: TestServer;
  readonly loopback: LoopbackServer;
  readonly token: string;
}

export async function start(
  options: LoopbackOptions = {},
  more: readonly ServerTool[] = [],
  sources: readonly ServerToolSource[] = [],
  tap?: Tap,
): Promise<LoopbackFixture> {
  const made = makeServer({
    parts: { tools: [echo, throws, tellsProgress, ...more], toolSources: sources, resources: [], prompts: [] },
    ...(tap && { taps: { open: () => tap } }),
  });
  atEnd(() => made.server.dispose());
  const loopback = new LoopbackServer(made.server, options);
  const address = await loopback.start();
  return { made, loopback, url: address.url, token: address.token ?? '' };
}

export const both = 'application/json, text/event-stream';

export function post(
  fixture: LoopbackFixture,
  body: Json | string | readonly Json[],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(fixture.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.token}`, 'content-type': 'application/json', accept: both, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function postModern(
  fixture: LoopbackFixture,
  method: string,
  params: Json = {},
  init: RequestInit = {},
  name?: string,
): Promise<Response> {
  return fetch(fixture.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fixture.token}`,
      'content-type': 'application/json',
      accept: both,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify(
      createRequest(1, method, { ...params, _meta: { ...modernMeta(), ...(params['_meta'] as Json | undefined) } }),
    ),
    ...init,
  });
}

/** The messages of an answer, be it JSON or a stream of events. */
export async function messagesOf(response: Response): Promise<Json[]> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'text/event-stream') return [JSON.parse(text) as Json];
  return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Json] : []));
}

export async function openSession(fixture: LoopbackFixture, version = '2025-11-25'): Promise<Record<string, string>> {
  const response = await post(fixture, createInitializeRequest(1, version));
  assert.equal(response.status, 200);
  await response.text();
  const headers = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
  assert.equal((await post(fixture, createNotification('notifications/initialized'), headers)).status, 202);
  return headers;
}

export async function connectClient(
  fixture: LoopbackFixture,
  mode: 'legacy' | 'auto',
  onChanged: () => void = () => {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, listChanged: { tools: { onChanged, debounceMs: 0 } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(fixture.url), {
      requestInit: { headers: { authorization: `Bearer ${fixture.token}` } },
    }),
  );
  atEnd(() => client.close());
  return client;
}

/** With headers that fetch would not let us set. */
export function rawRequest(
  fixture: LoopbackFixture,
  headers: Record<string, string>,
  method = 'POST',
  path = '/mcp',
): Promise<{ readonly status: number; readonly headers: Record<string, unknown>; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      new URL(path, fixture.url),
      { method, headers: { 'content-type': 'application/json', accept: both, ...headers } },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject).end(method === 'POST' ? JSON.stringify(createInitializeRequest(1)) : undefined);
  });
}

export const bearer = (fixture: LoopbackFixture): Record<string, string> => ({
  authorization: `Bearer ${fixture.token}`,
});
