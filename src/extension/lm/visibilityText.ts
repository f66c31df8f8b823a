import * as vscode from 'vscode';
import type { HealthFinding } from '../../contract/browse.ts';
import type { Core } from '../../core/app/core.ts';
import {
  type CopilotHarness,
  type AgentVisibility,
  type VisibilityFix,
  type VisibilityLoss,
  type VisibilityReason,
  agentVisibilityOf,
} from '../../core/gateway/exposure/agentVisibility.ts';
import { readVisibilityFacts } from './visibilityFacts.ts';

export function harnessName(harness: CopilotHarness): string {
  return harness === 'local' ? vscode.l10n.t('Copilot in this window') : vscode.l10n.t('Copilot in the agent host');
}

export function answerText({ seen }: AgentVisibility): string {
  return seen ? vscode.l10n.t('Yes') : vscode.l10n.t('No');
}

/** One line for each harness: whether it sees the server, and why. */
export function visibilityLines(core: Core, id: string): readonly string[] {
  const entry = core.entry(id);
  if (!entry) return [];
  const visibilities = agentVisibilityOf(entry, readVisibilityFacts(core, id, entry));
  return visibilities.map(
    (visibility) => `${harnessName(visibility.harness)}: ${answerText(visibility)}. ${visibilityText(visibility)}`,
  );
}

/** Tools that run, and that no agent gets: a finding on the page of the server. */
export function unseenByAgents(core: Core, id: string): readonly HealthFinding[] {
  const entry = core.entry(id);
  if (!entry || core.server(id).state.peek().kind !== 'connected') return [];
  const visibilities = agentVisibilityOf(entry, readVisibilityFacts(core, id, entry));
  const [first] = visibilities;
  if (!first || visibilities.some(({ seen }) => seen)) return [];
  return [
    {
      text: vscode.l10n.t('No agent sees its tools: {0}', visibilityText(first)),
      advice: vscode.l10n.t('Use "Explain Agent Visibility" for what would help.'),
    },
  ];
}

export function visibilityText({ reason, losses, detail }: AgentVisibility): string {
  return [detail ?? reasonText(reason), ...losses.map(lossText)].join(' ');
}

function reasonText(reason: VisibilityReason): string {
  switch (reason) {
    case 'read-by-vscode':
      return vscode.l10n.t('VS Code reads this file and runs the server itself.');
    case 'read-natively':
      return vscode.l10n.t('The agent host reads this file itself.');
    case 'forwarded':
      return vscode.l10n.t('VS Code forwards the entry.');
    case 'through-switchboard':
      return vscode.l10n.t('Exposed through MCP Switchboard while this window is open.');
    case 'waits-for-approval':
      return vscode.l10n.t('Exposed through MCP Switchboard, but not approved yet.');
    case 'workspace-untrusted':
      return vscode.l10n.t('The workspace is not trusted.');
    case 'policy':
      return vscode.l10n.t('Blocked by policy.');
    case 'not-read':
      return vscode.l10n.t('VS Code does not read this file.');
    case 'root-file-off':
      return vscode.l10n.t('VS Code reads .mcp.json only if a setting enables it.');
    case 'discovery-off':
      return vscode.l10n.t('VS Code uses the servers of this client only if a setting enables it.');
    case 'container-only':
      return vscode.l10n.t('The entry applies only inside the dev container.');
    case 'websocket':
      return vscode.l10n.t('VS Code does not support WebSocket.');
    case 'needs-user-input':
      return vscode.l10n.t('The entry needs a value from the user, and the agent host does not prompt for input.');
    case 'unresolved':
      return vscode.l10n.t('The agent host gets the entry with its variables unresolved.');
    case 'cannot-sign-in':
      return vscode.l10n.t('The server requires a sign-in and does not say where: the agent host cannot sign in.');
    case 'workspace-file':
      return vscode.l10n.t('Servers of a .code-workspace file are not forwarded.');
    case 'not-forwarded':
      return vscode.l10n.t('Servers of this file are not forwarded.');
    default:
      return reason satisfies never;
  }
}

function lossText(loss: VisibilityLoss): string {
  if (loss === 'startedByHand') return vscode.l10n.t('Must be started manually: chat.mcp.autostart is "never".');
  if (loss === '${workspaceFolder}') return vscode.l10n.t('{0} is not resolved there.', loss);
  if (loss === 'signsInAgain') return vscode.l10n.t('Requires another sign-in there: yours does not count.');
  return vscode.l10n.t('"{0}" is ignored there.', loss);
}

export function fixText(fix: VisibilityFix): string {
  switch (fix.kind) {
    case 'offer':
      return vscode.l10n.t('Expose to Agents Through MCP Switchboard');
    case 'approve':
      return vscode.l10n.t('Approve Server');
    case 'trust':
      return vscode.l10n.t('Manage Workspace Trust');
    case 'setting':
      return vscode.l10n.t('Turn on {0}', fix.name === undefined ? fix.key : `${fix.key}: ${fix.name}`);
    default:
      return fix satisfies never;
  }
}
