import * as vscode from 'vscode';
import { groupedNumber } from '../../base/groupedNumber.ts';
import { showMessage } from '../shell/messages.ts';
import { isRecord } from '../../base/json.ts';
import {
  type AgentVisibility,
  type VisibilityFix,
  agentVisibilityOf,
} from '../../core/gateway/exposure/agentVisibility.ts';
import type { App } from '../shell/app.ts';
import { changeAgentServers, readExposeAs } from './agentSettings.ts';
import { exposeServer, tellWhatAgentsGet } from './exposeServers.ts';
import { offeredTools } from './offeredTools.ts';
import { readVisibilityFacts } from './visibilityFacts.ts';
import { answerText, fixText, harnessName, visibilityText } from './visibilityText.ts';

interface Row extends vscode.QuickPickItem {
  readonly fix?: VisibilityFix;
  /** Takes it from the gateway. */
  readonly isDouble?: true;
}

/** Explain Agent Visibility: for each of Copilot's harnesses whether it sees the server, why, and what would help. */
export async function explainVisibility(app: App, id: string): Promise<void> {
  const { core } = app;
  const entry = core.entry(id);
  const { label } = core.server(id);
  if (!entry) return void showMessage('information', ownServerText());
  const visibilities = agentVisibilityOf(entry, readVisibilityFacts(core, id, entry));
  const title = vscode.l10n.t('Agent visibility of "{0}"', label);
  const rows = [...gatewayRows(app, id), ...rowsOf(visibilities)];
  const chosen = await vscode.window.showQuickPick(rows, { title, matchOnDetail: true });
  if (chosen?.isDouble) await changeAgentServers(app.ports, { [id]: undefined });
  if (chosen?.fix) await applyFix(app, id, chosen.fix);
}

/** The other way to agents, and whether both lead to the same server. */
function gatewayRows({ core }: App, id: string): readonly Row[] {
  const offered = offeredTools(core, id);
  const isOn = offered !== undefined && offered.way !== 'vscode';
  const gateway: Row = {
    label: `$(${isOn ? 'pass' : 'circle-slash'}) ${vscode.l10n.t('Gateway of MCP Switchboard, for agents here and other clients')}`,
    description: isOn ? vscode.l10n.t('Yes') : vscode.l10n.t('No'),
    detail: isOn
      ? vscode.l10n.t('{0} tools, ≈ {1} tokens', offered.tools.length, groupedNumber(offered.tokens))
      : vscode.l10n.t('Not selected for agents, or it waits for approval.'),
  };
  if (offered?.way !== 'both') return [gateway];
  const double: Row = {
    label: `$(warning) ${vscode.l10n.t('Agents in this window see each tool twice')}`,
    detail: vscode.l10n.t('VS Code runs the server, and MCP Switchboard exposes it too. Select to stop exposing it.'),
    isDouble: true,
  };
  return [gateway, double];
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
      await exposeServer(app, id);
      return tellWhatAgentsGet(app.core);
    case 'approve':
      return void (await vscode.commands.executeCommand('mcpSwitchboard.approveServer', id));
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
