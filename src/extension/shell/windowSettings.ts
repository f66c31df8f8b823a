import * as vscode from 'vscode';
import { type Settings, readSettings } from '../../core/app/settings/settings.ts';
import { strictestNewTools } from '../../core/trust/pins/newTools.ts';

/** The settings of this window, in which a workspace can only make stricter what protects the user. */
export function readWindowSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration('mcpSwitchboard');
  return readSettings((key) => (key === 'agents.newTools' ? readNewTools(configuration) : configuration.get(key)));
}

function readNewTools(configuration: vscode.WorkspaceConfiguration): string {
  const found = configuration.inspect('agents.newTools');
  return strictestNewTools(found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue);
}
