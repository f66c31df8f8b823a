import type { ServerTool } from '../mcpServer/tool.ts';

/** `switchboard_servers`: the servers that this editor manages and their state. */
export const serversTool: ServerTool = {
  name: 'switchboard_servers',
  title: 'List managed MCP servers',
  description:
    'List the MCP servers that Switchboard manages: state, protocol era, number of tools and last error of each. Changes nothing and starts nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      state: {
        type: 'string',
        enum: ['disconnected', 'pending', 'connecting', 'connected', 'waiting', 'error'],
        description: 'Only servers in this state',
      },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      servers: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            label: { type: 'string' },
            source: { type: 'string', description: 'Configuration file or "embedded"' },
            transport: { type: 'string' },
            state: { type: 'string' },
            era: { type: 'string', enum: ['legacy', 'modern'] },
            protocolVersion: { type: 'string' },
            toolCount: { type: 'integer' },
            lastError: { type: 'string' },
          },
          required: ['id', 'label', 'source', 'transport', 'state'],
        },
      },
    },
    required: ['servers'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  profiles: [],
  load: async (host) => (await import('./listServers.ts')).listServers(host),
};
