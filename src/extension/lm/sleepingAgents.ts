import type * as vscode from 'vscode';
import { editorPath } from '../../core/gateway/discovery/paths.ts';
import { WaitingPort } from '../../core/gateway/discovery/waitingPort.ts';
import { type Offer, agentsAreWanted, definitionsOf, rememberedOffers } from './agentOffers.ts';
import { hasAgentServers } from './agentSettings.ts';

/** What was given to VS Code before the app was loaded; the app takes it over. */
export interface SleepingAgents {
  readonly port: WaitingPort;
  readonly offers: readonly Offer[];
}

/**
 * Answers VS Code's question for definitions without the app, which the first connection to the port loads.
 * `undefined` where only the app knows: servers are exposed and nothing of them is remembered.
 */
export async function openSleepingAgents(
  { workspaceState, extension }: vscode.ExtensionContext,
  connected: () => void,
): Promise<SleepingAgents | undefined> {
  const remembered = rememberedOffers(workspaceState);
  const own = { label: 'MCP Switchboard', path: editorPath, version: String(extension.packageJSON.version) };
  const offers = remembered?.offers ?? (hasAgentServers() ? undefined : [own]);
  if (!offers || !agentsAreWanted()) return undefined;
  return { port: await WaitingPort.open(remembered?.port ?? 0, connected), offers };
}

/** None while agents are not wanted, `undefined` where the settings have changed and only the app knows. */
export function sleepingDefinitions(
  { workspaceState }: vscode.ExtensionContext,
  { port, offers }: SleepingAgents,
): vscode.McpHttpServerDefinition[] | undefined {
  if (!agentsAreWanted()) return [];
  const isCurrent = rememberedOffers(workspaceState) !== undefined || !hasAgentServers();
  return isCurrent ? definitionsOf(offers, port) : undefined;
}
