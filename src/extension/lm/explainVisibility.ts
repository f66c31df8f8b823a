import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { isRecord } from '../../base/json.ts';
import {
  type AgentVisibility,
  type VisibilityFix,
  agentVisibilityOf,
} from '../../core/gateway/exposure/agentVisibility.ts';
import type { App } from '../shell/app.ts';
import { readExposeAs } from './agentSettings.ts';
import { exposeServer } from './exposeServers.ts';
import { readVisibilityFacts } from './visibilityFacts.ts';
import { answerText, fixText, harnessName, visibilityText } from './visibilityText.ts';

interface Row extends vscode.QuickPickItem {
  readonly fix?: VisibilityFix;
}

/** Explain Agent Visibility: for each of Copilot's harnesses whether it sees the server, why, and what would help. */
export async function explainVisibility(app: App, id: string): Promise<void> {
  const { core } = app;
  const entry = core.entry(id);
  const { label } = core.server(id);
  if (!entry) return void showMessage('information', ownServerText());
  const visibilities = agentVisibilityOf(entry, readVisibilityFacts(core, id, entry));
  const title = vscode.l10n.t('Agent visibility of "{0}"', label);
  const chosen = await vscode.window.showQuickPick(rowsOf(visibilities), { title, matchOnDetail: true });
  if (chosen?.fix) await applyFix(app, id, chosen.fix);
}

function ownServerText(): string {
  return readExposeAs() === 'off'
    ? vscode.l10n.t('The tools of MCP Switchboard are not exposed to agents: mcpSwitchboard.agents.exposeAs is "off".')
    : vscode.l10n.t('The tools of MCP Switchboard are exposed to agents in every trusted workspace.');
}

function rowsOf(visibilities: readonly AgentVisibility[]): readonly Row[] {
  const answers = visibilities.map((visibility) => ({
    label: `$(${visibility.seen ? 'pass' : 'circle-slash'}) ${harnessName(visibility.harness)}`,
    description: answerText(visibility),
    detail: visibilityText(visibility),
  }));
  const fixes = new Map(
    visibilities.flatMap((visibility) => visibility.fixes.map((fix) => [JSON.stringify(fix), fix] as const)),
  );
  if (fixes.size === 0) return answers;
  const separator = { label: vscode.l10n.t('Possible fixes'), kind: vscode.QuickPickItemKind.Separator };
  return [...answers, separator, ...[...fixes.values()].map((fix) => ({ label: `$(lightbulb) ${fixText(fix)}`, fix }))];
}

async function applyFix(app: App, id: string, fix: VisibilityFix): Promise<void> {
  switch (fix.kind) {
    case 'offer':
      return exposeServer(app, id);
    case 'approve':
      return app.core.approve(id);
    case 'trust':
      return void vscode.commands.executeCommand('workbench.trust.manage');
    case 'setting':
      return turnOn(fix.key, fix.name);
    default:
      return fix satisfies never;
  }
}

async function turnOn(key: string, name: string | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const before = settings.get(key);
  const value = name === undefined ? true : { ...(isRecord(before) && before), [name]: true };
  await settings.update(key, value, vscode.ConfigurationTarget.Workspace);
}
