import { ProtocolError, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { clip, isRecord } from '../../base/json.ts';
import { type Client, openCall } from '../embedded/callContext.ts';
import { type HandlerTable, type Params, invalid, requireText } from '../embedded/handle.ts';
import { pageOf } from '../embedded/page.ts';
import type { ProgressReport } from '../embedded/tool.ts';
import type { ToolResult } from '../servers/server.ts';
import { AgentCall } from './agentCall.ts';
import { passedMeta } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import { type OfferedTool, shownDefinition } from './offer.ts';
import { type OwnTool, batchTool, callTool, searchTool } from './ownTools.ts';

type Args = Readonly<Record<string, unknown>>;
type Definition = { readonly name: string } & Readonly<Record<string, unknown>>;

export function endpointToolHandlers(endpoint: Endpoint, client: Client): HandlerTable {
  return {
    'tools/list': async (params) => {
      await endpoint.catalog.ready();
      const { items, nextCursor } = pageOf(definitions(endpoint), params);
      return { tools: [...items], ...(nextCursor !== undefined && { nextCursor }) };
    },
    'tools/call': (params, request) => call(endpoint, client, params, request),
  };
}

function definitions(endpoint: Endpoint): readonly Definition[] {
  const own = ownTools(endpoint).map(({ definition }) => definition);
  if (mustSearch(endpoint)) return own;
  const shown = [...endpoint.offered.value.values()].map((tool) => shownDefinition(tool) as Definition);
  return [...shown, ...own];
}

/** Beyond what a model takes, or takes well, the tools are searched and not listed. */
function mustSearch({ offered, parts, scope }: Endpoint): boolean {
  return scope.kind === 'all' && offered.value.size + 1 > parts.toolLimit();
}

function ownTools(endpoint: Endpoint): readonly OwnTool[] {
  if (endpoint.scope.kind !== 'all' || endpoint.offered.value.size === 0) return [];
  return mustSearch(endpoint) ? [searchTool, callTool, batchTool] : [batchTool];
}

async function call(endpoint: Endpoint, client: Client, params: Params, request: ServerContext): Promise<Result> {
  const name = requireText(params, 'name');
  const args = params['arguments'] ?? {};
  if (!isRecord(args)) throw invalid('arguments must be an object');
  const { context } = openCall(client, request);
  const running = endpoint.parked.resume(request) ?? (await begin(endpoint, client, name, args, params, context));
  running.onProgress = context.progress;
  const round = await running.round(request.mcpReq.signal);
  if (round.kind === 'asks') return endpoint.parked.park(running, round, request);
  const { outputSchema } = endpoint.offered.peek().get(name)?.definition ?? {};
  return client.server.projectCallToolResult(round.result as never, outputSchema as never);
}

interface CallerView {
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  progress(report: ProgressReport): void;
}

async function begin(
  endpoint: Endpoint,
  client: Client,
  name: string,
  args: Args,
  params: Params,
  caller: CallerView,
): Promise<AgentCall<ToolResult>> {
  if (endpoint.offered.peek().size === 0) await endpoint.catalog.ready();
  const tool = endpoint.offered.peek().get(name);
  const own = tool ? undefined : ownTools(endpoint).find(({ definition }) => definition.name === name);
  if (!tool && !own) throw new ProtocolError(-32602, `Unknown tool: ${clip(name, 256)}`);
  const answers = answersOf(caller, params);
  const running = new AgentCall<ToolResult>(client.server, new Set(answers));
  const meta = { ...passedMeta(params['_meta']), ...(endpoint.parts.isRelay && { [answersMetaKey]: answers }) };
  const run = (one: OfferedTool, given: Args, signal: AbortSignal): Promise<ToolResult> =>
    runTool(endpoint, running, one, given, meta, signal);
  running.begin((signal) =>
    tool
      ? run(tool, args, signal)
      : own!.run(args, { offered: endpoint.offered.peek(), call: (one, given) => run(one, given, signal) }),
  );
  return running;
}

async function runTool(
  { parts }: Endpoint,
  running: AgentCall<ToolResult>,
  tool: OfferedTool,
  args: Args,
  meta: Args,
  signal: AbortSignal,
): Promise<ToolResult> {
  const entered = parts.router.enter(tool.server, running);
  try {
    const onProgress = (report: ProgressReport): void => running.onProgress(report);
    return await parts.calls.call(tool, args, { signal, onProgress, meta });
  } finally {
    entered.dispose();
  }
}

/** A relay can pass any question on, but the agent behind it may not be able to answer: it says so with each call. */
const answersMetaKey = 'mcp-switchboard/answers';

/** What this agent can be asked on a server's behalf. */
function answersOf({ clientCapabilities }: CallerView, { _meta: meta }: Params): readonly string[] {
  const able = [
    ...(clientCapabilities['elicitation'] === undefined ? [] : ['elicitation/create']),
    ...(clientCapabilities['sampling'] === undefined ? [] : ['sampling/createMessage']),
  ];
  const told = isRecord(meta) ? meta[answersMetaKey] : undefined;
  return Array.isArray(told) ? able.filter((method) => told.includes(method)) : able;
}
