import { setImmediate as turn } from 'node:timers/promises';
import { isRecord, previewJson } from '../../../base/json.ts';
import type { Connection } from '../connection/connection.ts';
import { headerParameterProblem } from './headerParameters.ts';
import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../../wire/definitions.ts';
import { RpcError } from '../transports/rawRequests.ts';
import { type Budgets, longestToken } from '../../wire/budgets.ts';
import { textOr, weigh } from '../../wire/messageBounds.ts';

const methodNotFound = -32_601;

type ListBudgets = Pick<Budgets, 'maxPages' | 'listItems' | 'listBytes'>;

interface Listing {
  readonly items: readonly Record<string, unknown>[];
  readonly problems: readonly string[];
}

/** All pages of a list. An entry that is no object is a problem of its own, and no reason to lose the others. */
async function listAll(
  connection: Connection,
  method: string,
  key: string,
  budgets: ListBudgets,
  signal: AbortSignal,
): Promise<Listing> {
  const list = new GrowingList(method, budgets);
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const result = await connection.request(method, cursor === undefined ? undefined : { cursor }, { signal });
    await list.add(isRecord(result) ? result[key] : undefined, key);
    const next = isRecord(result) ? result['nextCursor'] : undefined;
    if (typeof next !== 'string' || list.isFull) return list;
    if (seen.has(next)) return list.end('the pages repeat themselves');
    if (next.length > longestToken) return list.end(`a cursor of more than ${longestToken} characters`);
    if (page >= budgets.maxPages) return list.end(`more than ${budgets.maxPages} pages`);
    seen.add(next);
    cursor = next;
  }
}

/** Entries that are taken before others have their turn. */
const entriesAtOnce = 500;

/** What a list may hold; the rest is left out, and said. */
class GrowingList implements Listing {
  readonly items: Record<string, unknown>[] = [];
  readonly problems: string[] = [];
  readonly #method: string;
  readonly #budgets: ListBudgets;
  #bytes = 0;
  #notObjects = 0;
  isFull = false;

  constructor(method: string, budgets: ListBudgets) {
    this.#method = method;
    this.#budgets = budgets;
  }

  async add(found: unknown, key: string): Promise<void> {
    if (!Array.isArray(found)) return void this.end(`the answer holds no list "${key}"`);
    for (const [at, item] of found.entries()) {
      if (at % entriesAtOnce === entriesAtOnce - 1) await turn();
      if (!this.#take(item)) return;
    }
  }

  end(problem: string): this {
    this.problems.push(`${this.#method}: ${problem}`);
    return this;
  }

  #take(item: unknown): boolean {
    const { listItems, listBytes } = this.#budgets;
    this.#bytes += weigh(item, listBytes - this.#bytes);
    if (this.items.length >= listItems) return this.#fill(`more than ${listItems} ${this.#method.split('/')[0]}`);
    if (this.#bytes > listBytes) return this.#fill(`more than ${listBytes} bytes`);
    if (isRecord(item)) this.items.push(item);
    else if (this.#notObjects++ === 0) this.end('an entry is not an object');
    return this.#notObjects <= listItems;
  }

  #fill(problem: string): false {
    this.isFull = true;
    this.end(`${problem}; the rest is left out`);
    return false;
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

export async function listTools(
  connection: Connection,
  budgets: ListBudgets,
  signal: AbortSignal,
): Promise<ToolListing> {
  const { capabilities } = connection.info;
  // A server that declares other capabilities but no tools has none; one that declares nothing at all may still have some.
  if (!capabilities['tools'] && Object.keys(capabilities).length > 0) return { tools: [], problems: [] };
  const { items, problems } = await listOptional(connection, 'tools/list', 'tools', budgets, signal);
  const mirrors = connection.modern && !connection.channel.pipe;
  const tools = new Map<string, ToolDefinition>();
  const bad = [...problems];
  for (const [at, item] of items.entries()) {
    if (at % entriesAtOnce === entriesAtOnce - 1) await turn();
    const name = textOr(item['name'], '');
    const problem = toolProblem(item, mirrors) ?? (tools.has(name) ? 'the name is used twice' : undefined);
    if (!problem) tools.set(name, item as unknown as ToolDefinition);
    else if (bad.length < mostProblems) bad.push(`tool ${previewJson(item['name'], 80)}: ${problem}`);
  }
  return { tools: [...tools.values()], problems: bad };
}

/** Nobody reads more, and each is shown. */
const mostProblems = 100;

function toolProblem(tool: Record<string, unknown>, mirrors: boolean): string | undefined {
  const { name, inputSchema } = tool;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isRecord(inputSchema)) return 'its inputSchema is not an object';
  return mirrors ? headerParameterProblem(inputSchema) : undefined;
}

/** Entries without their key cannot be identified and are dropped. */
function lister<T>(capability: 'resources' | 'prompts', method: string, member: string, key: string) {
  return async (connection: Connection, budgets: ListBudgets, signal: AbortSignal): Promise<readonly T[]> => {
    if (!connection.info.capabilities[capability]) return [];
    const { items } = await listOptional(connection, method, member, budgets, signal);
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
