import { vscode } from '../shell/vscode.ts';
import { isRecord } from '../../base/json.ts';
import { agentToolLimit } from '../../core/gateway/exposure/tokenBudget.ts';
import {
  PolicyConsents,
  boundByUser,
  boundedExposeAs,
  boundedLimit,
  changeInWorkspace,
} from '../../core/gateway/exposure/workspacePolicy.ts';
import type { Ports } from '../../core/ports/ports.ts';
import { workspaceScope } from '../../core/store/workspaceScope.ts';

/*
 * The only place that reads and writes the settings for agents (a test checks that). Only the user's own value is
 * trusted: whatever else is in the merged one came with a folder, a .code-workspace file or another extension.
 */

type AgentPorts = Pick<Ports, 'store' | 'workspace'>;

function layersOf(key: string): { readonly user: unknown; readonly merged: unknown; readonly workspace: unknown } {
  const settings = vscode.workspace.getConfiguration('mcpSwitchboard');
  const { globalValue, workspaceValue } = settings.inspect(key) ?? {};
  return { user: globalValue, merged: settings.get(key), workspace: workspaceValue };
}

export function consentsOf({ store, workspace }: AgentPorts): PolicyConsents {
  return new PolicyConsents(store, () => workspaceScope(workspace));
}

/** What is in force of `gateway.servers`, and what the workspace would loosen. */
export function readAgentServers(ports: AgentPorts): ReturnType<typeof boundByUser> {
  const consents = consentsOf(ports);
  return boundByUser(layersOf('gateway.servers'), (key) => consents.has(key));
}

export function readExposeAs(): ReturnType<typeof boundedExposeAs> {
  const { user, merged } = layersOf('agents.exposeAs');
  return boundedExposeAs(user, merged);
}

export function readToolLimit(): number {
  const { user, merged } = layersOf('gateway.toolLimit');
  return boundedLimit(user, merged, agentToolLimit);
}

/** Whether servers may be exposed to agents here at all: what is in force of it, the app knows. */
export function hasAgentServers(): boolean {
  const merged: unknown = vscode.workspace.getConfiguration('mcpSwitchboard').get('gateway.servers'); // no need to inspect
  return isRecord(merged) && Object.keys(merged).length > 0;
}

/** Everything that decides what agents get, to tell whether it has changed. */
export function agentSettingsText(): string {
  return JSON.stringify([layersOf('gateway.servers'), layersOf('agents.exposeAs')]);
}

/** Changes servers above the user's settings in a workspace, else in them; `undefined` takes one from agents. */
export async function changeAgentServers(ports: AgentPorts, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const key = 'gateway.servers';
  const settings = vscode.workspace.getConfiguration('mcpSwitchboard');
  const { user, workspace } = layersOf(key);
  const { Global, Workspace } = vscode.ConfigurationTarget;
  if (!vscode.workspace.workspaceFolders) {
    const next = Object.entries({ ...(isRecord(user) && user), ...changes }).filter(([, entry]) => entry !== undefined);
    return settings.update(key, Object.fromEntries(next), Global);
  }
  const change = changeInWorkspace({ user, workspace }, changes);
  consentsOf(ports).allow(change.chosen); // before the change is heard
  await settings.update(key, change.workspace, Workspace);
}
