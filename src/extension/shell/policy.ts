import * as vscode from 'vscode';
import { type McpPolicy, readRules } from '../../core/trust/policy.ts';

/** VS Code's own MCP settings apply to Switchboard too. */
export function readPolicy(): McpPolicy {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  const access = settings.get<unknown>('access');
  const allowed = readRules(settings.get('allowedServers'));
  const denied = readRules(settings.get('deniedServers'));
  return {
    access: access === 'none' || access === 'registry' ? access : 'all',
    ...(allowed && { allowed }),
    ...(denied && { denied }),
  };
}
