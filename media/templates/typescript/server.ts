import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const input = z.strictObject({
  a: z.number().describe('The first number'),
  b: z.number().describe('The second number'),
});
const output = z.object({ sum: z.number().describe('a + b') });

/** One server for each connection. It speaks the protocol versions 2025-11-25 and 2026-07-28. */
function makeServer(): McpServer {
  const server = new McpServer({ name: '{{name}}', version: '0.1.0' });
  server.registerTool(
    'add',
    {
      title: 'Add',
      description: 'Adds two numbers. Use it for sums that have to be exact.',
      inputSchema: input,
      outputSchema: output,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ a, b }) => {
      const structuredContent = { sum: a + b };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  return server;
}

// stdout belongs to the protocol: write logs to stderr.
const [, , flag, port = '3000'] = process.argv;
if (flag === '--http') {
  const { fetch } = createMcpHandler(makeServer);
  createServer(toNodeHandler({ fetch })).listen(Number(port), '127.0.0.1', () =>
    console.error(`Listening on http://127.0.0.1:${port}/mcp`),
  );
} else serveStdio(makeServer);
