import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { ConfigProblemView, ServerStateKind, ServerView } from '../../protocol/inspector.ts';
import type { App } from '../app.ts';

export interface ServerNode {
  readonly kind: 'server';
  readonly server: string;
}
interface ToolNode {
  readonly kind: 'tool';
  readonly server: string;
  readonly tool: string;
}
interface ProblemNode {
  readonly kind: 'problem';
  readonly problem: ConfigProblemView;
}
type Node = ServerNode | ToolNode | ProblemNode;

export function isServerNode(value: unknown): value is ServerNode {
  return isRecord(value) && value['kind'] === 'server' && typeof value['server'] === 'string';
}

export function isToolNode(value: unknown): value is ToolNode {
  return isRecord(value) && value['kind'] === 'tool' && typeof value['tool'] === 'string';
}

const icons: Record<ServerStateKind, [icon: string, color?: string]> = {
  disconnected: ['circle-outline'],
  pending: ['shield', 'list.warningForeground'],
  connecting: ['loading~spin'],
  connected: ['pass-filled', 'testing.iconPassed'],
  waiting: ['watch', 'list.warningForeground'],
  error: ['error', 'list.errorForeground'],
};

/** Drawn from the last known definitions: looking never starts a server. */
export class ServersTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #load: () => Promise<App>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #app: App | undefined;
  #watching: (() => void) | undefined;

  constructor(load: () => Promise<App>) {
    this.#load = load;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const app = await this.#watched();
    if (!node) return this.#roots(app);
    if (node.kind !== 'server') return [];
    const { server } = node;
    return app.core.server(server).tools.value.map(({ name }) => ({ kind: 'tool', server, tool: name }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'problem') return problemItem(node.problem);
    if (node.kind === 'tool') return this.#toolItem(node);
    return serverItem(this.#view(node.server), node);
  }

  dispose(): void {
    this.#watching?.();
    this.#changed.dispose();
  }

  async #watched(): Promise<App> {
    const app = (this.#app ??= await this.#load());
    this.#watching ??= effect(() => {
      void app.core.snapshot.value;
      this.#changed.fire();
    });
    return app;
  }

  #roots(app: App): Node[] {
    const { servers, problems } = app.core.snapshot.value;
    return [
      ...problems.map((problem): Node => ({ kind: 'problem', problem })),
      ...servers.map(({ id }): Node => ({ kind: 'server', server: id })),
    ];
  }

  #view(id: string): ServerView | undefined {
    return this.#app?.core.snapshot.value.servers.find((server) => server.id === id);
  }

  #isFromManifest(server: string, tool: string): boolean {
    const core = this.#app?.core;
    const declared = server === core?.embeddedId ? core.manifests.tools.peek()?.tools() : undefined;
    return declared?.some(({ name }) => name === tool) ?? false;
  }

  #toolItem({ server, tool }: ToolNode): vscode.TreeItem {
    const item = new vscode.TreeItem(tool);
    item.id = `${server}/${tool}`;
    item.iconPath = new vscode.ThemeIcon('tools');
    item.contextValue = this.#isFromManifest(server, tool) ? 'tool.manifest' : 'tool';
    const definition = this.#app?.core.server(server).tools.value.find(({ name }) => name === tool);
    if (definition?.title !== undefined) item.description = definition.title;
    if (definition?.description !== undefined) item.tooltip = definition.description; // a string: never markdown
    item.command = {
      title: 'Inspect',
      command: 'mcpSwitchboard.inspectServer',
      arguments: [{ kind: 'server', server }, tool],
    };
    return item;
  }
}

function serverItem(view: ServerView | undefined, node: ServerNode): vscode.TreeItem {
  const item = new vscode.TreeItem(view?.label ?? node.server, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = node.server;
  if (!view) return item;
  const [icon, color] = icons[view.state];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = describe(view);
  item.tooltip = tooltip(view);
  item.contextValue = `server.${view.source === 'embedded' ? 'embedded' : 'external'}.${view.state}`;
  item.accessibilityInformation = { label: `${view.label}, ${view.stateText}, ${item.description}` };
  return item;
}

function describe({ state, stateText, era, toolCount, latencyMs }: ServerView): string {
  if (state !== 'connected') return stateText;
  const parts = [
    toolCount === 1 ? vscode.l10n.t('1 tool') : vscode.l10n.t('{0} tools', toolCount ?? 0),
    era,
    latencyMs === undefined ? undefined : `${latencyMs < 10 ? latencyMs.toFixed(1) : Math.round(latencyMs)} ms`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function tooltip({ label, source, stateText, serverName, serverVersion, protocolVersion, fault }: ServerView): string {
  return [
    `${label} (${source})`,
    stateText,
    serverName === undefined ? undefined : `${serverName} ${serverVersion ?? ''}`.trim(),
    protocolVersion === undefined ? undefined : `MCP ${protocolVersion}`,
    fault?.hint,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function problemItem(problem: ConfigProblemView): vscode.TreeItem {
  const item = new vscode.TreeItem(problem.message);
  item.description = `${vscode.workspace.asRelativePath(problem.file)}:${problem.line}`;
  item.iconPath = new vscode.ThemeIcon(problem.severity, new vscode.ThemeColor(`list.${problem.severity}Foreground`));
  item.tooltip = problem.message;
  item.contextValue = 'problem';
  item.command = {
    title: vscode.l10n.t('Open Configuration'),
    command: 'mcpSwitchboard.openConfiguration',
    arguments: [problem.file, problem.line],
  };
  return item;
}
