import type { McpServer, ServerCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { Era } from '../../../contract/inspector.ts';
import { capabilitiesOf } from '../../mcpServer/handlers/callContext.ts';
import { ClientLog } from '../../mcpServer/handlers/clientLog.ts';
import { type HandlerTable, handleAll } from '../../mcpServer/handlers/handle.ts';
import { bareInstance, forwardChanges } from '../../mcpServer/handlers/serverInstance.ts';
import type { ConnectionView } from '../../mcpServer/servableServer.ts';
import type { JsonSchema } from '../../mcpServer/tool.ts';
import { tasksExtension } from '../../wire/tasksExtension.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import type { SuspendedCalls } from '../calls/suspendedCalls.ts';
import { AgentLog } from './agentLog.ts';
import type { EndpointContext } from './endpointContext.ts';
import { agentName } from './agentName.ts';
import { contentHandlers } from './handleContents.ts';
import { passedTaskHandlers } from './handleTasks.ts';
import { endpointToolHandlers } from './handleTools.ts';
import { missingServersTool } from './ownTools.ts';

const capabilities: ServerCapabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: false },
  completions: {},
  logging: {},
};

interface InstanceParts {
  readonly suspended: SuspendedCalls<ToolResult>;
  readonly suspendedPrompts: SuspendedCalls<unknown>;
  readonly unseal: (state: string, context: ServerContext) => Promise<unknown>;
}

/** One agent's connection to an endpoint, or one request of a stateless agent. */
export function newEndpointInstance(
  endpoint: EndpointContext,
  { suspended, suspendedPrompts, unseal }: InstanceParts,
  era: Era,
  connection?: ConnectionView,
): McpServer {
  const { log } = endpoint.host;
  const mcp = bareInstance(
    {
      serverInfo: identityOf(endpoint),
      instructions: instructionsOf(endpoint),
      capabilities: era === 'modern' ? { ...capabilities, extensions: { [tasksExtension]: {} } } : capabilities,
      unseal,
      inputSchema: (name) => endpoint.exposed.peek().get(name)?.definition.inputSchema as JsonSchema | undefined,
    },
    era,
  );
  const watched = new Set<string>();
  const agentLog = new AgentLog(endpoint.servers);
  const client = { server: mcp.server, log, clientLog: new ClientLog(), suspended };
  const handlers: HandlerTable = {
    ping: () => ({}),
    ...endpointToolHandlers(endpoint, client, era),
    ...contentHandlers(endpoint, watched, {
      era,
      suspended: suspendedPrompts,
      agentOf: (params) => agentName(mcp.server, params),
      capabilitiesOf: (request) => capabilitiesOf(mcp.server, request),
    }),
    ...(era === 'legacy'
      ? agentLog.handlers
      : passedTaskHandlers(endpoint, (request) => capabilitiesOf(mcp.server, request))),
  };
  handleAll(mcp.server, handlers, log);
  const changes = connection && forwardChanges(mcp, endpoint.features, connection, era === 'legacy' ? watched : 'all');
  if (changes && era === 'legacy') changes.add(agentLog.forward(mcp, connection));
  Object.assign(mcp.server, {
    onclose: () => {
      changes?.dispose();
      for (const uri of watched) void endpoint.servers.unsubscribe(uri);
    },
    onerror: (error: Error) => log.debug('protocol', { error }),
  });
  return mcp;
}

/** VS Code names tools after it, so a server keeps the name that the user gave it. */
export function identityOf({ scope, servers: members, parts }: EndpointContext): {
  readonly name: string;
  readonly version: string;
} {
  const { version } = parts;
  if (scope.kind === 'all') return { name: 'mcp-switchboard-gateway', version };
  return { name: members.all()[0]?.label ?? scope.id, version };
}

function instructionsOf(endpoint: EndpointContext): string | undefined {
  const texts = [...endpoint.servers.instructions()];
  const missing = endpoint.scope.kind === 'all' ? endpoint.missing().map(({ server }) => server) : [];
  if (missing.length > 0)
    texts.push(`Not available now: ${missing.join(', ')}. ${missingServersTool.definition.name} tells why.`);
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}
