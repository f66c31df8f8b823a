// A plain server with the official SDK, both eras, for the bench: `echo` and `big`.
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const anyInput = fromJsonSchema({ type: 'object' });

serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('echo', { inputSchema: anyInput }, (args) => ({
    content: [{ type: 'text', text: JSON.stringify(args) }],
  }));
  server.registerTool('big', { inputSchema: anyInput }, ({ megabytes }) => ({
    content: [{ type: 'text', text: 'x'.repeat(Number(megabytes) * 1024 * 1024) }],
  }));
  return server;
});
