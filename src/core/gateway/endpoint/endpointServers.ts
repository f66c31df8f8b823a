import { unknownResource } from '../../../base/faults/serverFaults.ts';
import type { LoggingLevel } from '@modelcontextprotocol/server';
import { effect } from '@preact/signals-core';
import { withTimeout } from '../../../base/async.ts';
import { Emitter } from '../../../base/event.ts';
import { isRecord } from '../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import { isAtLeast } from '../../mcpServer/severity.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import { instructionsIn } from '../../servers/watchedDefinitions.ts';
import { offeredParts } from '../../trust/pins/definition.ts';
import type { PromptDefinition } from '../../wire/definitions.ts';
import { type ToolKey, modelNames } from '../../servers/catalog/toolNames.ts';
import type { EndpointParts } from './endpointParts.ts';
import type { Scope } from '../exposure/exposedTools.ts';

export interface ExposedPrompt {
  readonly server: ManagedServer;
  readonly definition: PromptDefinition;
  readonly name: string;
}

export interface LogMessage {
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** Agents give up on a list after half a minute; many servers that are fetched first take some seconds. */
const readyMs = 10_000;

/** The servers behind an endpoint, and what they have beside tools. */
export class EndpointServers implements Disposable {
  readonly #scope: Scope;
  readonly #parts: EndpointParts;
  readonly #lifetime = new Lifetime();
  readonly #resourcesChanged = this.#lifetime.add(new Emitter<void>());
  readonly #resourceUpdated = this.#lifetime.add(new Emitter<string>());
  readonly #logged = this.#lifetime.add(new Emitter<LogMessage>());
  /** How many agents watch a resource: only the first subscribes at the server and only the last unsubscribes. */
  readonly #watched = new Map<string, number>();

  readonly onDidChangeResources = this.#resourcesChanged.event;
  readonly onDidUpdateResource = this.#resourceUpdated.event;
  readonly onDidLog = this.#logged.event;

  constructor(scope: Scope, parts: EndpointParts) {
    this.#scope = scope;
    this.#parts = parts;
    this.#lifetime.defer(effect(() => this.#listen(this.all())));
  }

  /** Reads signals: inside an effect it follows them. */
  all(): readonly ManagedServer[] {
    const scope = this.#scope;
    const choice = this.#parts.exposure.value;
    const servers = this.#parts.servers.value;
    if (scope.kind === 'all') return servers.filter(({ id }) => choice.has(id));
    return servers.filter(({ id, transport }) => id === scope.id && (choice.has(id) || transport === 'memory'));
  }

  /**
   * Starts servers that have not listed their tools to this process: the user exposed them, so agents should find what
   * they have now. A slow one is announced later; until then what is remembered of it is offered.
   */
  async ready(): Promise<void> {
    const servers = this.all();
    for (const server of servers) void server.tryAgain(); // not awaited: a list need not wait for a server that is away
    const starting = servers.filter((server) => this.#isUnseen(server)).map((server) => server.start());
    if (starting.length > 0) await withTimeout(Promise.allSettled(starting), readyMs, 'The start').catch(() => {});
  }

  /** Of the servers that are connected, as far as they were accepted. */
  instructions(): readonly string[] {
    return this.all().flatMap(({ id, state }) => {
      const value = state.peek();
      const own = value.kind === 'connected' ? instructionsIn(value.info.instructions) : [];
      return this.#parts.accepted(id, 'instructions', own).map(({ instructions }) => instructions);
    });
  }

  async resources(): Promise<readonly object[]> {
    const all = (await this.#catalogs()).flatMap((server) => this.#acceptedContents(server, 'resource'));
    return all.map((resource) => offeredParts('resource', resource));
  }

  async templates(): Promise<readonly object[]> {
    const all = (await this.#catalogs()).flatMap((server) => this.#acceptedContents(server, 'template'));
    return all.map((template) => offeredParts('template', template));
  }

  async prompts(): Promise<readonly ExposedPrompt[]> {
    const rows = (await this.#catalogs()).flatMap((server) =>
      this.#parts.accepted(server.id, 'prompt', server.contents.peek().prompts ?? []).map((definition) => ({
        server,
        definition,
        key: { server: server.id, tool: definition.name } satisfies ToolKey,
      })),
    );
    const names = this.#scope.kind === 'all' ? modelNames(rows.map(({ key }) => key)) : undefined;
    return rows.map(({ server, definition, key }) => ({
      server,
      definition,
      name: names?.get(key) ?? definition.name,
    }));
  }

