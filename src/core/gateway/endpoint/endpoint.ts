import { randomBytes, createHash } from 'node:crypto';
import { type McpServer, createRequestStateCodec } from '@modelcontextprotocol/server';
import { type ReadonlySignal, computed, effect } from '@preact/signals-core';
import { Emitter } from '../../../base/event.ts';
import { canonicalJson } from '../../../base/json.ts';
import { type Disposable, Lifetime, disposable } from '../../../base/lifetime.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { ConnectionView } from '../../mcpServer/servableServer.ts';
import type { RpcRequest } from '../../wire/message.ts';
import type { BegunCall, Served, ServedCatalog } from '../../mcpServer/servableServer.ts';
import type { Tap } from '../../wire/tap.ts';
import { beginEarly } from './beginEarly.ts';
import type { EndpointContext } from './endpointContext.ts';
import type { EndpointParts } from './endpointParts.ts';
import { BegunCalls } from './handedOverCalls.ts';
import { newEndpointInstance } from './endpointInstance.ts';
import { Members } from './endpointServers.ts';
import { type OfferedTool, type Scope, offeredTools, shownDefinition } from '../exposure/exposedTools.ts';
import { ParkedCalls } from '../calls/suspendedCalls.ts';

/** In Traffic, what agents and the gateway say to each other stands under this name. */
export const gatewayTapId = 'gateway';

/** One address for agents: a server, or all chosen ones together. */
export class Endpoint implements EndpointContext, Served, Disposable {
  readonly scope: Scope;
  readonly parts: EndpointParts;
  readonly host: Served['host'];
  readonly members: Members;
  readonly parked: ParkedCalls;
  readonly begun = new BegunCalls();
  /** By the name that this endpoint's agents use. */
  readonly offered: ReadonlySignal<ReadonlyMap<string, OfferedTool>>;
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
        if (tool === undefined || !this.offered.peek().has(tool)) await this.members.ready();
      },
      onDidChangeTools: changed.event,
      onDidChangeResources: this.members.onDidChangeResources,
      onDidUpdateResource: this.members.onDidUpdateResource,
    };
  }
}
