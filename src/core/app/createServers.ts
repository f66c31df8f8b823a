import { withLearning } from '../trust/redaction/learnedSecrets.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ServerEntry } from '../config/model/model.ts';
import type { EmbeddedServer } from '../embedded/server.ts';
import { embeddedServerId } from '../../contract/toolName.ts';
import { embeddedServerLabel } from '../../contract/traffic/ownServers.ts';
import { ConnectionPool } from '../servers/connection/connectionPool.ts';
import { PingPace } from '../servers/lifecycle/pingPace.ts';
import { negotiationCacheFor } from '../servers/connection/negotiationCache.ts';
import { createManagedServer } from '../servers/managedServer.ts';
import type { ManagedServerOptions } from '../servers/managedServerOptions.ts';
import type { ClientRequests } from '../servers/model/clientRequests.ts';
import type { ServerLimits } from '../servers/model/launch.ts';
import type { OAuthSettings } from '../servers/oauth/oauthParts.ts';
import type { ServerRegistry, ServerSpec } from '../servers/registry.ts';
import { workspaceScope } from '../store/workspaceScope.ts';
import type { TapSource } from '../wire/tap.ts';
import { ConfiguredServers } from './configured/configuredServers.ts';
import type { CoreParts } from './coreParts.ts';
import type { Trust } from './createTrust.ts';
import type { ServerEntries } from './configured/serverEntries.ts';
import { toolSelectionOf, limitsFrom, limitsOf } from './settings/serverLimits.ts';
import { sourceOf } from './configured/serverSource.ts';
import type { Settings } from './settings/settings.ts';

const dayMs = 24 * 3_600_000;

interface ServersParts {
  readonly core: CoreParts;
  readonly registry: ServerRegistry;
  readonly entries: ServerEntries;
  readonly trust: Trust;
  readonly embedded: EmbeddedServer;
  readonly taps: TapSource;
  readonly clientRequests: ClientRequests;
}

interface Servers {
  readonly configured: ConfiguredServers;
  /** Servers that are applied from now on get these limits. */
  useSettings(settings: Settings): void;
}

export function createServers(parts: ServersParts, lifetime: Lifetime): Servers {
  const { registry, entries, trust } = parts;
  const pool = new ConnectionPool(parts.core.settings['servers.maxRunning']);
  let { settings } = parts.core;
  const common = { ...commonOptions(parts, () => settings), pool, pace: new PingPace() };
  let limits: Partial<ServerLimits> = limitsFrom(parts.core.settings);
  const configured = new ConfiguredServers({
    registry,
    entries,
    approvals: trust.approvals,
    launchResolver: trust.launchResolver,
    workspace: parts.core.ports.workspace,
    embedded: embeddedSpec(parts, { ...common, limits }),
    create: (id, entry, knownTools) =>
      createManagedServer({
        ...common,
        ...entryOptions(entry, trust),
        id,
        knownTools: entry().options.autoDiscover === false ? [] : knownTools,
        limits: { ...limits, ...limitsOf(entry()) },
        mayCall: (tool) => trust.toolTrust.assertUsable(id, tool),
      }),
    adjust: (server, entry) => {
      server.adjust({ ...limits, ...limitsOf(entry) });
      server.choose(toolSelectionOf(entry));
    },
  });
  const useSettings = (next: Settings): void => {
    settings = next;
    limits = limitsFrom(settings);
    pool.size = settings['servers.maxRunning'];
  };
  return { configured: lifetime.add(configured), useSettings };
}

type CommonOptions = Omit<ManagedServerOptions, 'id' | 'label' | 'source' | 'transport' | 'launch'>;

function commonOptions(
  { core: { ports, version, redactor, oauth, fastPath = true }, taps, clientRequests }: ServersParts,
  settings: () => Settings,
): CommonOptions {
  return {
    tap: taps,
    clientRequests,
    fastPath,
    clientInfo: { name: 'mcp-switchboard', version },
    clock: ports.clock,
    log: ports.log,
    oauth: {
      ask: ports.ask,
      clientName: 'MCP Switchboard',
      now: ports.clock.now,
      settings: () => oauthSettings(settings()),
      ...oauth,
      secrets: withLearning(ports.secrets, redactor),
    },
    negotiation: (launch) => negotiationCacheFor(ports.store, ports.clock, launch),
  };
}

/** The entry is read anew at each start: it may have changed since the server was made. */
function entryOptions(
  entry: () => ServerEntry,
  { launchResolver }: Trust,
): Pick<ManagedServerOptions, 'label' | 'source' | 'transport' | 'choice' | 'launch' | 'mayStart'> {
  return {
    label: entry().name,
    source: sourceOf(entry),
    transport: entry().launch.kind,
    choice: toolSelectionOf(entry()),
    launch: () => launchResolver.resolve(entry()),
    mayStart: () => launchResolver.recheck(entry()),
  };
}

/** With it comes the SDK's server, which a core without clients of its own never needs. */
const loadServing = () => import('../mcpServer/serving/serveInMemory.ts');

function embeddedSpec({ core, embedded }: ServersParts, common: CommonOptions): ServerSpec {
  return {
    id: embeddedServerId,
    source: 'local',
    launchKey: JSON.stringify([embeddedServerId, workspaceScope(core.ports.workspace)]), // manifests differ by folder
    create: () =>
      createManagedServer({
        ...common,
        id: embeddedServerId,
        label: embeddedServerLabel,
        source: 'embedded',
        transport: 'memory',
        launch: { kind: 'memory', serve: async (end) => (await loadServing()).serveInMemory(embedded, end) },
        // Its tools have their own timeouts: a Kimi run may take minutes without progress.
        limits: { ...common.limits, idleStopMs: 0, callTimeoutMs: dayMs, callCapMs: dayMs },
      }),
  };
}

function oauthSettings(settings: Settings): OAuthSettings {
  return {
    clientMetadataUrl: settings['oauth.clientMetadataUrl'],
    callbackPort: settings['oauth.callbackPort'],
    callbackHost: settings['oauth.callbackHost'] === 'localhost' ? 'localhost' : '127.0.0.1',
  };
}
