import type { McpServer } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import { type FastPathCall, watchForPromptResult } from '../../fastPath/serving/promptResult.ts';
import type { RpcRequest } from '../../wire/message.ts';
import type { EndpointContext } from './endpointContext.ts';
import { beginTool } from './handleTools.ts';

/** `undefined` for what only the SDK's handler can serve: own tools, unknown ones, responses to client requests. */
export function beginCall(
  endpoint: EndpointContext,
  { id, params = {} }: RpcRequest,
  { server }: McpServer,
): FastPathCall | undefined {
  const { name, arguments: args = {}, requestState, inputResponses } = params;
  const tool = typeof name === 'string' ? endpoint.find(name) : undefined;
  if (!tool || !isRecord(args) || requestState !== undefined || inputResponses !== undefined) return undefined;
  const caller = { server, era: 'legacy' as const, capabilities: server.getClientCapabilities() ?? {} };
  const call = beginTool(endpoint, caller, tool, args, params);
  return watchForPromptResult(
    call,
    (result) => server.projectCallToolResult(result as never, tool.definition.outputSchema as never),
    () => endpoint.handedOver.put(server, id, call),
  );
}
