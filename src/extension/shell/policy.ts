import * as vscode from 'vscode';
import { type McpPolicy, readAccess, readPolicyLists, type ScopedSetting } from '../../core/trust/policy.ts';

/** VS Code's own MCP settings apply to Switchboard too. */
export function readPolicy(): McpPolicy {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  const managedOnly = settings.get('allowManagedServersOnly') === true;
  const lists = readPolicyLists(managedOnly, scoped(settings, 'allowedServers'), scoped(settings, 'deniedServers'));
  return { access: readAccess(settings.get('access')), ...lists };
}

function scoped(settings: vscode.WorkspaceConfiguration, name: string): ScopedSetting {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(name) ?? {};
  return { effective: settings.get(name), scopes: [defaultValue, globalValue, workspaceValue, workspaceFolderValue] };
}
