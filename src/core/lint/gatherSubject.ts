import { isRecord } from '../../base/json.ts';
import type { ManagedServer } from '../servers/model/server.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import type { LintSubject, ObservedCall } from './model/lintSubject.ts';
import { probeServer } from './probeServer.ts';

interface GatherOptions {
  readonly observed?: readonly ObservedCall[];
  /** Sends requests that a careful server refuses. Tools that may change something are not called. */
  readonly probe?: boolean;
  readonly startMs?: number;
  readonly signal?: AbortSignal;
}

const maxPages = 100;

/** Everything that rules look at, from a server that is connected. */
export async function gatherSubject(server: ManagedServer, options: GatherOptions = {}): Promise<LintSubject> {
  const { observed, probe, startMs, signal } = options;
  const tools = await listRaw(server, signal);
  const second = await listRaw(server, signal);
  const { resources, templates, prompts } = await server.loadContents();
  const state = server.state.value;
  const { instructions, protocolVersion, capabilities } = state.kind === 'connected' ? state.info : {};
  return {
    server: server.id,
    tools,
    transport: server.transport,
    secondList: second.map(({ name }) => name),
    ...(resources && { resources }),
    ...(templates && { templates }),
    ...(prompts && { prompts }),
    ...(instructions !== undefined && { instructions }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    ...(capabilities && { capabilities }),
    ...(startMs !== undefined && { startMs }),
    ...(observed && { observed }),
    ...(probe && { probes: await probeServer(server, tools, signal) }),
  };
}

/** As the server sends them: the catalog leaves out what cannot be used, and that is what is looked for here. */
async function listRaw(server: ManagedServer, signal?: AbortSignal): Promise<readonly ToolDefinition[]> {
  const state = server.state.value;
  if (state.kind === 'connected' && !('tools' in state.info.capabilities)) return [];
  const tools: ToolDefinition[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? undefined : { cursor };
    const result = await server.request('tools/list', params, signal ? { signal } : {});
    if (!isRecord(result) || !Array.isArray(result['tools'])) break;
    for (const tool of result['tools'] as unknown[]) if (isTool(tool)) tools.push(tool);
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') break;
  }
  return tools;
}

function isTool(value: unknown): value is ToolDefinition {
  if (!isRecord(value) || typeof value['name'] !== 'string') return false;
  const { description, annotations } = value;
  return (
    (description === undefined || typeof description === 'string') &&
    (annotations === undefined || isRecord(annotations))
  );
}
