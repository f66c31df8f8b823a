import { isRecord } from '../../../base/json.ts';
import type { Connection } from '../connection/connection.ts';
import { headerParameterProblem } from './headerParameters.ts';
import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../../wire/definitions.ts';
import { RpcError } from '../transports/rawRequests.ts';

const methodNotFound = -32_601;

interface Listing {
  readonly items: readonly Record<string, unknown>[];
  readonly problems: readonly string[];
}

/** All pages of a list. An entry that is no object is a problem of its own, and no reason to lose the others. */
async function listAll(
  connection: Connection,
  method: string,
  key: string,
  maxPages: number,
  signal: AbortSignal,
): Promise<Listing> {
  const items: Record<string, unknown>[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const result = await connection.request(method, cursor === undefined ? undefined : { cursor }, { signal });
    const found = isRecord(result) ? result[key] : undefined;
    if (!Array.isArray(found)) problems.push(`${method}: the answer holds no list "${key}"`);
    for (const item of Array.isArray(found) ? found : []) {
      if (isRecord(item)) items.push(item);
      else problems.push(`${method}: an entry is not an object`);
    }
    const next = isRecord(result) ? result['nextCursor'] : undefined;
    if (typeof next !== 'string') return { items, problems };
    if (seen.has(next)) return { items, problems: [...problems, `${method}: the pages repeat themselves`] };
    if (page >= maxPages) return { items, problems: [...problems, `${method}: more than ${maxPages} pages`] };
    seen.add(next);
    cursor = next;
  }
}

/** A server that does not know the method simply has none of these. */
async function listOptional(...request: Parameters<typeof listAll>): Promise<Listing> {
  try {
    return await listAll(...request);
  } catch (error) {
    if (error instanceof RpcError && error.code === methodNotFound) return { items: [], problems: [] };
    throw error;
  }
}

export interface ToolListing {
  readonly tools: readonly ToolDefinition[];
  readonly problems: readonly string[];
}

export async function listTools(connection: Connection, maxPages: number, signal: AbortSignal): Promise<ToolListing> {
  const { capabilities } = connection.info;
  // A server that declares other capabilities but no tools has none; one that declares nothing at all may still have some.
  if (!capabilities['tools'] && Object.keys(capabilities).length > 0) return { tools: [], problems: [] };
  const { items, problems } = await listOptional(connection, 'tools/list', 'tools', maxPages, signal);
  const mirrors = connection.modern && !connection.channel.pipe;
  const tools = new Map<string, ToolDefinition>();
  const bad = [...problems];
  for (const item of items) {
    const problem =
      toolProblem(item, mirrors) ?? (tools.has(String(item['name'])) ? 'the name is used twice' : undefined);
    if (problem) bad.push(`tool ${JSON.stringify(item['name'])}: ${problem}`);
    else tools.set(String(item['name']), item as unknown as ToolDefinition);
  }
  return { tools: [...tools.values()], problems: bad };
}

function toolProblem(tool: Record<string, unknown>, mirrors: boolean): string | undefined {
  const { name, inputSchema } = tool;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isRecord(inputSchema)) return 'its inputSchema is not an object';
  return mirrors ? headerParameterProblem(inputSchema) : undefined;
}

/** Entries without their key cannot be identified and are dropped. */
function lister<T>(capability: 'resources' | 'prompts', method: string, member: string, key: string) {
  return async (connection: Connection, maxPages: number, signal: AbortSignal): Promise<readonly T[]> => {
    if (!connection.info.capabilities[capability]) return [];
    const { items } = await listOptional(connection, method, member, maxPages, signal);
    return items.filter((item) => typeof item[key] === 'string') as unknown as readonly T[];
  };
}

export const listResources = lister<ResourceDefinition>('resources', 'resources/list', 'resources', 'uri');
export const listTemplates = lister<ResourceTemplateDefinition>(
  'resources',
  'resources/templates/list',
  'resourceTemplates',
  'uriTemplate',
);
export const listPrompts = lister<PromptDefinition>('prompts', 'prompts/list', 'prompts', 'name');
