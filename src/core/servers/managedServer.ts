/**
 * A server and all that it offers. Construct one with
 *
 *   createManagedServer({ id: 'embedded', label: 'Embedded', source: 'embedded', tap: tapSource,
 *     transport: 'memory', launch: { kind: 'memory', serve: (end) => mcpServer.connect(end) } })
 *
 * `launch` may also be a function that expands variables anew before each start. Constructing
 * starts nothing; `callTool` starts on demand. What is marked `?` has a default.
 */
import { serverNotRunning, toolNotSelected } from '../../base/faults/serverFaults.ts';
import type { ReadonlySignal } from '@preact/signals-core';
import { Emitter, type Event } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import type { ServerStatistics } from '../../contract/browse.ts';
import { systemClock } from '../ports/ports.ts';
import type { Connection } from './connection/connection.ts';
import { PauseSwitch } from './connection/deadline.ts';
import { noNegotiationCache } from './connection/negotiationCache.ts';
import { lossFault } from './connection/failure.ts';
import { isSessionLost } from './connection/sessionLoss.ts';
import { type Launch, type ServerLimits, type TransportKind, defaultLimits } from './model/launch.ts';
import { followConnection } from './lifecycle/followConnection.ts';
import type {
  CallOptions,
  ServerContents,
  CompletionRef,
  ManagedServer,
  PendingReason,
  ServerProcess,
  ServerState,
  SignedIn,
  ToolResult,
} from './model/server.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import type { ManagedServerOptions } from './managedServerOptions.ts';
import { ServerCalls, withToolTimeout } from './calls/serverCalls.ts';
import { ServerLifecycle } from './lifecycle/serverLifecycle.ts';
import { ServerCatalog } from './catalog/serverCatalog.ts';
import { StatisticsCounter } from './calls/serverStatistics.ts';
import { applyLogLevel, processOf } from './connection/ofConnection.ts';
import { Subscriptions } from './calls/subscriptions.ts';
import { typedToolName } from '../wire/rawMessageText.ts';
import type { SignInStep } from '../../contract/signIn.ts';
import { stepExchange, stepText } from './oauth/steps/stepText.ts';
import { SignInJournal } from './oauth/steps/signInJournal.ts';
import { type ToolSelection, everyTool, isSelected } from './model/toolSelection.ts';

export function createManagedServer(options: ManagedServerOptions): ManagedServer {
  return new Managed(options);
}

const headerMismatch = -32_020;

