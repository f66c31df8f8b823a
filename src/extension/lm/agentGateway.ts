import { effect } from '@preact/signals-core';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Core } from '../../core/app/core.ts';
import { embeddedTools } from '../../core/embedded/tools.ts';
import { GatewayHttpServer, type GatewayAddress } from '../../core/gateway/discovery/gatewayHttpServer.ts';
import { type Loosening, consentKind } from '../../core/gateway/exposure/workspacePolicy.ts';
import type { Scope } from '../../core/gateway/exposure/exposedTools.ts';
import { allPath, editorPath, endpointAt, serverPath } from '../../core/gateway/discovery/paths.ts';
import { gatewayWindows } from '../../core/gateway/discovery/gatewayWindows.ts';
import type { WaitingPort } from '../../core/gateway/discovery/waitingPort.ts';
import type { Ports, RowKey } from '../../core/ports/ports.ts';
import { workspaceScope } from '../../core/store/workspaceScope.ts';
import { type Offer, agentsAreWanted, definitionsOf, forgetOffers, rememberOffers } from './agentOffers.ts';
import { consentsOf, readAgentServers, readExposeAs, readToolLimit } from './agentSettings.ts';
import { concernsAgents } from './concernsAgents.ts';
import { reviewLoosened } from './reviewLoosened.ts';
import type { SleepingAgents } from './sleepingAgents.ts';
import type { App } from '../shell/app.ts';

interface AgentDoorsParts {
  readonly core: Core;
  readonly ports: Pick<Ports, 'store' | 'workspace'>;
  readonly log: Log;
  /** Where the offers are remembered for the next time. */
  readonly memory: vscode.Memento;
  /** What VS Code was given before this was loaded. */
  readonly asleep: SleepingAgents | undefined;
}

/** The addresses of this window for agents, open while it is trusted and they are wanted. */
export class AgentGateway implements Disposable {
  readonly #parts: AgentDoorsParts;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  #open: Lifetime | undefined;
  #httpServer: GatewayHttpServer | undefined;
  #lastOffers = '';
  readonly #versions = new Map<string, string>();
  /** Of paths that an agent connects to right now; it is what woke us. */
  readonly #awaited = new Set<string>();
  #waiting: WaitingPort | undefined;
  readonly #reviewed = new Set<string>();

  readonly onDidChange = this.#changed.event;

