import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { sameJson } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ServerView, ServersSnapshot } from '../../contract/inspector.ts';
import type { App } from '../shell/app.ts';
import { offeredText, offeredTools } from '../lm/offeredTools.ts';
import { policyText } from '../lm/policyText.ts';
import { type WindowFacts, readWindowFacts } from '../lm/visibilityFacts.ts';
import { noServers, noTools } from './emptyRows.ts';
import { type RowFacts, hintItem, problemItem, serverItem, shadowedItem, toolItem } from './treeItems.ts';
import type { Node, ServerNode, ShadowedNode, ToolNode } from './treeNodes.ts';

type RowsApp = Pick<App, 'core' | 'select'>;

export interface TreeApp extends App {
  /** Comes with the app: to load it when the view opens would delay its first row. */
  openTree(): ServersTree;
}

/** Shows the last known definitions: opening the tree never starts a server. */
export class ServersTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #app: RowsApp;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  /** One object for each server: VS Code redraws the row whose node it is given back. */
  readonly #nodes = new Map<string, ServerNode>();
  /** The tools of each unfolded server that agents get. */
  readonly #offered = new Map<string, ReadonlySet<string>>();
  #views: ReadonlyMap<string, ServerView> = new Map();
  #roots: unknown;
  /** What agents may do with the tools, which their rows say. */
  #rules: unknown;
  /** Kept while the rows of one drawing are made. */
  #window: WindowFacts | undefined;

  constructor(app: RowsApp) {
    this.#app = app;
    this.#lifetime.defer(effect(() => this.#follow(app.core.snapshot.value, app.core.gateway.exposure.value)));
    this.#lifetime.add(
      app.core.watchCatalogs((id) => {
        const node = this.#nodes.get(id);
        if (node) this.#changed.fire(node);
      }),
    );
  }

  /** Whatever way a row was selected. A server has no command, for then its row would not unfold on a click. */
  showInInspector(node: Node | undefined): void {
    if (node?.kind === 'server') this.#app.select({ server: node.server });
    if (node?.kind === 'tool') this.#app.select({ server: node.server, tool: node.tool });
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.#drawRoots();
    if (node.kind !== 'server') return [];
    const { server } = node;
    const { core } = this.#app;
    const tools = core.servers.value.find(({ id }) => id === server)?.tools.value ?? [];
    const view = this.#views.get(server);
    if (tools.length === 0) return view ? [noTools(view)] : [];
    this.#offered.set(server, new Set(offeredTools(core, server, this.#windowNow())?.tools.map(({ name }) => name)));
    return tools.map(({ name }) => ({ kind: 'tool', server, tool: name }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'problem':
        return problemItem(node.problem);
      case 'shadowed':
        return shadowedItem(node);
      case 'hint':
        return hintItem(node);
      case 'tool':
        return this.#toolItem(node);
      case 'server':
        return this.#serverItem(node);
      default:
        return node satisfies never;
    }
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    const { core } = this.#app;
    const view = node.kind === 'server' ? this.#views.get(node.server) : undefined;
    if (view) item.tooltip = (await import('./treeTips.ts')).serverTip(core, view);
    const definition = node.kind === 'tool' ? this.#definition(node) : undefined;
    if (definition && node.kind === 'tool')
      item.tooltip = (await import('./treeTips.ts')).toolTip(core, node.server, definition);
    return item;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Only the rows that look different are drawn again. */
  #follow(snapshot: ServersSnapshot, rules: unknown): void {
    const before = this.#views;
    this.#views = new Map(snapshot.servers.map((view) => [view.id, view]));
    const roots = [snapshot.problems, this.#shadowed(), snapshot.servers.map(({ id }) => id)];
    const same = rules === this.#rules && sameJson(roots, this.#roots);
    this.#roots = roots;
    this.#rules = rules;
    if (!same) return this.#changed.fire(undefined);
    for (const [id, view] of this.#views) {
      const node = this.#nodes.get(id);
      if (node && !sameJson(view, before.get(id))) this.#changed.fire(node);
    }
  }

  #drawRoots(): Node[] {
    const { core } = this.#app;
    const { servers, problems } = core.snapshot.value;
    const isEmpty = problems.length === 0 && servers.every(({ id }) => id === core.embeddedId);
    return [
      ...problems.map((problem): Node => ({ kind: 'problem', problem })),
      ...servers.map(({ id }) => this.#node(id)),
      ...this.#shadowed(),
      ...(isEmpty ? [noServers()] : []),
    ];
  }

  #node(server: string): ServerNode {
    const node: ServerNode = this.#nodes.get(server) ?? { kind: 'server', server };
    this.#nodes.set(server, node);
    return node;
  }

  #shadowed(): readonly ShadowedNode[] {
    return this.#app.core.configuration.value.shadowed.map(({ entry, winner }) => ({
      kind: 'shadowed',
      name: entry.name,
      file: entry.source.file,
      line: entry.spans.entry.line + 1,
      winner: vscode.workspace.asRelativePath(winner.source.file),
    }));
  }

  #serverItem(node: ServerNode): vscode.TreeItem {
    return serverItem(node, this.#views.get(node.server), this.#facts(node));
  }

  #facts({ server }: ServerNode): RowFacts {
    const { core } = this.#app;
    const state = core.server(server).state.peek();
    return {
      isEmbedded: server === core.embeddedId,
      held: core.held(server).length,
      flags: [
        ...(core.entry(server)?.options.autoStart === true ? ['auto'] : []),
        ...(state.kind === 'disconnected' && state.reason === 'idle' ? ['idle'] : []),
        ...(vscode.workspace.isTrusted ? [] : ['untrusted']),
      ],
      offered: offeredText(core, server, this.#windowNow()),
    };
  }

  /** The rows that VS Code asks for in one turn share one reading of the settings. */
  #windowNow(): WindowFacts {
    if (!this.#window) setImmediate(() => (this.#window = undefined));
    return (this.#window ??= readWindowFacts());
  }

  #toolItem(node: ToolNode): vscode.TreeItem {
    const held = this.#app.core.held(node.server).find(({ kind, key }) => kind === 'tool' && key === node.tool);
    const isOwn = node.server === this.#app.core.embeddedId;
    const plain = isOwn ? (this.#isFromManifest(node) ? 'manifest' : 'own') : 'plain';
    const kind = held?.reason ?? plain;
    const rule = this.#app.core.gateway.exposure.peek().get(node.server)?.rule(node.tool);
    const isOffered = this.#offered.get(node.server)?.has(node.tool) ?? false;
    return toolItem(node, this.#definition(node), kind, rule && policyText(rule), isOffered);
  }

  #definition({ server, tool }: ToolNode) {
    const found = this.#app.core.servers.value.find(({ id }) => id === server);
    return found?.tools.value.find(({ name }) => name === tool);
  }

  #isFromManifest({ server, tool }: ToolNode): boolean {
    const { core } = this.#app;
    const declared = server === core.embeddedId ? core.manifests.tools.peek()?.tools.peek() : undefined;
    return declared?.some(({ name }) => name === tool) ?? false;
  }
}
