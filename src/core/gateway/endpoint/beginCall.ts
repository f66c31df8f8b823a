import type { McpServer } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import {
  type FastPathCall,
  type StatelessFastPathCall,
  watchForPromptResult,
} from '../../fastPath/serving/promptResult.ts';
import type { RpcRequest } from '../../wire/message.ts';
import { capabilitiesKey, serverInfoKey } from '../../wire/protocolVersions.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import type { ExposedTool } from '../exposure/exposedTools.ts';
import { agentName } from './agentName.ts';
import type { EndpointContext } from './endpointContext.ts';
import { identityOf } from './endpointInstance.ts';
import { beginTool } from './handleTools.ts';
import { hasHeaderParameters } from './headerParameters.ts';

type Params = Readonly<Record<string, unknown>>;

/** `undefined` for what only the SDK's handler can serve: own tools, unknown ones, responses to client requests. */
export function beginCall(
  endpoint: EndpointContext,
  { id, params = {} }: RpcRequest,
  { server }: McpServer,
): FastPathCall | undefined {
  const found = toolOf(endpoint, params);
  if (!found || params['requestState'] !== undefined || params['inputResponses'] !== undefined) return undefined;
  const { tool, args } = found;
  const capabilities = server.getClientCapabilities() ?? {};
  const caller = { owner: server, agent: agentName(server, params), era: 'legacy' as const, capabilities };
  const call = beginTool(endpoint, caller, tool, args, params);
  return watchForPromptResult(
    call,
    (result) => server.projectCallToolResult(result as never, tool.definition.outputSchema as never),
    () => endpoint.handedOver.put(server, id, call),
  );
}

/** For a modern agent over HTTP. Headers that repeat arguments are compared by the SDK. */
export function beginStatelessCall(
  endpoint: EndpointContext,
  { id, params = {} }: RpcRequest,
): StatelessFastPathCall | undefined {
  const found = toolOf(endpoint, params);
  if (!found || hasHeaderParameters(found.tool.definition)) return undefined;
  const { _meta: meta = {} } = params as { readonly _meta?: Params };
  const capabilities = meta[capabilitiesKey] as Params;
  const caller = { owner: {}, agent: agentName(undefined, params), era: 'modern' as const, capabilities };
  const call = beginTool(endpoint, caller, found.tool, found.args, params);
  const watched = watchForPromptResult(
    call,
    (result) => (result.task ? endpoint.tasks.pass(found.tool.server, result.task) : completed(endpoint, result)),
    () => {},
  );
  return { ...watched, continueIn: ({ server }) => endpoint.handedOver.put(server, id, call) };
}

function toolOf(
  endpoint: EndpointContext,
  { name, arguments: args = {} }: Params,
): { readonly tool: ExposedTool; readonly args: Params } | undefined {
  const tool = typeof name === 'string' ? endpoint.find(name) : undefined;
  return tool && isRecord(args) ? { tool, args } : undefined;
}

/** What the SDK adds to a result of the modern era; a modern server's own name stays. */
function completed(endpoint: EndpointContext, { _meta: meta, ...result }: ToolResult): Params {
  return {
    ...result,
    resultType: 'complete',
    _meta: { [serverInfoKey]: identityOf(endpoint), ...meta },
  };
}
