import { vscode } from './vscode.ts';
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

/** Whether all servers may be used, without the lists: each look at the layers of a setting takes its time at the start of a window. */
export function isAccessUnlimited(): boolean {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  if (readAccess(settings.get('access')) !== 'all') return false;
  return (
    settings.get('allowManagedServersOnly') === true || readAccess(settings.inspect('access')?.globalValue) === 'all'
  );
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
