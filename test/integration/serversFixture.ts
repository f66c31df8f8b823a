// A server with every feature, made with the official SDK, for both eras and in this process.
import {
  McpServer,
  type McpServerFactory,
  ResourceTemplate,
  type Transport,
  acceptedContent,
  fromJsonSchema,
  inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { MemoryLaunch } from '../../src/core/servers/model/launch.ts';

const anyInput = fromJsonSchema<Record<string, unknown>>({ type: 'object' });
const nameForm = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string' as const }, age: { type: 'number' as const, default: 42 } },
    required: ['name'],
  },
};

export interface Fixture {
  readonly launch: MemoryLaunch;
  /** The server of the last connection. */
  current(): McpServer;
  connections(): number;
  /** Calls of `wait` that are under way. */
  waiting(): number;
  /** Ends them. */
  release(): void;
}

/** `legacy` speaks only the old era, `modern` chooses by how the client opens. */
export function fixture(era: 'legacy' | 'modern', change: (server: McpServer) => void = () => {}): Fixture {
  const made: McpServer[] = [];
  let connections = 0;
  const waiting = new Set<() => void>();
  const make: McpServerFactory = () => {
    const server = makeServer(waiting);
    change(server);
    made.push(server);
    return server;
  };
  const serve = async (end: Transport): Promise<void> => {
    connections++;
    if (era === 'modern') serveStdio(make, { transport: end });
    else await (make({ era: 'legacy' } as never) as McpServer).connect(end);
  };
  return {
    launch: { kind: 'memory', serve: (end) => serve(end as Transport) },
    current: () => made.at(-1)!,
    connections: () => connections,
    waiting: () => waiting.size,
    release: () => {
      for (const done of waiting) done();
    },
  };
}

function makeServer(waiting: Set<() => void>): McpServer {
  const server = new McpServer(
    { name: 'fixture', version: '2.0.0' },
    {
      capabilities: {
        logging: {},
        completions: {},
        resources: { subscribe: true, listChanged: true },
        tools: { listChanged: true },
        prompts: {},
      },
      instructions: 'Be kind.',
    },
  );
  addTools(server);
  addWait(server, waiting);
  server.registerResource('note', 'test://note', { description: 'A note' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'noted' }],
  }));
  const template = new ResourceTemplate('test://item/{id}', {
    list: undefined,
    complete: { id: (value) => ['one', 'two'].filter((each) => each.startsWith(value)) },
  });
  server.registerResource('item', template, {}, (uri) => ({ contents: [{ uri: uri.href, text: uri.pathname }] }));
  server.registerPrompt('greet', { description: 'Greets' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
}

function text(value: unknown): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] };
}

function addTools(server: McpServer): void {
  server.registerTool('echo', { inputSchema: anyInput }, (args) => text(args));
  server.registerTool('fails', { inputSchema: anyInput }, () => ({ ...text('it failed'), isError: true }));
  server.registerTool('ask_form', { inputSchema: anyInput }, (_, ctx) => {
    const responses = ctx.mcpReq.inputResponses;
    if (responses?.['form'])
      return text({ accepted: acceptedContent(responses, 'form') ?? null, answer: responses['form'] });
    return inputRequired({ inputRequests: { form: inputRequired.elicit(nameForm) } });
  });
  server.registerTool('ask_url', { inputSchema: anyInput }, (args, ctx) => {
    const responses = ctx.mcpReq.inputResponses;
    if (responses?.['url']) return text(responses['url']);
    const url = String(args['url'] ?? 'https://example.org/confirm');
    return inputRequired({ inputRequests: { url: inputRequired.elicitUrl({ message: 'Please confirm', url }) } });
  });
  server.registerTool('ask_model', { inputSchema: anyInput }, (_, ctx) => {
    const responses = ctx.mcpReq.inputResponses;
    if (responses?.['model']) return text(responses['model']);
    const params = {
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }],
      maxTokens: 10,
    };
    return inputRequired({ inputRequests: { model: inputRequired.createMessage(params) } });
  });
  server.registerTool('ask_roots', { inputSchema: anyInput }, (_, ctx) => {
    const responses = ctx.mcpReq.inputResponses;
    return responses?.['roots']
      ? text(responses['roots'])
      : inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });
  server.registerTool('log', { inputSchema: anyInput }, async (_, ctx) => {
    await ctx.mcpReq.log('info', 'a line of log');
    return text('logged');
  });
  server.registerTool('progress', { inputSchema: anyInput }, async (_, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken ?? 'nobody asked';
    for (let progress = 1; progress <= 3; progress++) {
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } });
    }
    return text('done');
  });
}

/** A call that ends when it is released or cancelled. */
function addWait(server: McpServer, waiting: Set<() => void>): void {
  server.registerTool('wait', { inputSchema: anyInput }, async (_, ctx) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    ctx.mcpReq.signal.addEventListener('abort', () => resolve(), { once: true });
    await promise.finally(() => waiting.delete(resolve));
    return text('waited');
  });
}
