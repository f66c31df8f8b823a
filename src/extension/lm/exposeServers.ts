import * as vscode from 'vscode';
import { groupedNumber } from '../../base/groupedNumber.ts';
import { showDialog, showMessage } from '../shell/messages.ts';
import type { Core } from '../../core/app/core.ts';
import { estimateTokens } from '../../base/tokens.ts';
import type { Budget } from '../../core/gateway/exposure/tokenBudget.ts';
import { readExposure } from '../../core/gateway/exposure/agentPolicy.ts';
import { isRunByVscode } from '../../core/gateway/exposure/agentVisibility.ts';
import { withToolsOn } from '../../core/gateway/exposure/writeAgentPolicy.ts';
import type { App } from '../shell/app.ts';
import { changeAgentServers, readAgentServers } from './agentSettings.ts';
import { signInFirst } from '../shell/signInFirst.ts';
import { readVisibilityFacts } from './visibilityFacts.ts';

interface ServerRow extends vscode.QuickPickItem {
  readonly id: string;
}

interface ToolRow extends vscode.QuickPickItem {
  readonly tool: string;
}

/** Which servers agents get; those that VS Code runs itself are marked. */
export async function chooseServers({ core, ports }: App): Promise<void> {
  const before = readAgentServers(ports).servers;
  const rows = core.servers.value
    .filter(({ id }) => id !== core.embeddedId)
    .map((server) => serverRow(core, server.id));
  if (rows.length === 0) return void showMessage('information', vscode.l10n.t('No servers configured.'));
  const picked = await vscode.window.showQuickPick(
    rows.map((row) => ({ ...row, picked: isOn(before[row.id]) })),
    {
      canPickMany: true,
      title: vscode.l10n.t('Select Servers for Agents'),
      placeHolder: budgetText(core.gateway.budget.value),
    },
  );
  if (!picked) return;
  const ids = new Set(picked.map(({ id }) => id));
  const added = rows.filter(({ id }) => ids.has(id) && !isOn(before[id])).map(({ id }) => id);
  const wanted = await withoutDoubles(core, added);
  const taken = rows.map(({ id }) => id).filter((id) => isOn(before[id]) && !ids.has(id));
  const changes = [...wanted.map((id) => [id, true] as const), ...taken.map((id) => [id, undefined] as const)];
  if (changes.length === 0) return;
  await signInFirst(core, wanted);
  await changeAgentServers(ports, Object.fromEntries(changes));
  const kept = rows.map(({ id }) => id).filter((id) => ids.has(id) && isOn(before[id]));
  await tellWhatAgentsGet(core, [...kept, ...wanted]);
}

/** Adds one server to those that agents get. */
export async function exposeServer({ core, ports }: App, id: string): Promise<void> {
  const [wanted] = await withoutDoubles(core, [id]);
  if (wanted === undefined) return;
  await signInFirst(core, [wanted]);
  await changeAgentServers(ports, { [wanted]: true });
}

/** Which tools of a server agents get, with what each costs. */
export async function chooseTools({ core, ports }: App, id: string): Promise<void> {
  const server = core.server(id);
  const choice = core.gateway.exposure.value.get(id);
  const rows = server.tools.value.map((tool) => ({
    label: tool.name,
    description: vscode.l10n.t('≈ {0} tokens', groupedNumber(estimateTokens(tool))),
    ...(tool.description !== undefined && { detail: tool.description }),
    tool: tool.name,
    picked: choice?.rule(tool.name).enabled ?? true,
  }));
  if (rows.length === 0)
    return void showMessage('information', vscode.l10n.t('Start the server first to list its tools.'));
  const title = vscode.l10n.t('Select Tools of "{0}" for Agents', server.label);
  const picked = await vscode.window.showQuickPick<ToolRow>(rows, { canPickMany: true, title, matchOnDetail: true });
  if (!picked) return;
  const on = new Set(picked.map(({ tool }) => tool));
  const names = rows.map(({ tool }) => tool);
  await changeAgentServers(ports, { [id]: withToolsOn(readAgentServers(ports).servers[id], names, on) });
  const cost = server.tools.value
    .filter(({ name }) => on.has(name))
    .reduce((sum, tool) => sum + estimateTokens(tool), 0);
  const told = vscode.l10n.t(
    'Agents get {0} of {1} tools of "{2}" (≈ {3} tokens).',
    on.size,
    names.length,
    server.label,
    groupedNumber(cost),
  );
  void showMessage('information', told);
}

