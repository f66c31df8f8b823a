// A server with 100 tools of eight parameters each, for the bench of lint.
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const range = (count) => Array.from({ length: count }, (_, at) => at);
const field = (at) => [
  `field_${at}`,
  {
    type: 'object',
    properties: { value: { type: 'string', pattern: '^[a-z]+$' }, tags: { type: 'array', items: {} } },
  },
];
const inputSchema = fromJsonSchema({
  type: 'object',
  properties: Object.fromEntries(range(8).map(field)),
  required: ['field_0'],
});

serveStdio(() => {
  const server = new McpServer({ name: 'hundred', version: '1.0.0' });
  for (const at of range(100)) {
    const description = `Looks up the records of register ${at} and returns those that fit every one of the given fields.`;
    server.registerTool(`lookup_${at}`, { description, inputSchema }, () => ({ content: [] }));
  }
  return server;
});
