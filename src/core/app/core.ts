import { type ReadonlySignal, computed, effect } from '@preact/signals-core';
import { homedir } from 'node:os';
import path from 'node:path';
import { Emitter, type Event } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type Localize, english } from '../../base/localize.ts';
import type { ConfigProblemView, ServersSnapshot } from '../../protocol/inspector.ts';
import type { AskDesk } from '../calls/askDesk.ts';
import { CallBook } from '../calls/callBook.ts';
import { CallHistory } from '../calls/callHistory.ts';
import { SavedCalls } from '../calls/savedCalls.ts';
import { ConfigStore } from '../config/configStore.ts';
import type { MergedConfig } from '../config/merge.ts';
import type { ConfigProblem, ConfigSource, ServerEntry } from '../config/model.ts';
import type { KimiHost, KimiPort } from '../embedded/kimi/port.ts';
import { serveMemory } from '../embedded/memoryFace.ts';
import { embeddedParts } from '../embedded/parts.ts';
import { profileNamed } from '../embedded/profile.ts';
import { type EmbeddedServer, createEmbeddedServer, embeddedServerId } from '../embedded/server.ts';
import { approveByPerson } from '../gateway/approveByPerson.ts';
import { AskRouter } from '../gateway/askRouter.ts';
import { Gateway } from '../gateway/gateway.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerAsks } from '../servers/asks.ts';
import { ConnectionPool } from '../servers/connectionPool.ts';
import { DefinitionCache } from '../servers/definitionCache.ts';
import { rememberedVerdicts } from '../servers/eraVerdicts.ts';
import { type ManagedServerOptions, createManagedServer } from '../servers/managedServer.ts';
import { ServerRegistry, type ServerSpec } from '../servers/registry.ts';
import type { ManagedServer } from '../servers/server.ts';
import { type ServerLog, ServerLogs } from '../servers/serverLog.ts';
import { type ServerWay, wayOf } from '../telemetry/span.ts';
import type { ToolRegistry } from '../servers/toolRegistry.ts';
import { RuleBook } from '../traffic/ruleBook.ts';
import type { TapSource } from '../traffic/tap.ts';
import type { TrafficSpill } from '../traffic/spill.ts';
import { TrafficLog } from '../traffic/trafficLog.ts';
import { Approvals } from '../trust/approvals.ts';
import type { Finding } from '../trust/finding.ts';
import type { McpPolicy } from '../trust/policy.ts';
import type { Redactor } from '../trust/redact.ts';
import { requestApproval } from '../trust/requestApproval.ts';
import type { PinComparison } from '../trust/toolPins.ts';
import { ConfiguredServers } from './configuredServers.ts';
import { Countdown } from './countdown.ts';
import { createLaunching } from './launching.ts';
import { type Manifests, createManifests } from './manifests.ts';
import { ServerEvents } from './serverEvents.ts';
import { type ResetPart, resetServer } from './resetServer.ts';
import { choiceOf, limitsFrom, limitsOf } from './serverLimits.ts';
import { describeState, toServerView } from './serverView.ts';
import type { Settings } from './settings.ts';
import { estimateTokens } from './tokens.ts';
import { TaskBook } from './taskBook.ts';
import { traceCalls } from './traceCalls.ts';
import { ToolTrust, type ToolVerdict } from './toolTrust.ts';

export interface CoreParts {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly redactor: Redactor;
  readonly version: string;
  readonly asks: ServerAsks;
  /** Texts that users read; English where it is absent. */
  readonly localize?: Localize;
  /** Read anew each time: a policy may change while the window is open. */
  policy(): McpPolicy;
  /** The user's own configuration files; those of the folders are known. */
  readonly userSources: readonly ConfigSource[];
  /** A setting of the embedded server's tools, without prefix; `undefined` where the person set none. */
  setting(name: string): unknown;
  readonly kimi?: KimiPort;
  /** Where servers' questions wait, if the shell has such a place: their rounds are shown with the calls. */
  readonly desk?: AskDesk;
  /** Where calls are remembered; absent means that they are not. */
  readonly historyFile?: string;
  /** Where older traffic goes, and what the last session left; without it, memory is all there is. */
  readonly spill?: TrafficSpill | undefined;
}

