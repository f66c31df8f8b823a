import type * as vscode from 'vscode';

/** Whether what agents get may have changed. A file of its own, because the entry asks before anything is loaded. */
export function concernsAgents(event: vscode.ConfigurationChangeEvent): boolean {
  const sections = ['mcpSwitchboard.agents', 'mcpSwitchboard.gateway', 'chat.mcp'];
  return sections.some((section) => event.affectsConfiguration(section));
}
