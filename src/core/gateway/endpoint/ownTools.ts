import { Semaphore } from '../../../base/async.ts';
import { clip, isRecord } from '../../../base/json.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import { refused } from '../calls/gatewayCalls.ts';
import { type ExposedTool, shownDefinition } from '../exposure/exposedTools.ts';
import type { MissingServer } from './missingServers.ts';
import { prepareSearch, searchTools } from './search/searchTools.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the gateway's own tools need from their endpoint. */
interface OwnToolHost {
  readonly exposed: ReadonlyMap<string, ExposedTool>;
  readonly missing: readonly MissingServer[];
  find(name: string): ExposedTool | undefined;
  call(tool: ExposedTool, args: Args): Promise<ToolResult>;
}

export interface OwnTool {
  readonly definition: { readonly name: string } & Readonly<Record<string, unknown>>;
  run(args: Args, host: OwnToolHost): Promise<ToolResult>;
}

const maxFound = 20;
const maxCalls = 50;
const callsAtOnce = 8;

const toolName = { type: 'string', description: 'Name of a tool, as a list or a search gave it' } as const;
const toolArguments = { type: 'object', description: 'Arguments of that tool, as its inputSchema wants them' } as const;

export const searchTool: OwnTool = {
  definition: {
    name: 'switchboard_search_tools',
    title: 'Search tools',
    description:
      'Find tools by what they do. This gateway has more tools than fit into a list: search here first, then call what was found with switchboard_call_tool. Answers with name, description and inputSchema of each.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, description: 'What the tool should do, in a few words' },
        limit: { type: 'integer', minimum: 1, maximum: maxFound, default: 8 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  run: async ({ query, limit }, { exposed }) => {
    if (typeof query !== 'string' || query.trim() === '') return refused('query must be a text that is not empty');
    const most = typeof limit === 'number' ? Math.min(maxFound, Math.max(1, Math.trunc(limit))) : 8;
    const tools = [...exposed.values()];
    await prepareSearch(tools);
    return structured({ tools: searchTools(tools, query, most).map(shownDefinition), searched: tools.length });
  },
};

export const callTool: OwnTool = {
  definition: {
    name: 'switchboard_call_tool',
    title: 'Call a tool',
    description: 'Call one tool that switchboard_search_tools has found, by its name.',
    inputSchema: {
      type: 'object',
      properties: { tool: toolName, arguments: toolArguments },
      required: ['tool'],
      additionalProperties: false,
    },
  },
  run: (args, host) => callNamed(args, host),
};

export const batchTool: OwnTool = {
  definition: {
    name: 'switchboard_batch',
    title: 'Call several tools',
    description:
      'Call several tools at once and get the outcome of each, in the order asked. One that fails does not stop the others. Use it for calls that do not depend on one another.',
    inputSchema: {
      type: 'object',
      properties: {
        calls: {
          type: 'array',
          minItems: 1,
          maxItems: maxCalls,
          items: { type: 'object', properties: { tool: toolName, arguments: toolArguments }, required: ['tool'] },
        },
      },
      required: ['calls'],
      additionalProperties: false,
    },
  },
  run: async ({ calls }, host) => {
    if (!Array.isArray(calls) || calls.length === 0 || calls.length > maxCalls)
      return refused(`calls must be a list of 1 to ${maxCalls} calls`);
    const semaphore = new Semaphore(callsAtOnce);
    const results = await Promise.all(calls.map((call: unknown) => semaphore.run(() => callNamed(call, host))));
    const named = results.map((result, at) => ({ tool: nameIn(calls[at]), ...result }));
    return structured({ results: named, failed: results.filter(({ isError }) => isError).length });
  },
};

/** Listed only while a server is missing. */
export const missingServersTool: OwnTool = {
  definition: {
    name: 'switchboard_missing_servers',
    title: 'Missing servers',
    description:
      'Some servers of this gateway are not available now, so their tools are missing or fail. Answers with the name of each and the reason.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  run: async (_, { missing }) => structured({ missing }),
};

async function callNamed(call: unknown, host: OwnToolHost): Promise<ToolResult> {
  const tool = host.find(nameIn(call));
  if (!tool) return refused(`${unknownToolText(nameIn(call), host.missing)}. Search for it first.`);
  const args = isRecord(call) ? (call['arguments'] ?? {}) : {};
  return isRecord(args) ? host.call(tool, args) : refused('arguments must be an object');
}

/** A tool may be unknown because its server is missing. */
export function unknownToolText(name: string, missing: readonly MissingServer[]): string {
  const reasons = missing.map(({ server, reason }) => `${server} (${clip(reason, 300)})`);
  const sentence = `Unknown tool: ${clip(name, 256)}`;
  return reasons.length === 0 ? sentence : `${sentence}. Not available now: ${reasons.slice(0, 10).join(', ')}`;
}

function nameIn(call: unknown): string {
  return isRecord(call) && typeof call['tool'] === 'string' ? call['tool'] : '';
}

function structured(structuredContent: object): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError: false };
}