/** Everything but the shell: used by the extension and by the CLI. */
export interface Core extends Disposable {
  readonly embeddedId: string;
  readonly localize: Localize;
  /** In front of every sink: what a server or a fault says goes through it first. */
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
  /** What holds, delays, breaks or answers calls; empty after every start. */
  readonly rules: RuleBook;
  /** What servers said without being asked. */
  readonly events: ServerEvents;
  /** Every call that a person made, running or done. */
  readonly calls: CallBook;
  readonly savedCalls: SavedCalls;
  readonly tasks: TaskBook;
  /** The configuration files have been read once. */
  readonly ready: Promise<void>;
  /** Reads the files now rather than when the watcher tells. */
  reload(): Promise<void>;
  /** The server's id; its tools, resources or prompts are not what they were. */
  readonly onDidChangeCatalog: Event<string>;
  /** Throws `server/unknown`. */
  server(id: string): ManagedServer;
  /** Where a configured server stands; the embedded one stands in no file. */
  entry(id: string): ServerEntry | undefined;
  /** Its last output and its state changes. */
  log(id: string): ServerLog;
  /** What the scan and the pins say of each tool of a server. */
  verdicts(id: string): ReadonlyMap<string, ToolVerdict>;
  /** Takes a changed tool as it is now. */
  acceptTool(id: string, tool: string, seen?: string): Promise<void>;
  /** Names of the tools of a server that are held back because they changed. */
  changedTools(id: string): ReadonlySet<string>;
  /** A tool as it was pinned and as it is now. */
  compareTool(id: string, tool: string): PinComparison | undefined;
  /** What looks suspicious in a server's tools and instructions. */
  findings(id: string): readonly Finding[];
  /** Shows the whole launch and asks. Closing the question leaves the server pending. */
  approve(id: string): Promise<void>;
  /** Forgets what is remembered about a server: values that were asked for, the sign-in, the approval, pinned tools. */
  reset(id: string, what: readonly ResetPart[]): Promise<void>;
  /** Settings of the servers that changed hold for those that run too, without a restart. */
  adjust(settings: Settings): Promise<void>;
}