class Managed implements ManagedServer {
  readonly id: string;
  readonly label: string;
  readonly #options: ManagedServerOptions;
  /** One object, shared with every connection: `adjust` changes it in place. */
  readonly #limits: ServerLimits;
  readonly #lifetime: ServerLifecycle;
  readonly #calls: ServerCalls;
  readonly #log: Log;
  readonly #signIns = new SignInJournal();
  readonly #statistics = new StatisticsCounter();
  readonly #subscriptions = new Subscriptions();
  readonly #notified = new Emitter<{ readonly method: string; readonly params: unknown }>((error) =>
    this.#log.error('a notification could not be handled', { error }),
  );
  readonly #catalog: ServerCatalog;
  readonly #pause = new PauseSwitch();
  #launched: Launch | undefined;
  #debugged: ((launch: Launch) => Launch) | undefined;
  #logLevel: string | undefined;

  constructor(options: ManagedServerOptions) {
    this.#options = options;
    this.id = options.id;
    this.label = options.label;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#log = (options.log ?? silentLog).with({ server: options.id });
    this.#catalog = new ServerCatalog(this.#limits, options.knownTools ?? [], options.choice ?? everyTool);
    this.#lifetime = new ServerLifecycle({
      limits: this.#limits,
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      log: this.#log,
      pace: options.pace,
      open: (abort, endsLater) => this.#open(abort, endsLater),
      explainLoss: (connection, error) => lossFault(this.#launched!, connection.channel, error),
      isSessionLost: (connection, error) => isSessionLost(error, connection.tapped.sessionId),
      connected: (connection, lifetime, again) => this.#connected(connection, lifetime, again),
      disconnected: (connection) => this.#disconnected(connection),
      isHeld: () => this.#subscriptions.size > 0 || this.#debugged !== undefined,
      isPaused: () => this.#pause.isPaused,
    });
    this.#calls = new ServerCalls({
      server: options.id,
      lifetime: this.#lifetime,
      statistics: this.#statistics,
      limits: this.#limits,
      clientRequests: options.clientRequests ?? {},
      launch: () => this.#launched!,
      mayMove: options.mayMove ?? false,
      pause: this.#pause,
    });
  }

  get source(): string {
    const { source } = this.#options;
    return typeof source === 'function' ? source() : source;
  }

  get transport(): TransportKind {
    return this.#lifetime.connection?.kind ?? this.#options.transport;
  }

  get state(): ReadonlySignal<ServerState> {
    return this.#lifetime.state;
  }

  get tools(): ReadonlySignal<readonly ToolDefinition[]> {
    return this.#catalog.tools;
  }

  get listedTools(): ReadonlySignal<readonly ToolDefinition[]> {
    return this.#catalog.listed;
  }

  get problems(): ReadonlySignal<readonly string[]> {
    return this.#catalog.problems;
  }

  get contents(): ReadonlySignal<ServerContents> {
    return this.#catalog.contents;
  }

  get statistics(): ReadonlySignal<ServerStatistics> {
    return this.#statistics.snapshot;
  }

  readStatistics(): ServerStatistics {
    return this.#statistics.read();
  }

  get onSignInPage(): Event<void> {
    return this.#signIns.onPage;
  }

  get signInSteps(): readonly SignInStep[] {
    return this.#signIns.steps;
  }

  get signedIn(): ReadonlySignal<SignedIn | undefined> {
    return this.#signIns.signedIn;
  }

  addSignInStep(step: SignInStep): void {
    this.#signIns.add(step);
    this.#options.tap.open(this.id).state(stepText(step), stepExchange(step));
  }

  get process(): ServerProcess | undefined {
    return processOf(this.#lifetime.connection, this.#launched);
  }

  get onNotification(): Event<{ readonly method: string; readonly params: unknown }> {
    return this.#notified.event;
  }

  async start(): Promise<void> {
    await this.#lifetime.use(() => this.#lifetime.ensure());
  }

  stop(): Promise<void> {
    return this.#lifetime.stop();
  }

  async restart(graceMs = 0): Promise<void> {
    if (graceMs > 0 && this.#lifetime.connection) return this.#lifetime.use(() => this.#lifetime.restart(graceMs));
    await this.#lifetime.stop();
    await this.start();
  }

  retryNow(): Promise<void> {
    return this.#lifetime.use(() => this.#lifetime.retryNow());
  }

  tryAgain(): Promise<void> {
    return this.#lifetime.tryAgain();
  }

  suspend(reason: PendingReason): Promise<void> {
    return this.#lifetime.suspend(reason);
  }

  approve(): void {
    this.#lifetime.approve();
  }

  setDisabled(disabled: boolean): Promise<void> {
    return this.#lifetime.setDisabled(disabled);
  }

  async dispose(): Promise<void> {
    await this.#lifetime.dispose();
    this.#notified.dispose();
  }

  adjust(limits: Partial<ServerLimits>): void {
    Object.assign(this.#limits, defaultLimits, limits);
  }

  debugWith(change: ((launch: Launch) => Launch) | undefined): void {
    this.#debugged = change;
    this.#pause.isPaused = false;
  }

  setPaused(isPaused: boolean): void {
    this.#pause.isPaused = isPaused;
  }

  choose(choice: ToolSelection): void {
    this.#catalog.choice = choice;
  }

  async ping(): Promise<number> {
    const { connection } = this.#lifetime;
    if (!connection) throw serverNotRunning();
    const begin = performance.now();
    await connection.ping(this.#limits.callTimeoutMs);
    return performance.now() - begin;
  }

  callTool(name: string, args: Readonly<Record<string, unknown>>, given: CallOptions = {}): Promise<ToolResult> {
    const options = withToolTimeout(this.#limits, name, given);
    return this.#calls.run(options, async (connection, timed) => {
      this.#assertCallable(name);
      try {
        return await connection.callTool(name, args, timed, this.#catalog.definition(name));
      } catch (error) {
        if ((error as { code?: unknown }).code !== headerMismatch) throw error;
        await this.#catalog.refreshTools(connection); // its schema has changed: the headers are made from it
        this.#assertCallable(name); // and so it may be held back now
        return connection.callTool(name, args, options, this.#catalog.definition(name));
      }
    });
  }

  request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    given: CallOptions = {},
  ): Promise<unknown> {
    const tool = method === 'tools/call' && typeof params?.['name'] === 'string' ? params['name'] : undefined;
    const options = tool === undefined ? given : withToolTimeout(this.#limits, tool, given);
    return this.#calls.run(options, (connection, timed) => {
      // A raw request must not get around the quarantine of a tool.
      if (tool !== undefined) this.#assertCallable(tool);
      return connection.request(method, params, timed);
    });
  }

  sendTyped(text: string, options: CallOptions = {}): Promise<unknown> {
    return this.#calls.run(options, (connection, timed) => {
      const called = typedToolName(text);
      if (called !== undefined) this.#options.mayCall?.(called); // a quarantined tool is refused here too
      return connection.exchange(text, timed);
    });
  }

  readResource(uri: string, options: CallOptions = {}): Promise<unknown> {
    return this.#calls.run(options, (connection, timed) => connection.ask('resources/read', { uri }, timed));
  }

  getPrompt(name: string, args: Readonly<Record<string, string>>, options: CallOptions = {}): Promise<unknown> {
    return this.#calls.run(options, (connection, timed) =>
      connection.ask('prompts/get', { name, arguments: { ...args } }, timed),
    );
  }

  complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.request('completion/complete', { ref, argument }, options);
  }

  subscribe(uri: string): Promise<void> {
    return this.#calls.run({}, (connection) => this.#subscriptions.add(uri, connection));
  }

  async unsubscribe(uri: string): Promise<void> {
    await this.#subscriptions.remove(uri, this.#lifetime.connection);
  }

  get subscribed(): readonly string[] {
    return this.#subscriptions.uris;
  }

  get logLevel(): string | undefined {
    return this.#logLevel;
  }

  async setLogLevel(level: string): Promise<void> {
    this.#logLevel = level;
    const { connection } = this.#lifetime;
    if (connection) await applyLogLevel(connection, level);
  }

  async loadContents(): Promise<ServerContents> {
    await this.#calls.run({}, (connection) => this.#catalog.load(connection, ['resources', 'prompts']));
    return this.#catalog.contents.peek();
  }

  refreshTools(): Promise<void> {
    return this.#calls.run({}, (connection) => this.#catalog.refreshTools(connection));
  }

  #assertCallable(tool: string): void {
    if (!isSelected(tool, this.#catalog.choice)) {
      throw toolNotSelected(tool, this.label);
    }
    this.#options.mayCall?.(tool);
  }

  async #open(abort: AbortSignal, endsLater: (ending: Promise<void>) => void): Promise<Connection> {
    const { launch, mayStart, tap, clientRequests, oauth, negotiation, clientInfo } = this.#options;
    const approved = typeof launch === 'function' ? await launch() : launch;
    const { openServer } = await import('./lifecycle/openServer.ts'); // the SDK comes with the first start
    const resolved = (this.#launched = this.#debugged?.(approved) ?? approved);
    this.#options.pool?.take(this);
    const opening = openServer({
      server: this.id,
      launch: resolved,
      tap: tap.open(this.id),
      limits: this.#limits,
      clientRequests: clientRequests ?? {},
      clientInfo: clientInfo ?? { name: 'mcp-switchboard', version: '0.1.0' },
      negotiation: (typeof negotiation === 'function' ? negotiation(resolved) : negotiation) ?? noNegotiationCache(),
      mayOpen: async (exact) => mayStart?.(exact),
      oauth,
      signIns: this.#signIns,
      fastPath: this.#options.fastPath ?? true,
      mayAsk: () => this.#lifetime.isInUse,
      pause: this.#pause,
      lend: () => this.#calls.lend(),
      endsLater,
      signal: abort,
      log: this.#log,
    });
    const opened = await opening.catch((error: unknown) => this.#notOpened(error));
    try {
      this.#catalog.take(opened.listing);
    } catch (error) {
      await opened.connection.close(); // views follow the list, and one of them may fail on it
      this.#notOpened(error);
    }
    return opened.connection;
  }

  #notOpened(error: unknown): never {
    this.#options.pool?.leave(this);
    throw error;
  }

  #disconnected(connection: Connection): void {
    this.#statistics.disconnected(connection.channel.meter);
    this.#options.pool?.leave(this);
  }

  #connected(connection: Connection, lifetime: Lifetime, again: boolean): void {
    this.#statistics.connected(connection.channel.meter, (this.#options.clock ?? systemClock).now(), again);
    followConnection({
      connection,
      lifetime,
      log: this.#log,
      mayMove: this.#options.mayMove ?? false,
      catalog: this.#catalog,
      clientRequests: this.#options.clientRequests,
      notified: (message) => this.#notified.fire(message),
      lost: (error) => this.#lifetime.lose(connection, error),
      doubted: () => void this.#lifetime.checkNow(connection),
    });
    void this.#restore(connection);
  }

  /** Settings of an earlier connection apply to this one too. */
  async #restore(connection: Connection): Promise<void> {
    try {
      await applyLogLevel(connection, this.#logLevel);
      await this.#subscriptions.restore(connection);
      await this.#catalog.refresh(connection, 'resources');
      await this.#catalog.refresh(connection, 'prompts');
    } catch (error) {
      this.#log.debug('could not restore', { reason: Fault.from(error).message });
    }
  }
}
