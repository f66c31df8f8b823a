// The server that all transports of the soak serve: it says again what it hears, with its name before it.
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';

const inputSchema = fromJsonSchema({ type: 'object', properties: { message: { type: 'string' } } });

/** @param {string} name */
export function makeEchoServer(name) {
  const server = new McpServer({ name, version: '1.0.0' }, { capabilities: { logging: {}, tools: {} } });
  server.registerTool('echo', { description: 'Says it again', inputSchema }, ({ message }) => ({
    content: [{ type: 'text', text: `${name}: ${message}` }],
  }));
  return server;
}