/** The one composition root. */
export function createCore(parts: CoreParts): Core {
  const { ports, settings, redactor, localize = english } = parts;
  const life = new Lifetime();
  const megabyte = 1024 * 1024;
  const room = { rows: settings['traffic.maxRows'], bytes: settings['traffic.maxMegabytes'] * megabyte };
  const limits = { current: limitsFrom(settings) };
  const traffic = life.add(new TrafficLog(room, ports.clock, redactor, parts.spill));
  const rules = life.add(new RuleBook(ports.clock, redactor));
  const store = life.add(new ConfigStore({ ...ports, userSources: parts.userSources }));
  const approvals = new Approvals({ ...ports, policy: parts.policy });
  const launching = createLaunching(ports, approvals, redactor);
  const registry = new ServerRegistry({
    cache: new DefinitionCache(ports.memory),
    log: ports.log,
    usable: (id, tools) => toolTrust.usable(id, tools),
  });
  life.defer(() => void registry.dispose());
  const toolTrust: ToolTrust = life.add(
    new ToolTrust({ memory: ports.memory, log: ports.log, entry: (id) => configured.entry(id) }),
  );
  const logs = life.add(
    new ServerLogs({ clock: ports.clock, redact: (text) => redactor.text(text), describe: describeState }),
  );
  const router = new AskRouter(parts.asks);
  const traced = traceCalls(parts, life, (id) => wayTo(configured.entry(id)));
  const clientTaps = traced.client(logs.listen(ruledTaps(traffic, rules)));
  const common = commonOptions({ ...parts, asks: router.asks }, clientTaps);
  const manifests = createManifests();
  const embedded = life.add(createEmbedded(parts, manifests, traced.server(traffic), () => snapshot.value));
  const configured: ConfiguredServers = life.add(
    new ConfiguredServers({
      registry,
      approvals,
      launching,
      workspace: ports.workspace,
      embedded: embeddedSpec(embedded, common),
      create: (id, entry, knownTools) =>
        createManagedServer({
          ...common,
          id,
          knownTools,
          label: entry().name,
          source: lastSource(entry),
          transport: entry().launch.kind,
          limits: { ...limits.current, ...limitsOf(entry()) },
          choice: choiceOf(entry()),
          launch: () => launching.resolve(entry()),
          mayStart: () => launching.recheck(entry()),
          mayCall: (tool) => toolTrust.assertUsable(id, tool),
        }),
      adjust: (server, entry) => {
        server.adjust({ ...limits.current, ...limitsOf(entry) });
        server.choose(choiceOf(entry));
      },
    }),
  );

  const countdown = life.add(new Countdown(registry.servers, ports.clock));
  const snapshot = computed<ServersSnapshot>(() => ({
    servers: registry.servers.value.map((server) => toServerView(server, redactor, countdown, localize)),
    problems: store.configuration.value.problems.flatMap(toProblemView),
    trusted: ports.workspace.trusted,
  }));
  const gateway = life.add(
    new Gateway({
      servers: registry.servers,
      tools: registry.tools.tools,
      router,
      taps: traced.server(traffic),
      clock: ports.clock,
      redactor,
      log: ports.log.with({ part: 'gateway' }),
      version: parts.version,
      server: (id) => registry.get(id),
      usable: (id, tool) => (void toolTrust.version.value, !toolTrust.isHeldBack(id, tool)),
      approve: approveByPerson(ports.ask),
      isRuled: (id, tool) => rules.covers(id, tool),
      estimateTokens,
    }),
  );
  const { desk, historyFile: file } = parts;
  const history = new CallHistory({ ...ports, file, redactor });
  const calls = life.add(new CallBook({ clock: ports.clock, redactor, history, server: (id) => registry.get(id) }));
  if (desk) life.add(desk.onDidSettle(({ server, call, round }) => calls.addRound(server, call, round)));
  desk?.guessBy((server) => calls.onlyRunning(server));
  const savedCalls = life.add(new SavedCalls({ ...ports, redactor }));
  const catalogChanged = life.add(new Emitter<string>());
  const ready = store.ready.then(() => configured.apply(store.configuration.peek()));
  life.defer(effect(() => void configured.apply(store.configuration.value)));
  life.defer(effect(() => toolTrust.watch(registry.servers.value)));
  life.defer(effect(() => logs.watch(registry.servers.value)));
  life.defer(effect(() => tellCatalogs(registry.servers.value, toolTrust, catalogChanged)));

  return {
    embeddedId: embeddedServerId,
    localize,
    redactor,
    embedded,
    manifests,
    gateway,
    servers: registry.servers,
    tools: registry.tools,
    configuration: store.configuration,
    snapshot,
    traffic,
    rules,
    events: life.add(new ServerEvents({ servers: registry.servers, redactor, clock: ports.clock })),
    calls,
    savedCalls,
    tasks: life.add(
      new TaskBook({
        server: (id) => registry.get(id),
        mayCall: (id, tool) => toolTrust.assertUsable(id, tool),
        asks: parts.asks,
        memory: ports.memory,
        redactor,
      }),
    ),
    ready,
    reload: async () => {
      await store.reload();
      await configured.apply(store.configuration.peek());
    },
    onDidChangeCatalog: catalogChanged.event,
    server: (id) => registry.get(id),
    entry: (id) => configured.entry(id),
    log: (id) => logs.of(id),
    verdicts: (id) => toolTrust.verdicts(registry.get(id), registry.servers.peek()),
    acceptTool: (id, tool, seen) => toolTrust.accept(registry.get(id), tool, seen),
    changedTools: (id) => toolTrust.changed(id),
    compareTool: (id, tool) => toolTrust.compare(registry.get(id), tool),
    findings: (id) => toolTrust.findings(registry.get(id), registry.servers.peek()),
    approve: async (id) => {
      const entry = configured.entry(id);
      if (!entry) return;
      const context = await launching.readContext(entry);
      const state = await requestApproval(entry, context, approvals, ports.ask);
      if (state.kind === 'untrusted-workspace' || state.kind === 'policy') approvals.assertApproved(entry, context);
      else if (state.kind === 'approved') registry.get(id).approve();
    },
    adjust: (next) => {
      limits.current = limitsFrom(next);
      return configured.apply(store.configuration.peek());
    },
    reset: async (id, what) => {
      const entry = configured.entry(id);
      const parts = { secrets: ports.secrets, approvals, launching, toolTrust };
      if (entry) await resetServer(registry.get(id), entry, what, parts);
    },
    dispose: () => life.dispose(),
  };
}