/** What happened, and what comes next: the approval, then nothing in this window, a configuration for other clients. */
export async function tellWhatAgentsGet(
  core: Core,
  servers: readonly string[] = [...core.gateway.exposure.peek().keys()],
): Promise<void> {
  if (servers.length === 0)
    return void showMessage('information', vscode.l10n.t('Agents get no servers through MCP Switchboard.'));
  const pending = new Set(core.servers.value.filter(isPending).map(({ id }) => id));
  const [waiting, ready] = [servers.filter((id) => pending.has(id)), servers.filter((id) => !pending.has(id))];
  const [approve, copy] = [vscode.l10n.t('Approve…'), vscode.l10n.t('Copy for Another Client…')];
  const told = [
    ...(ready.length > 0 ? [readyText(core, ready)] : []),
    ...(waiting.length > 0 ? [vscode.l10n.t('Agents get {0} as soon as you approve it.', quoted(waiting))] : []),
  ];
  const offered = [...(waiting.length > 0 ? [approve] : []), ...(ready.length > 0 ? [copy] : [])];
  const chosen = await showMessage('information', told.join(' '), ...offered);
  if (chosen === copy) await vscode.commands.executeCommand('mcpSwitchboard.copyGatewayConfiguration');
  if (chosen === approve)
    for (const id of waiting) await vscode.commands.executeCommand('mcpSwitchboard.approveServer', id);
}

function isPending({ state }: Core['servers']['value'][number]): boolean {
  return state.value.kind === 'pending';
}

function quoted(ids: readonly string[]): string {
  return ids.map((id) => `"${id}"`).join(', ');
}

function readyText(core: Core, ids: readonly string[]): string {
  const { tools, tokens } = core.gateway.budget.value;
  return vscode.l10n.t(
    'Agents get {0} through MCP Switchboard (tools so far: {1}, ≈ {2} tokens). Chats in this window see them with the next message; for another client, copy the configuration of the gateway.',
    quoted(ids),
    tools,
    groupedNumber(tokens),
  );
}

function serverRow(core: Core, id: string): ServerRow {
  const { label, source, tools, state } = core.server(id);
  const tokens = tools.value.reduce((sum, tool) => sum + estimateTokens(tool), 0);
  const cost = vscode.l10n.t('{0} tools, ≈ {1} tokens', tools.value.length, groupedNumber(tokens));
  const known = tools.value.length > 0 || state.value.kind === 'connected' ? cost : vscode.l10n.t('not started yet');
  const twice = runByVscode(core, id) ? [vscode.l10n.t('run by VS Code')] : [];
  return { id, label, description: source, detail: [known, ...twice].join(' · ') };
}

/** Servers that VS Code runs itself are exposed only if the user insists. */
async function withoutDoubles(core: Core, ids: readonly string[]): Promise<readonly string[]> {
  const doubles = ids.filter((id) => runByVscode(core, id));
  if (doubles.length === 0) return ids;
  const anyway = vscode.l10n.t('Expose Anyway');
  const title = vscode.l10n.t('VS Code already runs {0}', quoted(doubles));
  const detail = vscode.l10n.t(
    'Agents in this window would see every tool twice. Agents outside VS Code would see it once.',
  );
  const answer = await showDialog('warning', { title, detail }, anyway);
  return answer === anyway ? ids : ids.filter((id) => !doubles.includes(id));
}

function runByVscode(core: Core, id: string): boolean {
  const entry = core.entry(id);
  return entry !== undefined && isRunByVscode(entry, readVisibilityFacts(core, id, entry));
}

function budgetText({ tools, limit, tokens }: Budget): string {
  return tools > limit
    ? vscode.l10n.t(
        '{0} of {1} tools, ≈ {2} tokens: agents get a tool search instead of the full list',
        tools,
        limit,
        groupedNumber(tokens),
      )
    : vscode.l10n.t('{0} of {1} tools, ≈ {2} tokens', tools, limit, groupedNumber(tokens));
}

export function isExposed({ ports }: App, id: string): boolean {
  return isOn(readAgentServers(ports).servers[id]);
}

function isOn(wanted: unknown): boolean {
  return readExposure({ it: wanted }).has('it');
}
