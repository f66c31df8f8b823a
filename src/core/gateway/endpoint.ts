import { randomBytes, createHash } from 'node:crypto';
import { type McpServer, createRequestStateCodec } from '@modelcontextprotocol/server';
import { type ReadonlySignal, computed, effect } from '@preact/signals-core';
import { Emitter } from '../../base/event.ts';
import { canonicalJson } from '../../base/json.ts';
import { type Disposable, Lifetime, disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Era } from '../../protocol/inspector.ts';
import { gatewayTraffic } from '../../protocol/toolName.ts';
import type { ConnectionView } from '../embedded/instance.ts';
import type { RpcRequest } from '../embedded/message.ts';
import type { BegunCall, Served, ServedCatalog } from '../embedded/served.ts';
import type { ManagedServer } from '../servers/server.ts';
import { swapDashes, swapTable } from '../servers/toolNames.ts';
import type { RegisteredTool } from '../servers/toolRegistry.ts';
import type { Tap, TapSource } from '../traffic/tap.ts';
import type { AskRouter } from './askRouter.ts';
import { BegunCalls, beginEarly } from './begunCalls.ts';
import type { GatewayCalls } from './calls.ts';
import { newEndpointInstance } from './instance.ts';
import { Members } from './members.ts';
import { type OfferedTool, type Scope, offeredTools, shownDefinition } from './offer.ts';
import { ParkedCalls } from './parkedCalls.ts';
import type { Choice } from './rules.ts';

export interface EndpointParts {
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
  readonly tools: ReadonlySignal<readonly RegisteredTool[]>;
  readonly choice: ReadonlySignal<Choice>;
  readonly calls: GatewayCalls;
  readonly router: AskRouter;
  readonly taps: TapSource;
  readonly log: Log;
  readonly version: string;
  /** Behind this one stands another gateway, which must know what the agent here can be asked. */
  readonly isRelay?: boolean;
  /** How many tools an agent is shown before it has to search. */
  toolLimit(): number;
  usable(server: string, tool: string): boolean;
}

/** In Traffic, what agents and the gateway say to each other stands under this name. */
export const gatewayTapId = gatewayTraffic;

/** One address for agents: a server, or all chosen ones together. */
export class Endpoint implements Served, Disposable {
  readonly scope: Scope;
  readonly parts: EndpointParts;
  readonly host: Served['host'];
  readonly members: Members;
  readonly parked: ParkedCalls;
  readonly begun = new BegunCalls();
  /** By the name that this endpoint's agents use. */
  readonly offered: ReadonlySignal<ReadonlyMap<string, OfferedTool>>;
  readonly #swapped = computed(() => swapTable(this.offered.value));
  readonly catalog: ServedCatalog;
  readonly #life = new Lifetime();
  readonly #answers = createRequestStateCodec<Readonly<Record<string, unknown>>>({
    key: randomBytes(32),
    bind: (context) => context.mcpReq.method,
  });

  constructor(scope: Scope, parts: EndpointParts) {
    this.scope = scope;
    this.parts = parts;
    this.host = { life: this.#life, log: parts.log.with({ endpoint: scope.kind === 'server' ? scope.id : 'all' }) };
    this.members = this.#life.add(new Members(scope, parts));
    this.parked = this.#life.add(new ParkedCalls(this.#answers));
    const { tools, choice, usable } = parts;
    this.offered = computed(() => offeredTools(scope, { tools: tools.value, choice: choice.value, usable }));
    this.catalog = this.#catalog();
  }

  /** Another one when what the agents see is another. */
  get fingerprint(): string {
    const shown = [...this.offered.value.values()].map(shownDefinition);
    return createHash('sha256').update(canonicalJson(shown)).digest('hex').slice(0, 16);
  }

  /** By its name, or by the only one that differs from it in nothing but `-` for `_`. */
  find(name: string): OfferedTool | undefined {
    return this.offered.peek().get(name) ?? this.#swapped.peek().get(swapDashes(name));
  }

  openTap(): Tap {
    return this.parts.taps.open(gatewayTapId);
  }

  open(era: Era, connection?: ConnectionView): McpServer {
    return newEndpointInstance(this, this.#answers.verify, era, connection);
  }

  begin(request: RpcRequest, mcp: McpServer): BegunCall | undefined {
    return beginEarly(this, request, mcp);
  }

  watchResource(uri: string): Disposable {
    void this.members.watch(uri);
    return disposable(() => void this.members.unwatch(uri));
  }

  dispose(): void {
    this.#life.dispose();
  }

  #catalog(): ServedCatalog {
    const changed = this.#life.add(new Emitter<void>());
    let before = this.fingerprint;
    const tell = (): void => {
      const now = this.fingerprint;
      if (now === before) return;
      before = now;
      changed.fire();
    };
    this.#life.defer(effect(() => void (this.offered.value, tell())));
    return {
      ready: async (tool) => {
        if (tool === undefined || !this.find(tool)) await this.members.ready();
      },
      onDidChangeTools: changed.event,
      onDidChangeResources: this.members.onDidChangeResources,
      onDidUpdateResource: this.members.onDidUpdateResource,
    };
  }
}
