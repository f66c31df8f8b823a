import { randomBytes } from 'node:crypto';
import {
  McpServer,
  ProtocolError,
  type ServerCapabilities,
  type ServerContext,
  createRequestStateCodec,
} from '@modelcontextprotocol/server';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Era } from '../../../contract/inspector.ts';
import { type Client, capabilitiesOf as declaredIn } from './callContext.ts';
import type { FeatureRegistry } from './featureRegistry.ts';
import type { SealResponses } from './clientInputs.ts';
import { ClientLog } from './clientLog.ts';
import { type HandlerTable, handleAll } from './handle.ts';
import { completionHandlers } from './handleCompletions.ts';
import { promptHandlers } from './handlePrompts.ts';
import { resourceHandlers } from './handleResources.ts';
import { toolHandlers } from './handleTools.ts';
import { taskHandlers } from './tasks/handleTasks.ts';
import { tasksExtension } from '../../wire/tasksExtension.ts';
import { TaskRuns } from './tasks/taskRuns.ts';
import type { ServerHost } from '../host.ts';
import type { Profile, ServerIdentity } from '../profile.ts';
import type { ConnectionView, ServableFeatures, ServableServer } from '../servableServer.ts';
import type { JsonSchema } from '../tool.ts';
import { legacyVersions } from '../../wire/protocolVersions.ts';

interface ServerParts {
  readonly profile: Profile;
  readonly catalog: FeatureRegistry;
  readonly host: ServerHost;
}

interface InstanceDeps extends ServerParts {
  readonly seal: SealResponses;
  readonly unseal: (state: string, context: ServerContext) => Promise<unknown>;
  readonly tasks: TaskRuns;
}

export type OpenInstance = (...args: Parameters<ServableServer['open']>) => McpServer;

/** All instances of one server read each other's sealed state: a stateless client may send it to any of them. */
export function instancesOf(parts: ServerParts): OpenInstance {
  const answers = createRequestStateCodec<Readonly<Record<string, unknown>>>({
    key: randomBytes(32),
    bind: (context) => context.mcpReq.method,
  });
  const tasks = new TaskRuns(parts.host.lifetime);
  const deps = { ...parts, seal: answers.mint, unseal: answers.verify, tasks };
  return (era, connection) => newInstance(deps, era, connection);
}

function newInstance(deps: InstanceDeps, era: Era, connection?: ConnectionView): McpServer {
  const { catalog, host, profile } = deps;
  const mcp = bareInstance(
    {
      ...profile,
      capabilities: capabilitiesOf(profile, catalog, era),
      unseal: deps.unseal,
      inputSchema: (name) => catalog.tool(name)?.inputSchema,
    },
    era,
  );
  const client: Client = { server: mcp.server, log: host.log, clientLog: new ClientLog() };
  const watched = new Set<string>();
  handleAll(mcp.server, handlersOf(deps, client, watched, era), host.log);
  if (era === 'legacy') offerEmptyLists(mcp);
  if (connection) void catalog.ready(); // changes can be sent only once the tool sources are open
  const resources = catalog.offersResources && (era === 'legacy' ? watched : 'all');
  const changes = connection && forwardChanges(mcp, catalog, connection, resources);
  Object.assign(mcp.server, {
    onclose: () => changes?.dispose(),
    onerror: (error: Error) => host.log.debug('protocol', { error }),
  });
  return mcp;
}

interface BareParts {
  readonly serverInfo: ServerIdentity;
  readonly instructions: string | undefined;
  readonly capabilities: ServerCapabilities;
  readonly unseal: InstanceDeps['unseal'];
  inputSchema(tool: string): JsonSchema | undefined;
}

