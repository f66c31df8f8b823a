// HTTP servers in this process that can be stopped, started again, and made to forget.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  fromJsonSchema,
} from '@modelcontextprotocol/server';

const anyInput = fromJsonSchema<Record<string, unknown>>({ type: 'object' });

export interface HttpFixture extends AsyncDisposable {
  readonly url: string;
  /** Each request as `METHOD status`. */
  readonly seen: string[];
  /** A legacy server that was restarted does not know its sessions any more. */
  forgetSessions(): void;
  /** Hangs up on everyone; the address stays the same for `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  addTool(name: string): void;
  /** Announces once more that the tools have changed: a client may have subscribed only by now. */
  tellToolsChanged(): void;
  /** Calls of `slow` that are under way; each ends when it is cancelled or cut off. */
  slowCalls(): number;
}

export async function httpFixture(
  era: 'legacy' | 'modern',
  wrap?: (request: Request) => Response | undefined | Promise<Response | undefined>,
  socket?: string,
): Promise<HttpFixture> {
  const seen: string[] = [];
  const names = ['echo', 'slow'];
  const slow = new Set<object>();
  const handler = era === 'modern' ? modernFace(names, slow) : legacyFace(names, slow);
  const handle = async (request: Request): Promise<Response> => {
    const response = (await wrap?.(request)) ?? (await handler.fetch(request));
    seen.push(`${request.method} ${response.status}`);
    return response;
  };
  let port = 0;
  let server: Server | undefined;
  const up = async (): Promise<void> => {
    const serve = toNodeHandler({ fetch: handle });
    server = createServer((request, response) => void serve(request as never, response));
    if (socket !== undefined) return new Promise<void>((resolve) => server!.listen(socket, resolve));
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const down = async (): Promise<void> => {
    const closed = new Promise((resolve) => server?.close(resolve));
    server?.closeAllConnections();
    await closed;
  };
  await up();
  return {
    url: socket === undefined ? `http://127.0.0.1:${port}/mcp` : `unix://${socket}#/mcp`,
    seen,
    up,
    down,
    forgetSessions: () => handler.forget(),
    addTool: (name) => {
      names.push(name);
      handler.added(name);
    },
    tellToolsChanged: () => handler.changed(),
    slowCalls: () => slow.size,
    [Symbol.asyncDispose]: async () => {
      await down();
      await handler.close();
    },
  };
}

interface Face {
  fetch(request: Request): Promise<Response>;
  forget(): void;
  added(name: string): void;
  changed(): void;
  close(): Promise<void>;
}

function makeServer(names: readonly string[], slow: Set<object>): McpServer {
  const server = new McpServer(
    { name: 'http-fixture', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  );
  for (const name of names) {
    server.registerTool(name, { inputSchema: anyInput }, async (args, ctx) => {
      if (name === 'slow') await untilAborted(ctx.mcpReq.signal, slow);
      return { content: [{ type: 'text', text: JSON.stringify(args) }] };
    });
  }
  return server;
}

async function untilAborted(signal: AbortSignal, slow: Set<object>): Promise<void> {
  slow.add(signal);
  if (!signal.aborted) await once(signal, 'abort');
  slow.delete(signal);
}

function modernFace(names: readonly string[], slow: Set<object>): Face {
  const handler = createMcpHandler(() => makeServer(names, slow), { legacy: 'reject' });
  return {
    fetch: (request) => handler.fetch(request),
    forget: () => {},
    added: () => handler.notify.toolsChanged(),
    changed: () => handler.notify.toolsChanged(),
    close: () => handler.close(),
  };
}

function legacyFace(names: readonly string[], slow: Set<object>): Face {
  const sessions = new Map<string, { transport: WebStandardStreamableHTTPServerTransport; server: McpServer }>();
  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const server = makeServer(names, slow);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, server }),
    });
    await server.connect(transport);
    return transport;
  };
  return {
    fetch: async (request) => {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return (await open()).handleRequest(request);
      const session = sessions.get(id);
      if (session) return session.transport.handleRequest(request);
      return Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } },
        { status: 404 },
      );
    },
    forget: () => sessions.clear(),
    added: (name) => {
      for (const { server } of sessions.values())
        server.registerTool(name, { inputSchema: anyInput }, () => ({ content: [] }));
    },
    changed: () => {
      for (const { server } of sessions.values()) server.sendToolListChanged();
    },
    close: async () => void (await Promise.all([...sessions.values()].map(({ server }) => server.close()))),
  };
}
