import { gatewayTapId } from '../../../contract/toolName.ts';
import { swapDashes, swapTable } from '../../servers/catalog/toolNames.ts';
import { createHash } from 'node:crypto';
import type { McpServer, Server } from '@modelcontextprotocol/server';
import { type ReadonlySignal, computed, effect } from '@preact/signals-core';
import { Emitter } from '../../../base/event.ts';
import { type Disposable, Lifetime, disposable } from '../../../base/lifetime.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { ConnectionView } from '../../mcpServer/servableServer.ts';
import type { ServableServer, ServableFeatures } from '../../mcpServer/servableServer.ts';
import type { Tap } from '../../wire/tap.ts';
import type { EndpointContext } from './endpointContext.ts';
import type { EndpointParts } from './endpointParts.ts';
import { HandedOverCalls } from '../../fastPath/serving/handedOverCalls.ts';
import type { EndpointInstances } from './endpointInstances.ts';
import { EndpointServers } from './endpointServers.ts';
import { type MissingServer, missingServers } from './missingServers.ts';
import { PassedTasks } from '../calls/passedTasks.ts';
import { type ExposedTool, type Scope, exposedTools, offeredHash } from '../exposure/exposedTools.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import type { AgentCall } from '../calls/agentCall.ts';

/** Servers that start together are one change: for each, all exposed tools would be looked at. */
const togetherMs = 100;

/** One address for agents: a server, or all chosen ones together. */
export class Endpoint implements EndpointContext, ServableServer, Disposable {
  readonly scope: Scope;
  readonly parts: EndpointParts;
  readonly host: ServableServer['host'];
  readonly servers: EndpointServers;
  readonly tasks = new PassedTasks();
  readonly handedOver = new HandedOverCalls<Server, AgentCall<ToolResult>>();
  readonly fastPath: boolean;
  readonly beginCall: NonNullable<ServableServer['beginCall']> = (request, mcp) =>
    this.#loaded?.beginCall(request, mcp);
  readonly beginStatelessCall: NonNullable<ServableServer['beginStatelessCall']> = (request) =>
    this.#loaded?.beginStatelessCall(request);
  /** By the name that this endpoint's agents use. */
  readonly exposed: ReadonlySignal<ReadonlyMap<string, ExposedTool>>;
  readonly #swapped = computed(() => swapTable(this.exposed.value));
  readonly features: ServableFeatures;
  readonly #lifetime = new Lifetime();
  #loading: Promise<EndpointInstances> | undefined;
  #loaded: EndpointInstances | undefined;

  constructor(scope: Scope, parts: EndpointParts) {
    this.scope = scope;
    this.parts = parts;
    this.fastPath = parts.fastPath;
    this.host = {
      lifetime: this.#lifetime,
      log: parts.log.with({ endpoint: scope.kind === 'server' ? scope.id : 'all' }),
    };
    this.servers = this.#lifetime.add(new EndpointServers(scope, parts));
    const { tools, exposure } = parts;
    this.exposed = computed(() => exposedTools(scope, tools.value, exposure.value));
    this.features = this.#catalog();
  }

  /** Changes whenever the exposed definitions change. */
  get fingerprint(): string {
    const hash = createHash('sha256');
    for (const { name, definition } of this.exposed.value.values())
      hash.update(`${JSON.stringify(name)}${offeredHash(definition)}`);
    return hash.digest('hex').slice(0, 16);
  }

  /** By its name, or by the only one that differs from it just by `-` for `_`. */
  find(name: string): ExposedTool | undefined {
    return this.exposed.peek().get(name) ?? this.#swapped.peek().get(swapDashes(name));
  }

  missing(): readonly MissingServer[] {
    return missingServers(this.servers.all(), this.parts.redact);
  }

  openTap(): Tap {
    return this.parts.taps.open(gatewayTapId);
  }

  async open(era: Era, connection?: ConnectionView): Promise<McpServer> {
    this.#loading ??= this.#load();
    return (await this.#loading).open(era, connection);
  }

  watchResource(uri: string): Disposable {
    void this.servers.subscribe(uri);
    return disposable(() => void this.servers.unsubscribe(uri));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #load(): Promise<EndpointInstances> {
    const sdkSide = await import('./endpointInstances.ts');
    this.#loaded = this.#lifetime.add(new sdkSide.EndpointInstances(this));
    return this.#loaded;
  }

  #catalog(): ServableFeatures {
    const { tools, exposure } = this.parts;
    const changed = this.#lifetime.add(new Emitter<void>());
    let before = this.fingerprint;
    const notify = (): void => {
      const now = this.fingerprint;
      if (now === before) return;
      before = now;
      changed.fire();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const notifySoon = (): void => {
      timer ??= setTimeout(() => ((timer = undefined), notify()), togetherMs);
    };
    this.#lifetime.defer(effect(() => void (tools.value, exposure.value, notifySoon())));
    this.#lifetime.defer(() => clearTimeout(timer));
    return {
      ready: async (tool) => {
        if (tool === undefined || !this.find(tool)) await this.servers.ready();
      },
      onDidChangeTools: changed.event,
      onDidChangeResources: this.servers.onDidChangeResources,
      onDidUpdateResource: this.servers.onDidUpdateResource,
    };
  }
}
