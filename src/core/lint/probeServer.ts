import { isRecord } from '../../base/json.ts';
import { type SchemaObject, names, typesOf } from '../../base/schema/document/schema.ts';
import type { ManagedServer } from '../servers/model/server.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import type { ProbeOutcome } from './model/lintSubject.ts';
import { Fault } from '../../base/fault.ts';

type Probe = Pick<ProbeOutcome, 'kind' | 'tool'> & {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
};

const timeoutMs = 10_000;
const maxTools = 10;
const unknownTool = ['tools/call', { name: 'switchboard_unknown_tool', arguments: {} }] as const;

/** Bad requests, one after the other. After one that ended the server no other is sent. */
export async function probeServer(
  server: ManagedServer,
  tools: readonly ToolDefinition[],
  signal?: AbortSignal,
): Promise<readonly ProbeOutcome[]> {
  const outcomes: ProbeOutcome[] = [];
  for (const probe of probesFor(tools)) {
    const outcome = await send(server, probe, signal);
    outcomes.push(outcome);
    if (outcome.outcome === 'ended') return outcomes;
  }
  return [...outcomes, await cancelOne(server, tools, signal)];
}

/**
 * A request that is cancelled as soon as it was sent. Whether it still gets a response says nothing, because both may
 * cross; but the server must live on and answer the next request.
 */
async function cancelOne(
  server: ManagedServer,
  tools: readonly ToolDefinition[],
  signal?: AbortSignal,
): Promise<ProbeOutcome> {
  const run = runOf(server);
  const cancelled = AbortSignal.timeout(0);
  const [method, params] = tools.length > 0 ? unknownTool : ['switchboard/unknown', {}];
  await server.request(method, params, { signal: cancelled }).catch(() => {});
  const after = await send(server, { kind: 'cancel', method: 'switchboard/unknown', params: {} }, signal);
  // One that ended was started again by the next request.
  if (runOf(server) !== run) return { kind: 'cancel', outcome: 'ended' };
  return after.outcome === 'accepted' ? { kind: 'cancel', outcome: 'error' } : after;
}

/** When its present run began. */
function runOf({ state: { value } }: ManagedServer): number | undefined {
  return value.kind === 'connected' ? value.since : undefined;
}

function* probesFor(tools: readonly ToolDefinition[]): Generator<Probe> {
  yield { kind: 'unknown-method', method: 'switchboard/unknown', params: {} };
  if (tools.length === 0) return;
  const [method, params] = unknownTool;
  yield { kind: 'unknown-tool', method, params };
  const harmless = tools.filter(({ annotations }) => annotations?.['readOnlyHint'] === true).slice(0, maxTools);
  for (const { name, inputSchema } of harmless) {
    if (!isRecord(inputSchema) || names(inputSchema, 'required').length === 0) continue;
    yield { kind: 'missing-argument', tool: name, method: 'tools/call', params: { name, arguments: {} } };
    const wrong = wrongArguments(inputSchema);
    if (wrong) yield { kind: 'wrong-type', tool: name, method: 'tools/call', params: { name, arguments: wrong } };
  }
}

/** Each required argument as something that it cannot be; nothing where any value would do. */
function wrongArguments(schema: SchemaObject): Readonly<Record<string, unknown>> | undefined {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const wrong: Record<string, unknown> = {};
  for (const name of names(schema, 'required')) {
    const property = properties[name];
    const types = isRecord(property) ? typesOf(property) : undefined;
    if (!types) return undefined;
    wrong[name] = types.includes('object') ? 7 : { not: 'expected' };
  }
  return wrong;
}

async function send(server: ManagedServer, probe: Probe, signal?: AbortSignal): Promise<ProbeOutcome> {
  const { kind, tool, method, params } = probe;
  const about = { kind, ...(tool !== undefined && { tool }) };
  try {
    const result = await server.request(method, params, { timeoutMs, ...(signal && { signal }) });
    const isRefused = isRecord(result) && result['isError'] === true;
    return { ...about, outcome: isRefused ? 'tool-error' : 'accepted' };
  } catch (error) {
    signal?.throwIfAborted();
    if (server.state.value.kind !== 'connected') return { ...about, outcome: 'ended' };
    return { ...about, outcome: Fault.is(error, 'timeout') ? 'silent' : 'error' };
  }
}
