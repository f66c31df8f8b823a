import { type ReadonlySignal, effect, signal } from '@preact/signals-core';
import type { Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { HealthFinding } from '../../contract/browse.ts';
import type { ServersSnapshot } from '../../contract/inspector.ts';
import type { SignInStart, SignInView } from '../../contract/signIn.ts';
import type { CallStore } from '../calls/callStore.ts';
import type { SavedCalls } from '../calls/savedCalls.ts';
import type { WatchedCalls } from '../calls/watchedCalls.ts';
import type { TaskStore } from '../calls/tasks/taskStore.ts';
import type { InputDeclaration, ServerEntry } from '../config/model/model.ts';
import { ConfigStore } from '../config/sources/configStore.ts';
import type { MergedConfig } from '../config/sources/merge.ts';
import type { CuredEntry } from '../diagnosis/cureEntry.ts';
import { diagnosedIn } from '../diagnosis/diagnosedFault.ts';
import type { Learned } from '../diagnosis/experiments/experiment.ts';
import type { ExperimentOptions } from '../diagnosis/experiments/runExperiments.ts';
import type { Cure } from '../diagnosis/model/diagnosis.ts';
import type { EmbeddedServer } from '../embedded/server.ts';
import { embeddedServerId } from '../../contract/toolName.ts';
import { ClientRequestRouter } from '../gateway/calls/clientRequestRouter.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { endOrphansOnce } from '../process/orphans.ts';
import type { StatisticsTotal } from '../servers/calls/lastingStatistics.ts';
import { DefinitionCache } from '../servers/catalog/definitionCache.ts';
import { capabilitiesOf } from '../servers/model/clientRequests.ts';
import type { ToolRegistry } from '../servers/catalog/toolRegistry.ts';
import type { ManagedServer } from '../servers/model/server.ts';
import { ServerRegistry } from '../servers/registry.ts';
import { ServerEvents } from '../servers/serverEvents.ts';
import type { ServerLog } from '../servers/serverLog.ts';
import type { ToolVerdict, TrustNotice } from '../servers/toolTrust.ts';
import type { HeldDefinition } from '../servers/watchedDefinitions.ts';
import type { InterceptionRules } from '../traffic/interception/interceptionRules.ts';
import type { TrafficLog } from '../traffic/log/trafficLog.ts';
import { requestApproval } from '../trust/approval/requestApproval.ts';
import { requestApprovals } from '../trust/approval/requestApprovals.ts';
import type { DefinitionRef } from '../trust/pins/definition.ts';
import type { PinComparison } from '../trust/pins/definitionPins.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import type { Finding } from '../trust/scan/finding.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import type { ConfiguredServers } from './configured/configuredServers.ts';
import { entryCures } from './configured/entryCures.ts';
import { type CoreParts, grantStore } from './coreParts.ts';
import { createCalls } from './createCalls.ts';
import { createDevLoop } from './createDevLoop.ts';
import { createEmbedded } from './createEmbedded.ts';
import { createGateway } from './createGateway.ts';
import { createServers } from './createServers.ts';
import { createTraffic } from './createTraffic.ts';
import { type Trust, createTrust } from './createTrust.ts';
import type { DevLoop } from './devLoop/devLoop.ts';
import type { Manifests } from './manifests.ts';
import { type ResetPart, resetServer } from './resetServer.ts';
import { ServerEntries } from './configured/serverEntries.ts';
import { keepFailures } from './keepFailures.ts';
import { createHealth } from './view/serverHealthView.ts';
import { createSnapshot } from './view/serversSnapshot.ts';
import type { Settings } from './settings/settings.ts';
import { signInAgain, signInView } from './signIns.ts';
import { watchCatalogs } from './watchCatalogs.ts';

/** Everything but the shell; used by the extension and the CLI. */
export interface Core extends Disposable {
  readonly embeddedId: string;
  /** Of this product. */
  readonly version: string;
  /** In front of every sink: texts of servers and faults go through it first. */
  readonly redactor: Redactor;
  readonly embedded: EmbeddedServer;
  readonly manifests: Manifests;
  /** Servers offered to agents. */
  readonly gateway: Gateway;
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
  /** Every tool that can be called now, by its names. */
  readonly tools: ToolRegistry;
  readonly configuration: ReadonlySignal<MergedConfig>;
  readonly snapshot: ReadonlySignal<ServersSnapshot>;
  readonly traffic: TrafficLog;
  /** The rules that pause, delay, break or answer calls; empty after every start. */
  readonly interceptionRules: InterceptionRules;
  /** Notifications of servers. */
  readonly events: ServerEvents;
  /** Restarts servers whose files have changed. */
  readonly devLoop: DevLoop;
  /** Every call that a user made, running or done. */
  readonly calls: CallStore;
  /** Those that are made again when their server has been started again. */
  readonly watchedCalls: WatchedCalls;
  readonly savedCalls: SavedCalls;
  readonly tasks: TaskStore;
  /** The configuration files have been read once. */
  readonly ready: Promise<void>;
  /** Reads the files now rather than on the watcher's event. */
  reload(): Promise<void>;
  /** Calls back with a server's id whenever its tools or their trust verdicts have changed. */
  watchCatalogs(changed: (server: string) => void): Disposable;
  /** Throws `server/unknown`. */
  server(id: string): ManagedServer;
  /** Where a server is configured; the embedded one is in no file. */
  entry(id: string): ServerEntry | undefined;
  /** Its last output and its state changes. */
  log(id: string): ServerLog;
  /** What it did in all sessions; `undefined` where it has done nothing yet. */
  statistics(id: string): StatisticsTotal | undefined;
  /** What is not right with it while it runs. */
  health(id: string): Promise<readonly HealthFinding[]>;
  /** The verdicts of scan and pins on each tool of a server. */
  verdicts(id: string): ReadonlyMap<string, ToolVerdict>;
  /** What agents may be shown of a server's tools. */
  acceptedTools(id: string): readonly ToolDefinition[];
  /** What of a server is held back because it changed, or is new and waits for a user. */
  held(id: string): readonly HeldDefinition[];
  /** A definition as it was pinned and as it is now. */
  compareDefinition(id: string, ref: DefinitionRef): PinComparison | undefined;
  /** Accepts a definition as it was shown: `seen` is its hash. */
  acceptDefinition(id: string, ref: DefinitionRef, seen: string): void;
  /** What is held back from now on, and what is new and offered. */
  readonly onTrustNotice: Event<TrustNotice>;
  /** What looks suspicious in a server's tools and instructions. */
  findings(id: string): readonly Finding[];
  /** Shows the whole launch and asks the user. Closing the dialog leaves the server pending. */
  approve(id: string): Promise<void>;
  /** The same for several servers, all of them in one dialog where they fit. Returns those that are approved. */
  approveAll(ids: readonly string[]): Promise<readonly string[]>;
  /** What a cure would make of the server's entry, to be shown first. Throws a sentence where it cannot be done. */
  curedEntry(id: string, cure: Cure): CuredEntry | undefined;
  /** Changes the entry in its file, if it is still the one that was shown. */
  cure(id: string, cure: Cure): Promise<void>;
  /** Finds out more about why it failed. Throws a `trust/…` fault where its launch is not approved any more. */
  experiment(id: string, fault: unknown, options: ExperimentOptions): Promise<readonly Learned[]>;
  /** The value of an input that no configuration file has: asked for where it is not remembered. */
  inputValue(declaration: InputDeclaration, server: string, signal?: AbortSignal): Promise<string>;
  /** Deletes what is stored about a server: input values, the sign-in, the approval, pinned tools. */
  reset(id: string, what: readonly ResetPart[]): Promise<void>;
  /** How the last sign-ins went, step by step. */
  signIn(id: string): Promise<SignInView>;
  /** Signs in again from this step on. */
  signInAgain(id: string, from: SignInStart): Promise<void>;
  /** Settings of the servers that changed hold for those that run too, without a restart. */
  adjust(settings: Settings): Promise<void>;
}

/** The one composition root: each room is made from the rooms above it. */
export function createCore(parts: CoreParts): Core {
  const { ports, redactor } = parts;
  const lifetime = new Lifetime();
  endOrphansOnce();
  const entries = new ServerEntries();
  const store = lifetime.add(createConfigStore(parts));
  const traffic = createTraffic(parts, entries, lifetime);
  const trust = createTrust(parts, entries, lifetime);
  const registry = createRegistry(parts, trust, lifetime);
  const { servers } = registry;
  const devLoop = lifetime.add(createDevLoop(parts, { registry, entries, trust, traffic }));
  const reported = { outputOf: traffic.serverLogs.outputOf, reports: devLoop.reports };
  const snapshot = createSnapshot(parts, servers, store.configuration, reported, lifetime);
  const embedded = createEmbedded(parts, traffic.agentTaps, () => snapshot.value.servers, lifetime);
  const router = new ClientRequestRouter(parts.clientRequests);
  const rooms = { core: parts, registry, entries, trust, taps: traffic.clientTaps };
  const { configured, useSettings: adjustServers } = createServers(
    { ...rooms, embedded: embedded.server, clientRequests: router.clientRequests },
    lifetime,
  );
  const { toolTrust } = trust;
  const gateway = createGateway(parts, { registry, router, toolTrust, traffic }, lifetime);
  const events = lifetime.add(new ServerEvents({ servers, redactor, clock: ports.clock }));
  lifetime.defer(effect(() => toolTrust.watch(servers.value)));
  lifetime.defer(effect(() => traffic.serverLogs.watch(servers.value)));
  const actions = serverActions(parts, trust, entries, registry);
  keepFailures({ ...actions, servers, redactor, entry: (id) => entries.find(id) }, ports, lifetime);
  const calls = createCalls(parts, registry, toolTrust, lifetime);
  const applied = followConfiguration(store, configured, parts, lifetime);
  return {
    embeddedId: embeddedServerId,
    redactor,
    embedded: embedded.server,
    manifests: embedded.manifests,
    gateway,
    servers,
    tools: registry.tools,
    configuration: store.configuration,
    snapshot,
    traffic: traffic.log,
    interceptionRules: traffic.rules,
    events,
    devLoop,
    ...calls,
    ready: applied(),
    reload: () => store.reload().then(applied),
    adjust: (next) => (adjustServers(next), trust.useSettings(next), configured.apply(store.configuration.peek())),
    watchCatalogs: (changed) => watchCatalogs(servers, toolTrust, changed),
    server: (id) => registry.get(id),
    entry: (id) => entries.find(id),
    log: (id) => traffic.serverLogs.of(id),
    health: createHealth(servers, { toolTrust, entries, grants: grantStore(parts) }, parts, lifetime),
    ...actions,
    dispose: () => lifetime.dispose(),
  };
}

function createConfigStore({ ports, userSources, inlineServers = [] }: CoreParts): ConfigStore {
  const extra = 'value' in inlineServers ? inlineServers : signal(inlineServers);
  return new ConfigStore({ ...ports, userSources, extra });
}

function createRegistry(
  { ports, clientRequests }: CoreParts,
  { toolTrust }: Trust,
  lifetime: Lifetime,
): ServerRegistry {
  const cache = new DefinitionCache(ports.store, capabilitiesOf(clientRequests));
  const registry = new ServerRegistry({
    cache,
    log: ports.log,
    usable: (id, tools) => toolTrust.accepted(id, 'tool', tools),
  });
  lifetime.defer(() => void registry.dispose());
  return registry;
}

/** Applies the configuration once its files have been read, and each change of it from then on. */
function followConfiguration(
  store: ConfigStore,
  configured: ConfiguredServers,
  { ports: { log } }: CoreParts,
  lifetime: Lifetime,
): () => Promise<void> {
  let last = Promise.resolve();
  const apply = (configuration: MergedConfig): void => {
    last = configured.apply(configuration).catch((error: unknown) => log.error('configuration not applied', { error }));
  };
  const begun = store.ready.then(() => {
    if (!lifetime.ended) lifetime.defer(effect(() => apply(store.configuration.value)));
  });
  return () => begun.then(() => last);
}

type ServerActions = Pick<
  Core,
  | 'version'
  | 'verdicts'
  | 'acceptedTools'
  | 'held'
  | 'compareDefinition'
  | 'acceptDefinition'
  | 'onTrustNotice'
  | 'findings'
  | 'approve'
  | 'approveAll'
  | 'curedEntry'
  | 'experiment'
  | 'inputValue'
  | 'cure'
  | 'reset'
> &
  SignInActions;

type SignInActions = Pick<Core, 'signIn' | 'signInAgain'>;

function signInActions(parts: CoreParts, entries: ServerEntries, registry: ServerRegistry): SignInActions {
  return {
    signIn: async (id) => {
      const entry = entries.find(id);
      return entry ? signInView(registry.get(id), entry, grantStore(parts)) : { steps: [] };
    },
    signInAgain: async (id, from) => {
      const entry = entries.find(id);
      if (entry) await signInAgain(registry.get(id), entry, from, grantStore(parts));
    },
  };
}

function serverActions(
  parts: CoreParts,
  { approvals, launchResolver, toolTrust }: Trust,
  entries: ServerEntries,
  registry: ServerRegistry,
): ServerActions {
  const { ports } = parts;
  return {
    version: parts.version,
    ...entryCures(parts, (id) => {
      const entry = entries.find(id);
      return entry && { entry, state: registry.get(id).state.peek() };
    }),
    ...signInActions(parts, entries, registry),
    verdicts: (id) => toolTrust.verdicts(registry.get(id), registry.servers.peek()),
    acceptedTools: (id) => toolTrust.accepted(id, 'tool', registry.get(id).tools.value),
    held: (id) => toolTrust.held(id),
    compareDefinition: (id, ref) => toolTrust.compare(registry.get(id), ref),
    acceptDefinition: (id, ref, seen) => toolTrust.accept(registry.get(id), ref, seen),
    onTrustNotice: toolTrust.onDidNotice,
    findings: (id) => toolTrust.findings(registry.get(id), registry.servers.peek()),
    approve: async (id) => {
      const entry = entries.find(id);
      if (!entry) return;
      const context = await launchResolver.readContext(entry);
      const state = await requestApproval(entry, context, approvals, ports.ask);
      if (state.kind === 'untrusted-workspace' || state.kind === 'policy') approvals.assertApproved(entry, context);
      else if (state.kind === 'approved') registry.get(id).approve();
    },
    approveAll: async (ids) => {
      const found = ids.flatMap((id) => (entries.find(id) ? [{ id, entry: entries.get(id) }] : []));
      const launches = await Promise.all(
        found.map(async ({ id, entry }) => ({ id, entry, context: await launchResolver.readContext(entry) })),
      );
      await requestApprovals(launches, approvals, ports.ask);
      const approved = launches.filter(({ entry, context }) => approvals.state(entry, context).kind === 'approved');
      for (const { id } of approved) registry.get(id).approve();
      return approved.map(({ id }) => id);
    },
    experiment: async (id, fault, options) => {
      const entry = entries.find(id);
      const { evidence, diagnoses } = diagnosedIn(fault) ?? {};
      if (!entry || !evidence || !diagnoses) return [];
      await launchResolver.recheck(entry);
      const { runExperiments } = await import('../diagnosis/experiments/runExperiments.ts');
      return runExperiments({ evidence, diagnoses }, options);
    },
    inputValue: launchResolver.inputValue,
    reset: async (id, what) => {
      const entry = entries.find(id);
      const known = { grants: grantStore(parts), approvals, launchResolver, toolTrust };
      if (entry) await resetServer(registry.get(id), entry, what, known);
    },
  };
}
