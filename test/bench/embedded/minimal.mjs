// The least that a stdio server of the official SDK can be.
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const inputSchema = fromJsonSchema({ type: 'object', properties: { text: { type: 'string' } } });

serveStdio(() => {
  const server = new McpServer({ name: 'minimal', version: '1.0.0' });
  server.registerTool('echo', { inputSchema }, async (args) => ({
    content: [{ type: 'text', text: String(args.text) }],
  }));
  return server;
});
