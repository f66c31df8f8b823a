import type { McpServer, Result } from '@modelcontextprotocol/server';
import { deferred } from '../../../base/async.ts';
import { isRecord } from '../../../base/json.ts';
import type { FastPathCall } from '../../mcpServer/servableServer.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import type { RpcRequest } from '../../wire/message.ts';
import type { AgentCall } from '../calls/agentCall.ts';
import type { EndpointContext } from './endpointContext.ts';
import { beginTool } from './handleTools.ts';

type Call = AgentCall<ToolResult>;

/** How long an agent waits without a sign that its call has come in. */
const promptResultMs = 1_000;

/** Nothing for what only the handler behind the SDK knows: own tools, unknown ones, answers to questions. */
export function beginBeforeSdk(
  endpoint: EndpointContext,
  { id, params = {} }: RpcRequest,
  mcp: McpServer,
): FastPathCall | undefined {
  const { name, arguments: args = {}, requestState, inputResponses } = params;
  const tool = typeof name === 'string' ? endpoint.find(name) : undefined;
  if (!tool || !isRecord(args) || requestState !== undefined || inputResponses !== undefined) return undefined;
  const { server } = mcp;
  const call = beginTool(endpoint, { server, capabilities: server.getClientCapabilities() ?? {} }, tool, args, params);
  const project = (result: ToolResult): Result =>
    server.projectCallToolResult(result as never, tool.definition.outputSchema as never);
  return {
    promptResult: promptResult(call, project, () => endpoint.handedOver.put(server, id, call)),
    end: () => call.end(),
  };
}

/** The result, unless something else comes first: a question, progress, an error, or too much time. */
async function promptResult(
  call: Call,
  project: (result: ToolResult) => Result,
  late: () => void,
): Promise<Result | undefined> {
  const waited = deferred<void>();
  const timer = setTimeout(waited.resolve, promptResultMs);
  const first = await Promise.race([call.round().catch(() => {}), call.hadProgress, waited.promise]);
  clearTimeout(timer);
  if (first?.kind === 'done') return project(first.result);
  if (!call.isEnded) late();
  return undefined;
}