const maxConnections = 100;
const dayMs = 24 * 3_600_000;

type CommonOptions = Omit<ManagedServerOptions, 'id' | 'label' | 'source' | 'transport' | 'launch'>;

function commonOptions({ ports, settings, version, asks }: CoreParts, tap: TapSource): CommonOptions {
  return {
    tap,
    asks,
    pool: new ConnectionPool(maxConnections),
    clientInfo: { name: 'mcp-switchboard', version },
    clock: ports.clock,
    log: ports.log,
    oauth: { secrets: ports.secrets, ask: ports.ask, clientName: 'MCP Switchboard' },
    verdicts: (launch) => rememberedVerdicts(ports.memory, ports.clock, launch),
    limits: limitsFrom(settings),
  };
}

function wayTo(entry: ServerEntry | undefined): ServerWay {
  if (!entry) return {};
  const { launch } = entry;
  return wayOf(launch.kind, 'url' in launch ? launch.url : undefined);
}

/** Every connection of a client is seen by the log and under the rules. */
function ruledTaps(traffic: TrafficLog, rules: RuleBook): TapSource {
  return {
    open: (server) => {
      const tap = traffic.open(server);
      tap.interception = rules.forServer(server, tap);
      return tap;
    },
  };
}

function embeddedSpec(embedded: EmbeddedServer, common: CommonOptions): ServerSpec {
  return {
    id: embeddedServerId,
    source: 'local',
    launchKey: embeddedServerId,
    create: () =>
      createManagedServer({
        ...common,
        id: embeddedServerId,
        label: 'MCP Switchboard',
        source: 'embedded',
        transport: 'memory',
        launch: { kind: 'memory', serve: (end) => serveMemory(embedded, end) },
        // Its tools keep time themselves: a run of Kimi may take minutes and say nothing.
        limits: { ...common.limits, idleStopMs: 0, callTimeoutMs: dayMs, callCapMs: dayMs },
      }),
  };
}

function createEmbedded(
  { ports, version, setting, kimi }: CoreParts,
  manifests: Manifests,
  taps: TapSource,
  snapshot: () => ServersSnapshot,
): EmbeddedServer {
  return createEmbeddedServer({
    profile: profileNamed('all', version),
    parts: { ...embeddedParts, toolSources: [manifests.source] },
    taps,
    host: {
      log: ports.log.with({ part: 'embedded' }),
      folders: () => ports.workspace.folders.map(({ path }) => path),
      trusted: () => ports.workspace.trusted,
      env: process.env,
      homeDir: homedir(),
      setting,
      listServers: () => snapshot().servers,
      ...(kimi && { kimi }),
    } satisfies Omit<KimiHost, 'life'>,
  });
}

/** `.vscode/mcp.json`, as people call it; a folder's name comes first where there are several. */
function shortSource({ source }: ServerEntry): string {
  const { file, folder, kind } = source;
  if (!folder) return kind === 'codeWorkspace' ? path.basename(file) : 'user';
  return file.startsWith(folder.path) ? file.slice(folder.path.length + 1).replaceAll('\\', '/') : file;
}

/** Hints stay in the editor; the views show what keeps a server from working. */
function toProblemView({ file, span, severity, message }: ConfigProblem): readonly ConfigProblemView[] {
  return severity === 'info' ? [] : [{ file, line: span.line + 1, severity, message }];
}

function tellCatalogs(servers: readonly ManagedServer[], { version }: ToolTrust, changed: Emitter<string>): () => void {
  const stops = servers.map(({ id, tools }) =>
    effect(() => {
      void (tools.value, version.value);
      changed.fire(id);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** A server that is being taken away is still asked where it came from. */
function lastSource(entry: () => ServerEntry): () => string {
  let last = shortSource(entry());
  return () => {
    try {
      last = shortSource(entry());
    } catch (error) {
      if (!Fault.is(error, 'server/unknown')) throw error;
    }
    return last;
  };
}
