import { ProtocolError, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { cancelledFault } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { clip } from '../../../base/json.ts';
import { type Call, type Client, openCall } from './callContext.ts';
import type { FeatureRegistry } from './featureRegistry.ts';
import type { SealResponses } from './clientInputs.ts';
import { type HandlerTable, type Params, readToolCall, toProtocolError } from './handle.ts';
import { pageOf } from './page.ts';
import type { TaskRuns } from './tasks/taskRuns.ts';
import { explainProblems, problemsOf } from '../toolProblems.ts';
import { type ServerTool, type ToolArguments, type ToolOutcome, errorOutcome } from '../tool.ts';

const maxNameShown = 256;

interface ToolHandlerParts {
  readonly catalog: FeatureRegistry;
  readonly seal: SealResponses;
  /** Where the era has tasks. */
  readonly tasks: TaskRuns | undefined;
}

export function toolHandlers(client: Client, parts: ToolHandlerParts): HandlerTable {
  const { catalog } = parts;
  return {
    'tools/list': async (params) => {
      await catalog.ready();
      const { items, nextCursor } = pageOf(catalog.tools(), params);
      return { tools: items.map(definitionOf), ...(nextCursor !== undefined && { nextCursor }) };
    },
    'tools/call': (params, request) => call(client, parts, params, request),
  };
}

const definitions = new WeakMap<ServerTool, Readonly<Record<string, unknown>>>();

function definitionOf(tool: ServerTool): Readonly<Record<string, unknown>> {
  const known = definitions.get(tool);
  if (known) return known;
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const definition = {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    ...(_meta && { _meta }),
  };
  definitions.set(tool, definition);
  return definition;
}

async function call(client: Client, parts: ToolHandlerParts, params: Params, request: ServerContext): Promise<Result> {
  const { name, args } = readToolCall(params);
  const { catalog, tasks } = parts;
  await catalog.ready();
  const tool = catalog.tool(name);
  if (!tool) throw new ProtocolError(-32602, `Unknown tool: ${clip(name, maxNameShown)}`);
  const opened = openCall(client, request, tool.longRunning === true ? tasks : undefined);
  const { task, context, log } = opened;
  const outcome = runToResult(client, parts, tool, args, opened);
  const failed = { method: 'tools/call', id: context.requestId, signal: context.signal, log };
  return task ? task.resultOf(outcome, (error) => toProtocolError(error, failed)) : outcome;
}

async function runToResult(
  client: Client,
  { catalog, seal }: ToolHandlerParts,
  tool: ServerTool,
  args: ToolArguments,
  opened: Call,
): Promise<Result> {
  const settled = await settle(() => runTool(catalog, tool, args, opened), opened);
  const pending = await opened.inputs.pending(seal);
  if (pending) return pending;
  if (settled.kind === 'threw') throw settled.error;
  return client.server.projectCallToolResult(settled.outcome as never, tool.outputSchema as never);
}

type RunningCall = Pick<Call, 'context' | 'log'>;

type Settled =
  | { readonly kind: 'done'; readonly outcome: ToolOutcome }
  | { readonly kind: 'threw'; readonly error: unknown };

/** A fault is an expected failure with a message for the client; anything else is a bug and is only logged. */
export async function settle(run: () => Promise<ToolOutcome>, { context, log }: RunningCall): Promise<Settled> {
  try {
    return { kind: 'done', outcome: await run() };
  } catch (error) {
    if (!Fault.is(error) || error.code === 'internal' || context.signal.aborted) return { kind: 'threw', error };
    log.error(error.message, { code: error.code });
    return { kind: 'done', outcome: errorOutcome([error.message, error.hint].filter(Boolean).join('. ')) };
  }
}

export async function runTool(
  catalog: FeatureRegistry,
  tool: ServerTool,
  args: ToolArguments,
  { context, log }: RunningCall,
): Promise<ToolOutcome> {
  const problems = problemsOf(tool.inputSchema, args);
  if (problems.length > 0) {
    const explanation = tool.explain?.(problems, args) ?? explainProblems(problems);
    log.error(typeof explanation === 'string' ? explanation : explanation.log);
    return errorOutcome(typeof explanation === 'string' ? explanation : explanation.text);
  }
  const run = await catalog.run(tool);
  if (context.signal.aborted) throw cancelledFault(context.signal); // cancelled before it began
  const started = performance.now();
  const outcome = await run(args, context);
  log.debug(`${tool.name} done`, { ms: Math.round(performance.now() - started), error: outcome.isError });
  checkOutcome(tool, outcome);
  return outcome;
}

/** A result that does not match the tool's own output schema is a bug: clients reject it. */
function checkOutcome(tool: ServerTool, outcome: ToolOutcome): void {
  if (!tool.outputSchema || outcome.isError) return;
  const problems = problemsOf(tool.outputSchema, outcome.structuredContent);
  if (problems.length > 0) throw new Error(`${tool.name} broke its output schema: ${explainProblems(problems)}`);
}
