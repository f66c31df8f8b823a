import { effect, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import type { Rerun } from '../../core/calls/watchedCalls.ts';
import type { Surface } from '../../core/checks/baseline/surface.ts';

const scheme = 'mcp-surface';

/** What the last change of a server's files came to, in the status bar, and what is different in a diff editor. */
export function showRestartReports(core: Core): Disposable {
  const lifetime = new Lifetime();
  const item = lifetime.add(
    vscode.window.createStatusBarItem('mcpSwitchboard.restarts', vscode.StatusBarAlignment.Left, 9),
  );
  item.name = vscode.l10n.t('MCP Switchboard: Restart on Save');
  const rerun = signal<Rerun | undefined>(undefined);
  lifetime.add(core.watchedCalls.onDidRerun((last) => (rerun.value = last)));
  lifetime.defer(effect(() => render(core, item, rerun.value)));
  lifetime.add(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ query }) => surfaceText(core, query),
    }),
  );
  return lifetime;
}

function render(core: Core, item: vscode.StatusBarItem, rerun: Rerun | undefined): void {
  const reports = [...core.devLoop.reports.value].toSorted(([, a], [, b]) => b.at - a.at);
  const [id, report] = reports[0] ?? [];
  const server = core.servers.value.find((each) => each.id === id);
  if (id === undefined || !report || !server || server.state.value.kind === 'disconnected') return item.hide();
  const { fault, summary } = report;
  const { value: state } = server.state;
  const since = state.kind === 'connected' ? state.since : Number.POSITIVE_INFINITY;
  const again = rerun && rerun.after.server === id && rerun.after.startedAt >= since ? rerunText(rerun) : [];
  const text = core.redactor.text([`${server.label}: ${summary}`, ...again].join(' · '));
  item.text = fault ? `$(error) ${text}` : `$(sync) ${text}`;
  item.tooltip = fault ? vscode.l10n.t('What the server offered before is kept. Show its log.') : changesTip();
  item.accessibilityInformation = { label: `${text}. ${item.tooltip}` };
  item.backgroundColor = fault ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
  const command = fault ? 'mcpSwitchboard.showServerLog' : 'mcpSwitchboard.showRestartChanges';
  item.command = { title: item.tooltip, command, arguments: [id] };
  item.show();
}

/** Of the call that is watched. */
function rerunText({ after: { tool }, isSame }: Rerun): readonly string[] {
  if (isSame === undefined) return [];
  return [isSame ? vscode.l10n.t('{0}: same result', tool) : vscode.l10n.t('{0}: different result', tool)];
}

function changesTip(): string {
  return vscode.l10n.t('Show Changes');
}

/** Tools, resources and prompts before and after the last restart. */
export async function showRestartChanges(core: Core, id: string): Promise<void> {
  const report = core.devLoop.reports.value.get(id);
  if (!report?.after) return;
  const uri = (side: string): vscode.Uri =>
    vscode.Uri.from({ scheme, path: `/${id.replaceAll(/[^\w -]/g, '_')}.json`, query: `${side} ${report.at} ${id}` });
  const title = vscode.l10n.t('{0}: before and after the restart', core.server(id).label);
  await vscode.commands.executeCommand('vscode.diff', uri('before'), uri('after'), title);
}

function surfaceText(core: Core, query: string): string {
  const [side = '', , ...id] = query.split(' ');
  const report = core.devLoop.reports.value.get(id.join(' '));
  const surface: Surface | undefined = side === 'before' ? report?.before : report?.after;
  return surface ? core.redactor.text(`${JSON.stringify(surface, undefined, 2)}\n`) : '';
}