/** An instance of the SDK's server without handlers. */
export function bareInstance(
  { serverInfo, instructions, capabilities, unseal, inputSchema }: BareParts,
  era: Era,
): McpServer {
  const mcp = new McpServer(serverInfo, {
    capabilities,
    ...(instructions !== undefined && { instructions }),
    ...(era === 'legacy' && { supportedProtocolVersions: legacyVersions }),
    cacheHints: {
      'tools/list': listHint,
      'prompts/list': listHint,
      'resources/list': listHint,
      'resources/templates/list': listHint,
    },
    jsonSchemaValidator: refusesAll,
    requestState: { verify: unseal },
  });
  // The SDK compares `Mcp-Param-*` headers with the arguments by what its own table would hold.
  return Object.assign(mcp, { toolInputSchemaJson: inputSchema });
}

/** Changes are announced, so a short time to live is enough to avoid repeated lists. */
const listHint = { ttlMs: 5000, cacheScope: 'private' } as const;

/** Never used: arguments and results are checked by `problems.ts`, and a validator per instance would leak. */
const refusesAll = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not validated here' }) as const,
};

function capabilitiesOf(profile: Profile, catalog: FeatureRegistry, era: Era): ServerCapabilities {
  return {
    tools: { listChanged: true },
    ...(catalog.offersResources && { resources: { listChanged: true, subscribe: true } }),
    ...(catalog.offersPrompts && { prompts: { listChanged: catalog.promptsComeAndGo } }),
    ...(offersCompletions(catalog) && { completions: {} }),
    ...(profile.logging && { logging: {} }),
    ...(offersTasks(catalog, era) && { extensions: { [tasksExtension]: {} } }),
  };
}

function handlersOf(deps: InstanceDeps, client: Client, watched: Set<string>, era: Era): HandlerTable {
  const { profile, catalog, seal } = deps;
  const tasks = offersTasks(catalog, era) ? deps.tasks : undefined;
  return {
    ping: () => ({}),
    ...toolHandlers(client, { catalog, seal, tasks }),
    ...(tasks && taskHandlers(tasks, (request) => declaredIn(client.server, request))),
    ...(catalog.offersResources && resourceHandlers(client, catalog, watched)),
    ...(catalog.offersPrompts && promptHandlers(client, catalog, seal)),
    ...(offersCompletions(catalog) && completionHandlers(catalog)),
    ...(profile.logging && client.clientLog.handlers),
  };
}

/** The extension belongs to the modern era; what the legacy one calls tasks was an experiment, and is not offered. */
function offersTasks(catalog: FeatureRegistry, era: Era): boolean {
  return era === 'modern' && catalog.hasLongRunningTools;
}

function offersCompletions(catalog: FeatureRegistry): boolean {
  return catalog.offersResources || catalog.offersPrompts;
}

const emptyLists: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
  ['prompts/list', { prompts: [] }],
] as const);

/** Old clients request lists that were never offered, and treat an error as a broken server. */
function offerEmptyLists(mcp: McpServer): void {
  mcp.server.fallbackRequestHandler = async (request) => {
    const empty = emptyLists.get(request.method);
    if (!empty) throw new ProtocolError(-32601, 'Method not found');
    return { ...empty };
  };
}

/** Sends change notifications to the client. To a modern one the SDK forwards only what its streams subscribe to. */
export function forwardChanges(
  mcp: McpServer,
  catalog: ServableFeatures,
  connection: ConnectionView,
  watched: ReadonlySet<string> | 'all' | false,
): Lifetime {
  const lifetime = new Lifetime();
  const { server } = mcp;
  const notify = (send: () => Promise<void>): void => {
    if (connection.open) send().catch(() => {}); // the connection may close meanwhile
  };
  lifetime.add(catalog.onDidChangeTools(() => notify(() => server.sendToolListChanged())));
  if (catalog.onDidChangePrompts)
    lifetime.add(catalog.onDidChangePrompts(() => notify(() => server.sendPromptListChanged())));
  if (!watched) return lifetime;
  lifetime.add(catalog.onDidChangeResources(() => notify(() => server.sendResourceListChanged())));
  lifetime.add(
    catalog.onDidUpdateResource((uri) => {
      if (watched === 'all' || watched.has(uri)) notify(() => server.sendResourceUpdated({ uri }));
    }),
  );
  return lifetime;
}
