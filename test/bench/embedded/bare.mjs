// A server of the official SDK and nothing else, with the same tools: node bare.mjs stdio|http
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const text = fromJsonSchema({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] });

function make() {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool('echo', { description: 'echo', inputSchema: text }, async (args) => ({
    content: [{ type: 'text', text: args.text }],
  }));
  return server;
}

if (process.argv[2] === 'http') {
  const http = createServer(toNodeHandler(createMcpHandler(make)));
  http.listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ url: `http://127.0.0.1:${http.address().port}/mcp` })),
  );
} else {
  serveStdio(make);
}
