import * as vscode from 'vscode';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import type { ConfigProblemView, ServerStateKind, ServerView } from '../../contract/inspector.ts';
import type { HintNode, ServerNode, ShadowedNode, ToolNode } from './treeNodes.ts';

const icons: Record<ServerStateKind, [icon: string, color?: string]> = {
  disconnected: ['circle-outline'],
  pending: ['shield', 'list.warningForeground'],
  connecting: ['loading~spin'],
  connected: ['pass-filled', 'testing.iconPassed'],
  waiting: ['watch', 'list.warningForeground'],
  error: ['error', 'list.errorForeground'],
};

/** What a row shows of a server beside its state. */
export interface RowFacts {
  readonly isEmbedded: boolean;
  /** How many changes wait for a review. */
  readonly held: number;
  /** For the conditions of the menus: `auto`, `idle`, `untrusted`. */
  readonly flags: readonly string[];
  /** What agents get of it. */
  readonly offered: string | undefined;
}

export function serverItem(node: ServerNode, view: ServerView | undefined, facts: RowFacts) {
  const item = new vscode.TreeItem(view?.label ?? node.server, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `server ${node.server}`;
  if (!view) return item;
  const { isEmbedded, held, flags, offered } = facts;
  const [icon, color] = held > 0 && view.state === 'connected' ? heldIcon : icons[view.state];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = [describe(view, held), offered].filter((part) => part !== undefined).join(' · ');
  item.contextValue = ['server', isEmbedded ? 'embedded' : 'external', ...flags, view.state].join('.');
  return spoken(item, view.stateText);
}

/** VS Code would read a row's tip instead of what it shows. */
function spoken(item: vscode.TreeItem, more?: string): vscode.TreeItem {
  const shown = `${item.label} ${item.description}`;
  item.accessibilityInformation = { label: more === undefined || shown.includes(more) ? shown : `${shown}, ${more}` };
  return item;
}

const heldIcon: [icon: string, color: string] = ['warning', 'list.warningForeground'];

function describe(view: ServerView, held: number): string {
  const toReview =
    held === 0
      ? undefined
      : held === 1
        ? vscode.l10n.t('1 change to review')
        : vscode.l10n.t('{0} changes to review', held);
  // First, for a narrow side bar cuts off the end.
  const stale = view.outOfDate === undefined ? undefined : vscode.l10n.t('out of date');
  const parts = view.state === 'connected' ? [stale, toReview, ...running(view)] : [stale, view.stateText, toReview];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function running({
  toolCount = 0,
  hiddenTools = 0,
  problemCount = 0,
  protocolVersion,
  latencyMs,
  signedIn,
  signInEnds,
}: ServerView): (string | undefined)[] {
  const count = toolCount === 1 ? vscode.l10n.t('1 tool') : vscode.l10n.t('{0} tools', toolCount);
  return [
    hiddenTools > 0 ? vscode.l10n.t('{0} of {1} tools', toolCount, toolCount + hiddenTools) : count,
    problemCount === 0
      ? undefined
      : problemCount === 1
        ? vscode.l10n.t('1 problem')
        : vscode.l10n.t('{0} problems', problemCount),
    signInEnds ? signedIn : undefined,
    protocolVersion,
    latencyMs === undefined ? undefined : `${latencyMs < 10 ? latencyMs.toFixed(1) : Math.round(latencyMs)} ms`,
  ];
}

export function toolItem(
  node: ToolNode,
  definition: ToolDefinition | undefined,
  kind: 'plain' | 'own' | 'manifest' | 'changed' | 'new',
  rule: string | undefined,
  isOffered: boolean,
) {
  const { server, tool } = node;
  const item = new vscode.TreeItem(tool);
  item.id = `tool ${server}/${tool}`;
  const isHeld = kind === 'changed' || kind === 'new';
  item.contextValue = kind === 'plain' ? 'tool' : `tool.${isHeld ? 'changed' : kind}`;
  item.iconPath = isHeld
    ? new vscode.ThemeIcon(heldIcon[0], new vscode.ThemeColor(heldIcon[1]))
    : new vscode.ThemeIcon(isOffered ? 'hubot' : 'tools');
  const title = !isHeld
    ? definition?.title
    : kind === 'new'
      ? vscode.l10n.t('new, blocked')
      : vscode.l10n.t('changed, blocked');
  item.description = [title, rule].filter((part) => part !== undefined).join(' · ');
  item.command = { title: vscode.l10n.t('Inspect'), command: 'mcpSwitchboard.inspectServer', arguments: [node] };
  return item;
}

export function problemItem(problem: ConfigProblemView): vscode.TreeItem {
  const item = new vscode.TreeItem(problem.message);
  item.description = `${vscode.workspace.asRelativePath(problem.file)}:${problem.line}`;
  item.iconPath = new vscode.ThemeIcon(problem.severity, new vscode.ThemeColor(`list.${problem.severity}Foreground`));
  item.tooltip = problem.message;
  item.contextValue = 'problem';
  item.command = openAt(problem.file, problem.line);
  return spoken(item);
}

export function shadowedItem({ name, file, line, winner }: ShadowedNode): vscode.TreeItem {
  const item = new vscode.TreeItem(name);
  const place = vscode.workspace.asRelativePath(file);
  item.id = `shadowed ${file} ${name}`;
  item.description = vscode.l10n.t('{0}: ignored, {1} takes precedence', place, winner);
  item.tooltip = vscode.l10n.t(
    '"{0}" from {1} is ignored: {2} defines a server with the same name.',
    name,
    file,
    winner,
  );
  item.iconPath = new vscode.ThemeIcon('eye-closed', new vscode.ThemeColor('disabledForeground'));
  item.contextValue = 'shadowed';
  item.command = openAt(file, line);
  return spoken(item);
}

export function hintItem({ id, text, icon, command }: HintNode): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = 'hint';
  if (command) item.command = command;
  return item;
}

function openAt(file: string, line: number): vscode.Command {
  return {
    title: vscode.l10n.t('Open Configuration'),
    command: 'mcpSwitchboard.openConfiguration',
    arguments: [file, line],
  };
}
