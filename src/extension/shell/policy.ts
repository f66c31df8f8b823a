import * as vscode from 'vscode';
import {
  type McpPolicy,
  type ScopedSetting,
  readAccess,
  readPolicyLists,
  tighterMcpPolicy,
} from '../../core/trust/policy.ts';

/** VS Code's own MCP settings apply to Switchboard too; here a workspace can only tighten those of the user. */
export function readPolicy(): McpPolicy {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  const managedOnly = settings.get('allowManagedServersOnly') === true;
  const lists = readPolicyLists(managedOnly, scoped(settings, 'allowedServers'), scoped(settings, 'deniedServers'));
  const merged: McpPolicy = { access: readAccess(settings.get('access')), ...lists };
  // A list that no scope has is a policy's, and stands above the user's.
  return managedOnly ? merged : tighterMcpPolicy(userPolicy(settings), merged);
}

function userPolicy(settings: vscode.WorkspaceConfiguration): McpPolicy {
  const own = (name: string): ScopedSetting => {
    const { globalValue } = settings.inspect(name) ?? {};
    return { effective: globalValue, scopes: [globalValue] };
  };
  const lists = readPolicyLists(false, own('allowedServers'), own('deniedServers'));
  return { access: readAccess(own('access').effective), ...lists };
}

function scoped(settings: vscode.WorkspaceConfiguration, name: string): ScopedSetting {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(name) ?? {};
  return { effective: settings.get(name), scopes: [defaultValue, globalValue, workspaceValue, workspaceFolderValue] };
}
