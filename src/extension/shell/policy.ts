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
  const [allowed, denied] = [inspected(settings, 'allowedServers'), inspected(settings, 'deniedServers')];
  const lists = readPolicyLists(managedOnly, allowed.merged, denied.merged);
  const merged: McpPolicy = { access: readAccess(settings.get('access')), ...lists };
  // A list that no scope has is a policy's, and stands above the user's.
  if (managedOnly) return merged;
  const access = readAccess(settings.inspect('access')?.globalValue);
  return tighterMcpPolicy({ access, ...readPolicyLists(false, allowed.user, denied.user) }, merged);
}

interface Inspected {
  readonly merged: ScopedSetting;
  readonly user: ScopedSetting;
}

function inspected(settings: vscode.WorkspaceConfiguration, name: string): Inspected {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(name) ?? {};
  const scopes = [defaultValue, globalValue, workspaceValue, workspaceFolderValue];
  return {
    merged: { effective: settings.get(name), scopes },
    user: { effective: globalValue, scopes: [globalValue] },
  };
}
