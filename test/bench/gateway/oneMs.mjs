// A server of the official SDK whose one tool answers after 1 ms: node oneMs.mjs stdio|http legacy|modern
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const [transport, era] = process.argv.slice(2);
const inputSchema = fromJsonSchema({ type: 'object', properties: { message: { type: 'string' } } });

function make() {
  const server = new McpServer({ name: 'one-ms', version: '1.0.0' });
  server.registerTool('echo', { description: 'Says it again', inputSchema }, async ({ message }) => {
    await delay(1);
    return { content: [{ type: 'text', text: `Echo: ${message}` }] };
  });
  return server;
}

/** One transport a session, as the SDK's examples have it. */
function legacySessions() {
  const sessions = new Map();
  return async (request, response) => {
    const body = request.method === 'POST' ? await json(request) : undefined;
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known) return known.handleRequest(request, response, body);
    if (body?.method !== 'initialize') return response.writeHead(400).end('{}');
    const opened = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, opened),
    });
    await make().connect(opened);
    return opened.handleRequest(request, response, body);
  };
}

if (transport === 'stdio' && era === 'legacy') await make().connect(new StdioServerTransport());
else if (transport === 'stdio') serveStdio(make);
else {
  const handle = era === 'legacy' ? legacySessions() : toNodeHandler(createMcpHandler(make));
  const http = createServer(handle);
  http.listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ url: `http://127.0.0.1:${http.address().port}/mcp` })),
  );
}
