import { swapDashes } from '../../servers/catalog/toolNames.ts';
import { ProtocolError, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { type Client, openCall } from '../../mcpServer/handlers/callContext.ts';
import { type HandlerTable, type Params, readToolCall } from '../../mcpServer/handlers/handle.ts';
import { pageOf } from '../../mcpServer/handlers/page.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import { AgentCall } from '../calls/agentCall.ts';
import { knowsTasks } from '../../wire/tasksExtension.ts';
import { forwardLog } from './agentLog.ts';
import { agentName } from './agentName.ts';
import { type AgentUser, isMissingCapability, passedMeta, refused } from '../calls/gatewayCalls.ts';
import type { CallInputs } from '../calls/inputRounds.ts';
import { answersMetaKey, answersOf, inputsOf, nextRound } from './agentRounds.ts';
import type { EndpointContext } from './endpointContext.ts';
import { hasHeaderParameters } from './headerParameters.ts';
import { type ExposedTool, shownDefinition } from '../exposure/exposedTools.ts';
import { prepareSearch } from './search/searchTools.ts';
import type { SuspendedCalls } from '../calls/suspendedCalls.ts';
import { type OwnTool, batchTool, callTool, missingServersTool, searchTool, unknownToolText } from './ownTools.ts';

type Args = Readonly<Record<string, unknown>>;
type Definition = { readonly name: string } & Readonly<Record<string, unknown>>;

interface Agent extends Client {
  readonly suspended: SuspendedCalls<ToolResult>;
}

export function endpointToolHandlers(endpoint: EndpointContext, client: Agent, era: Era): HandlerTable {
  return {
    'tools/list': async (params) => {
      await endpoint.features.ready();
      const { items, nextCursor } = pageOf(definitions(endpoint), params);
      return { tools: [...items], ...(nextCursor !== undefined && { nextCursor }) };
    },
    'tools/call': (params, request) => call(endpoint, client, era, params, request),
  };
}

function definitions(endpoint: EndpointContext): readonly Definition[] {
  const own = ownTools(endpoint).map(({ definition }) => definition);
  if (mustSearch(endpoint)) {
    void prepareSearch(endpoint.exposed.value.values()); // the agent's next step is a search
    return own;
  }
  const shown = [...endpoint.exposed.value.values()].map((tool) => shownDefinition(tool) as Definition);
  return [...shown, ...own];
}

/** Beyond the number of tools that a model handles well, tools are searched instead of listed. */
function mustSearch({ exposed, parts, scope }: EndpointContext): boolean {
  return scope.kind === 'all' && exposed.value.size + 1 > parts.toolLimit();
}

function ownTools(endpoint: EndpointContext): readonly OwnTool[] {
  if (endpoint.scope.kind !== 'all') return [];
  const missing = endpoint.missing().length > 0 ? [missingServersTool] : [];
  if (endpoint.exposed.value.size === 0) return missing;
  return mustSearch(endpoint) ? [searchTool, callTool, batchTool, ...missing] : [batchTool, ...missing];
}

async function call(
  endpoint: EndpointContext,
  client: Agent,
  era: Era,
  params: Params,
  request: ServerContext,
): Promise<Result> {
  const { name, args } = readToolCall(params);
  const logging = await forwardLog(endpoint.servers, request);
  const { context } = openCall(client, request);
  try {
    const running =
      client.suspended.resume(request) ??
      endpoint.handedOver.take(client.server, request.mcpReq.id) ??
      (await begin(
        endpoint,
        {
          owner: client.server,
          agent: agentName(client.server, params),
          era,
          capabilities: context.clientCapabilities,
        },
        name,
        args,
        params,
      ));
    running.listen(context.progress);
    const round = await nextRound(running, client.suspended, era, request);
    if (round.kind === 'suspended') return round.response;
    const { server = '', definition: { outputSchema } = {} } = endpoint.find(name) ?? {};
    // `content` is what the SDK demands of every result of a call; it is left out where the message is sent.
    if (round.result.task) return { content: [], ...endpoint.tasks.pass(server, round.result.task) };
    return client.server.projectCallToolResult(round.result as never, outputSchema as never);
  } catch (error) {
    throw isMissingCapability(error) ? new ProtocolError(-32021, error.message, error.data?.['data']) : error;
  } finally {
    logging?.dispose();
  }
}

/** The calling agent and its capabilities. */
interface Caller {
  /** The same for all calls of one connection; stateless requests have none. */
  readonly owner: object;
  readonly agent: string;
  readonly era: Era;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

async function begin(
  endpoint: EndpointContext,
  caller: Caller,
  name: string,
  args: Args,
  params: Params,
): Promise<AgentCall<ToolResult>> {
  const findOwn = (): OwnTool | undefined =>
    ownTools(endpoint).find(({ definition }) => definition.name === swapDashes(name));
  const isKnown = endpoint.find(name) !== undefined || findOwn() !== undefined;
  if (!isKnown || endpoint.exposed.peek().size === 0) await endpoint.features.ready(); // a server may have more tools by now
  const tool = endpoint.find(name);
  if (tool) return beginTool(endpoint, caller, tool, args, params);
  const own = findOwn();
  const missing = endpoint.missing();
  if (!own) throw new ProtocolError(-32602, unknownToolText(name, missing));
  return beginWith(endpoint, caller, params, (run) => {
    const call: Run = (tool, args) => run(tool, args).catch(refusedForModel);
    const find = (tool: string): ExposedTool | undefined => endpoint.find(tool);
    return own.run(args, { exposed: endpoint.exposed.peek(), missing, find, call });
  });
}

/** One call of a batch must not fail the others. */
function refusedForModel(error: unknown): ToolResult {
  if (isMissingCapability(error)) return refused(error.message);
  throw error;
}

export function beginTool(
  endpoint: EndpointContext,
  caller: Caller,
  tool: ExposedTool,
  args: Args,
  params: Params,
): AgentCall<ToolResult> {
  // A task belongs to the agent that calls; parameters that are sent as headers are the SDK's matter, which knows no tasks.
  const mayBeTask = caller.era === 'modern' && knowsTasks(caller.capabilities) && !hasHeaderParameters(tool.definition);
  return beginWith(endpoint, caller, params, (run) => run(tool, args), mayBeTask);
}

type Run = (tool: ExposedTool, args: Args) => Promise<ToolResult>;

function beginWith(
  endpoint: EndpointContext,
  { owner, agent, era, capabilities }: Caller,
  params: Params,
  work: (run: Run) => Promise<ToolResult>,
  mayBeTask = false,
): AgentCall<ToolResult> {
  const answers = answersOf(capabilities, params);
  const { isRelay, router } = endpoint.parts;
  const running = new AgentCall<ToolResult>(owner, new Set(answers), era === 'modern' ? agent : undefined);
  const meta = { ...passedMeta(params['_meta']), ...(isRelay && { [answersMetaKey]: answers }) };
  running.begin((signal) => {
    const inputs = inputsOf(running, router, capabilities, signal, mayBeTask);
    return work((tool, args) => runTool(endpoint, running, tool, args, { meta, agent, signal, inputs }));
  });
  return running;
}

async function runTool(
  { parts }: EndpointContext,
  running: AgentCall<ToolResult>,
  tool: ExposedTool,
  args: Args,
  options: {
    readonly meta: Args;
    readonly agent: string;
    readonly signal: AbortSignal;
    readonly inputs: CallInputs;
  },
): Promise<ToolResult> {
  const entered = parts.router.enter(tool.server, running);
  try {
    const user = running.answers('elicitation/create') ? userOf(running) : undefined;
    return await parts.calls.call(tool, args, { ...options, ...(user && { user }), onProgress: running.progress });
  } finally {
    entered.dispose();
  }
}

function userOf(running: AgentCall<ToolResult>): AgentUser {
  return {
    owner: running.owner,
    elicit: (params, signal) => running.put({ method: 'elicitation/create', params }, signal),
  };
}
