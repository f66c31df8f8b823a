import * as vscode from 'vscode';
import type { AgentApp } from './agentGateway.ts';

/** Provides the MCP servers of this window to VS Code; loads nothing before VS Code asks. */
export function registerMcpProvider(load: () => Promise<AgentApp>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let listening: vscode.Disposable | undefined;
  const provider = vscode.lm.registerMcpServerDefinitionProvider('mcpSwitchboard.agents', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () => {
      const { agents } = await load();
      listening ??= agents.onDidChange(() => changed.fire());
      return agents.definitions();
    },
  });
  return vscode.Disposable.from(provider, changed, { dispose: () => listening?.dispose() });
}