  /** The server that lists the URI, else the first that responds; never one whose resource of that URI is held back. */
  async readResource(uri: string, signal: AbortSignal, had: (server: string) => void): Promise<unknown> {
    const servers = this.all().filter((server) => !lists(server, uri) || this.#accepts(server, uri));
    const owner = servers.find((server) => lists(server, uri));
    const order = owner ? [owner] : servers;
    let last: unknown = unknownResource(uri);
    for (const server of order) {
      try {
        const contents = await server.readResource(uri, { signal });
        had(server.id);
        return contents;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  /** All agents share a server's log level: it is only ever lowered, and each agent's messages are filtered. */
  async logFrom(level: string): Promise<void> {
    const quieter = this.all().filter(({ logLevel }) => logLevel === undefined || !isAtLeast(level, logLevel));
    await Promise.allSettled(quieter.map((server) => server.setLogLevel(level)));
  }

  async subscribe(uri: string): Promise<void> {
    const count = this.#watched.get(uri) ?? 0;
    this.#watched.set(uri, count + 1);
    if (count === 0) await Promise.allSettled((await this.#ownersOf(uri)).map((server) => server.subscribe(uri)));
  }

  async unsubscribe(uri: string): Promise<void> {
    const count = this.#watched.get(uri) ?? 0;
    if (count > 1) return void this.#watched.set(uri, count - 1);
    this.#watched.delete(uri);
    await Promise.allSettled((await this.#ownersOf(uri)).map((server) => server.unsubscribe(uri)));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Those that list it, else the first. */
  async #ownersOf(uri: string): Promise<readonly ManagedServer[]> {
    const servers = this.all();
    if (servers.length < 2) return servers;
    await this.#catalogs(); // the lists may not have been loaded yet
    const owners = servers.filter((server) => lists(server, uri));
    return owners.length > 0 ? owners : servers.slice(0, 1);
  }

  /** The results of those that responded; one that fails must not hide the others. */
  async #catalogs(): Promise<readonly ManagedServer[]> {
    const servers = this.all().filter(({ state }) => state.peek().kind !== 'pending');
    await Promise.allSettled(
      servers.map((server) => (server.contents.peek().prompts === undefined ? server.loadContents() : undefined)),
    );
    return servers;
  }

  #acceptedContents({ id, contents }: ManagedServer, kind: 'resource' | 'template'): readonly object[] {
    const { resources = [], templates = [] } = contents.peek();
    return this.#parts.accepted<object>(id, kind, kind === 'resource' ? resources : templates);
  }

  #accepts({ id, contents }: ManagedServer, uri: string): boolean {
    const listed = contents.peek().resources?.filter((one) => one.uri === uri) ?? [];
    return this.#parts.accepted(id, 'resource', listed).length === listed.length;
  }

  #isUnseen(server: ManagedServer): boolean {
    const state = server.state.peek();
    const mayStart = state.kind === 'disconnected' && (state.reason === 'never' || state.reason === 'idle');
    if (!mayStart && state.kind !== 'connecting') return false;
    if (server.readStatistics().connects === 0) return true;
    return this.#parts.accepted(server.id, 'tool', server.tools.peek()).length === 0;
  }

  /** With several servers, each is named. */
  #logMessage(server: string, { level, logger, data }: Readonly<Record<string, unknown>>): LogMessage {
    const named = typeof logger === 'string' ? logger : undefined;
    const shown = this.#scope.kind === 'all' ? [server, named].filter(Boolean).join('/') : named;
    return { level: level as LoggingLevel, data, ...(shown !== undefined && { logger: shown }) };
  }

  #listen(servers: readonly ManagedServer[]): () => void {
    const stops = servers.map((server) =>
      server.onNotification(({ method, params }) => {
        if (method === 'notifications/message' && isRecord(params))
          this.#logged.fire(this.#logMessage(server.id, params));
        if (method === 'notifications/resources/list_changed') this.#resourcesChanged.fire();
        if (method === 'notifications/resources/updated' && isRecord(params) && typeof params['uri'] === 'string')
          this.#resourceUpdated.fire(params['uri']);
      }),
    );
    return () => {
      for (const stop of stops) stop.dispose();
    };
  }
}

function lists({ contents }: ManagedServer, uri: string): boolean {
  return contents.peek().resources?.some((one) => one.uri === uri) ?? false;
}
