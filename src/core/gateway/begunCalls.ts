import type { McpServer, Result, Server } from '@modelcontextprotocol/server';
import { deferred } from '../../base/async.ts';
import { isRecord } from '../../base/json.ts';
import type { RpcRequest } from '../embedded/message.ts';
import type { BegunCall } from '../embedded/served.ts';
import type { ToolResult } from '../servers/server.ts';
import type { AgentCall } from './agentCall.ts';
import { beginTool } from './handleTools.ts';
import type { Endpoint } from './endpoint.ts';

type Call = AgentCall<ToolResult>;
type Id = RpcRequest['id'];

/** How long an agent waits without a sign that its call has come in. */
const soonMs = 1_000;

/** Calls that have begun before their request reached the SDK's server, and were neither short nor quiet. */
export class BegunCalls {
  readonly #waiting = new WeakMap<Server, Map<Id, Call>>();

  put(server: Server, id: Id, call: Call): void {
    const calls = this.#waiting.get(server) ?? new Map<Id, Call>();
    this.#waiting.set(server, calls.set(id, call));
  }

  take(server: Server, id: Id): Call | undefined {
    const calls = this.#waiting.get(server);
    const call = calls?.get(id);
    calls?.delete(id);
    return call;
  }
}

/** Nothing for what only the handler behind the SDK knows: own tools, unknown ones, answers to questions. */
export function beginEarly(endpoint: Endpoint, { id, params = {} }: RpcRequest, mcp: McpServer): BegunCall | undefined {
  const { name, arguments: args = {}, requestState, inputResponses } = params;
  const tool = typeof name === 'string' ? endpoint.find(name) : undefined;
  if (!tool || !isRecord(args) || requestState !== undefined || inputResponses !== undefined) return undefined;
  const { server } = mcp;
  const call = beginTool(endpoint, { server, capabilities: server.getClientCapabilities() ?? {} }, tool, args, params);
  const project = (result: ToolResult): Result =>
    server.projectCallToolResult(result as never, tool.definition.outputSchema as never);
  return { soon: soon(call, project, () => endpoint.begun.put(server, id, call)), end: () => call.end() };
}

/** The result, unless something else comes first: a question, progress, an error, or too much time. */
async function soon(
  call: Call,
  project: (result: ToolResult) => Result,
  late: () => void,
): Promise<Result | undefined> {
  const waited = deferred<void>();
  const timer = setTimeout(waited.resolve, soonMs);
  const first = await Promise.race([call.round().catch(() => {}), call.stirred, waited.promise]);
  clearTimeout(timer);
  if (first?.kind === 'done') return project(first.result);
  if (!call.isEnded) late();
  return undefined;
}
