import * as vscode from 'vscode';
import { type McpPolicy, readRules, tighterMcpPolicy } from '../../core/trust/policy.ts';

/** VS Code's own MCP settings apply to Switchboard too; here a workspace can only tighten those of the user. */
export function readPolicy(): McpPolicy {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  const own = policyOf((key) => settings.inspect(key)?.globalValue);
  return tighterMcpPolicy(
    own,
    policyOf((key) => settings.get(key)),
  );
}

function policyOf(read: (key: string) => unknown): McpPolicy {
  const access = read('access');
  const allowed = readRules(read('allowedServers'));
  const denied = readRules(read('deniedServers'));
  return {
    access: access === 'none' || access === 'registry' ? access : 'all',
    ...(allowed && { allowed }),
    ...(denied && { denied }),
  };
}