  constructor(parts: AgentDoorsParts) {
    this.#parts = parts;
    this.#lifetime.add(vscode.workspace.onDidChangeConfiguration((event) => this.#configured(event)));
    this.#lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(() => (this.#follow(), this.#changed.fire())));
    this.#lifetime.add(
      parts.ports.store.onDidChange((kinds) => {
        if (kinds.has(consentKind)) this.#follow(); // allowed in another window
      }),
    );
    this.#lifetime.defer(() => this.#open?.dispose());
    this.#follow();
    if (parts.asleep) this.#takeOver(parts.asleep);
    this.#lifetime.defer(effect(() => this.#notifyIfChanged(JSON.stringify(this.#offers()))));
  }

  /** `undefined` while the workspace is not trusted, a policy forbids it, or the user has disabled it. */
  async definitions(): Promise<vscode.McpHttpServerDefinition[]> {
    if (!agentsAreWanted()) return this.#close();
    const address = await this.address();
    const offers = this.#offers();
    rememberOffers(this.#parts.memory, offers, address.port);
    return definitionsOf(offers, address);
  }

  /** Opens the port if necessary. */
  async address(): Promise<GatewayAddress> {
    const address = await this.#begin().start();
    const { store } = this.#parts.ports;
    store.quietly(() => store.put([{ ...this.#portRow(), value: address.port }]));
    return address;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #begin(): GatewayHttpServer {
    if (this.#httpServer) return this.#httpServer;
    const { core, ports, log } = this.#parts;
    const port = ports.store.quietly(() => ports.store.get(this.#portRow()));
    const open = new Lifetime();
    const httpServer = open.add(
      new GatewayHttpServer({
        log,
        ...(typeof port === 'number' && { port }),
        waiting: this.#waiting,
        resolve: (at) => endpointAt(at, core.gateway, editorScope(core.embeddedId), core.embeddedId),
      }),
    );
    void httpServer.start().then(
      (address) => this.#announce(address, open),
      () => {},
    ); // the caller gets the error
    this.#open = open;
    this.#waiting = undefined;
    this.#httpServer = httpServer;
    return httpServer;
  }

  /** VS Code stores addresses: the same port spares it a new one. */
  #portRow(): RowKey {
    return { kind: 'gatewayPort', scope: workspaceScope(this.#parts.ports.workspace), key: 'port' };
  }

  #announce({ origin, token }: GatewayAddress, open: Lifetime): void {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const record = { pid: process.pid, folders, url: origin + allPath, token };
    try {
      open.add(gatewayWindows(process.env, homedir()).announce(record));
    } catch (error) {
      this.#parts.log.warn('other programs cannot find this window', { error });
    }
  }

  /** Agents have the address already. */
  #takeOver({ port, offers }: SleepingAgents): void {
    if (!agentsAreWanted()) return port.dispose();
    this.#waiting = port;
    for (const { path, version } of port.isNeeded ? offers : []) {
      this.#versions.set(path, version);
      this.#awaited.add(path);
    }
    this.address().catch((error: unknown) => this.#parts.log.error('agents cannot connect', { error }));
  }

  #close(): [] {
    forgetOffers(this.#parts.memory);
    this.#open?.dispose();
    this.#open = undefined;
    this.#httpServer = undefined;
    return [];
  }

  /** Reads signals: inside an effect it follows them. */
  #offers(): readonly Offer[] {
    const { gateway, servers, embeddedId } = this.#parts.core;
    const chosen = servers.value.filter(
      ({ id, state }) => id !== embeddedId && gateway.exposure.value.has(id) && state.value.kind !== 'pending',
    );
    const own = gateway.endpoint(editorScope(embeddedId)());
    return [
      { label: 'MCP Switchboard', path: editorPath, version: this.#version(editorPath, own.fingerprint) },
      ...chosen.map(({ id, label }) => ({
        label,
        path: serverPath(id),
        version: this.#version(serverPath(id), gateway.endpoint({ kind: 'server', id }).fingerprint),
      })),
    ];
  }

  /** VS Code ends a connection whose version changes, and reopens it at the next chat; an open one gets `tools/list_changed` instead. */
  #version(path: string, fingerprint: string): string {
    const known = this.#versions.get(path);
    const isListenedTo = this.#httpServer?.isListenedTo(path) ?? false;
    if (isListenedTo) this.#awaited.delete(path);
    if (known !== undefined && (isListenedTo || this.#awaited.has(path))) return known;
    this.#versions.set(path, fingerprint);
    return fingerprint;
  }

  #notifyIfChanged(offers: string): void {
    if (offers === this.#lastOffers) return;
    this.#lastOffers = offers;
    this.#changed.fire();
  }

  #configured(event: vscode.ConfigurationChangeEvent): void {
    if (event.affectsConfiguration('mcpSwitchboard.gateway')) this.#follow();
    if (!concernsAgents(event)) return;
    if (!agentsAreWanted()) this.#close(); // VS Code does not ask again after a policy change
    this.#changed.fire();
  }

  #follow(): void {
    const { core, ports, log } = this.#parts;
    const { servers, loosened } = readAgentServers(ports);
    core.gateway.follow({ servers, toolLimit: readToolLimit() });
    this.#review(loosened).catch((error: unknown) => log.error('the change was not allowed', { error }));
  }

  /** Once for each change. */
  async #review(loosened: readonly Loosening[]): Promise<void> {
    const fresh = vscode.workspace.isTrusted ? loosened.filter(({ key }) => !this.#reviewed.has(key)) : [];
    for (const { key } of fresh) this.#reviewed.add(key);
    if (fresh.length === 0 || !(await reviewLoosened(fresh))) return;
    consentsOf(this.#parts.ports).allow(fresh);
    this.#follow();
    this.#changed.fire();
  }
}

const fixed: ReadonlySet<string> = new Set(embeddedTools.map(({ name }) => name));

/** Without the extension's contributed tools: a tool never appears twice. */
function editorScope(id: string): () => Scope {
  return () => (readExposeAs() === 'mcp' ? { kind: 'server', id } : { kind: 'server', id, without: fixed });
}

export interface AgentApp extends App {
  readonly agents: AgentGateway;
}
