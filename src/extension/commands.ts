import * as vscode from 'vscode';
import { showMessage } from './shell/messages.ts';
import { Fault } from '../base/fault.ts';
import type { SwitchboardApp } from './app.ts';
import type { CommandId } from './shell/commandIds.ts';
import { goToTool } from './inspector/goToTool.ts';
import type { InspectorViews } from './inspector/views.ts';
import {
  analyzeWithKimi,
  implementWithKimi,
  refactorWithKimi,
  setKimiKey,
  verifyWithKimi,
} from './kimi/kimiCommands.ts';
import { askKnowledge, openKnowledge, openPattern } from './knowledge/askCommand.ts';
import { testConnection } from './languageClient/testConnection.ts';
import { createManifest, openToolSource } from './manifests/createManifest.ts';
import { copyGatewayConfiguration } from './lm/copyGateway.ts';
import { editAgentPolicy } from './lm/editAgentPolicy.ts';
import { explainVisibility } from './lm/explainVisibility.ts';
import { chooseServers, chooseTools } from './lm/exposeServers.ts';
import { installCommand } from './shell/commandLine.ts';
import { notifyFault } from './shell/notify.ts';
import { diagnoseServer } from './servers/diagnoseServer.ts';
import { addServerCommand } from './servers/addServer.ts';
import { copyConfiguration, editServer, removeServer, resetServer } from './servers/serverActions.ts';
import { reviewChanges } from './servers/reviewTools.ts';
import { recordServer, stopRecording } from './traffic/recordServer.ts';
import { addRule } from './traffic/ruleCommands.ts';
import { startFromRecording } from './traffic/startFromRecording.ts';
import { isServerNode, isToolNode } from './views/treeNodes.ts';

interface CommandContext {
  readonly app: SwitchboardApp;
  readonly views: InspectorViews;
}

type Command = (context: CommandContext, args: readonly unknown[]) => unknown;

const commands: Record<CommandId, Command> = {
  'mcpSwitchboard.openInspector': ({ views }) => views.openPanel(),
  'mcpSwitchboard.openAllTraffic': ({ views }) => views.openAllTraffic(),
  'mcpSwitchboard.showTraffic': () => vscode.commands.executeCommand('mcpSwitchboard.traffic.focus'),
  'mcpSwitchboard.clearTraffic': ({ app }) => app.core.traffic.clear(),
  'mcpSwitchboard.recordServer': ({ app }, [target]) => recordServer(app, target),
  'mcpSwitchboard.stopRecordingServer': ({ app }, [target]) => stopRecording(app, target),
  'mcpSwitchboard.startFromRecording': ({ app }, [target]) => startFromRecording(app, target),
  'mcpSwitchboard.addRule': ({ app }) => addRule(app),
  'mcpSwitchboard.clearRules': ({ app }) => app.core.interceptionRules.clear(),
  'mcpSwitchboard.compareRecordings': ({ app }, args) => app.compareRecordings(pathsOf(args)),
  'mcpSwitchboard.inspectServer': inspectServer,
  'mcpSwitchboard.goToTool': ({ app }) => goToToolInView(app),
  'mcpSwitchboard.startServer': withServer(({ app }, id) => app.core.server(id).start()),
  'mcpSwitchboard.stopServer': withServer(({ app }, id) => app.core.server(id).stop()),
  'mcpSwitchboard.restartServer': withServer(({ app }, id) => app.core.server(id).restart()),
  'mcpSwitchboard.retryServer': withServer(({ app }, id) => app.core.server(id).retryNow()),
  'mcpSwitchboard.diagnoseServer': withConfiguredServer(({ app }, id) => diagnoseServer(app, id)),
  'mcpSwitchboard.testConnection': withServer(({ app }, id) => testConnection(app, id)),
  'mcpSwitchboard.approveServer': withServer(({ app }, id) => app.core.approve(id)),
  'mcpSwitchboard.reviewChanges': withServer(({ app }, id, tool) => reviewChanges(app, id, tool)),
  'mcpSwitchboard.showServerLog': withServer(({ app }, id) => app.showServerLog(id)),
  'mcpSwitchboard.addServer': ({ app }) => addServerCommand(app),
  'mcpSwitchboard.editServer': withConfiguredServer(({ app }, id) => editServer(app, id)),
  'mcpSwitchboard.removeServer': withConfiguredServer(({ app }, id) => removeServer(app, id)),
  'mcpSwitchboard.resetServer': withConfiguredServer(({ app }, id) => resetServer(app, id)),
  'mcpSwitchboard.copyConfiguration': withConfiguredServer(({ app }, id) => copyConfiguration(app, id)),
  'mcpSwitchboard.chooseAgentServers': ({ app }) => chooseServers(app),
  'mcpSwitchboard.chooseAgentTools': withConfiguredServer(({ app }, id) => chooseTools(app, id)),
  'mcpSwitchboard.editAgentRules': withServer(({ app }, id, tool) => editAgentPolicy(app, id, tool)),
  'mcpSwitchboard.explainVisibility': withServer(({ app }, id) => explainVisibility(app, id)),
  'mcpSwitchboard.copyGatewayConfiguration': ({ app }) => copyGatewayConfiguration(app.commandLine),
  'mcpSwitchboard.installCommand': ({ app }) => installCommand(app),
  'mcpSwitchboard.analyzeWithKimi': ({ app }) => analyzeWithKimi(app),
  'mcpSwitchboard.verifyWithKimi': ({ app }) => verifyWithKimi(app),
  'mcpSwitchboard.implementWithKimi': ({ app }) => implementWithKimi(app),
  'mcpSwitchboard.refactorWithKimi': ({ app }) => refactorWithKimi(app),
  'mcpSwitchboard.setKimiKey': ({ app }) => setKimiKey(app),
  'mcpSwitchboard.askKnowledge': ({ app }) => askKnowledge(app),
  'mcpSwitchboard.openKnowledge': ({ app }) => openKnowledge(app),
  'mcpSwitchboard.openPattern': ({ app }, args) => openPattern(app, args),
  'mcpSwitchboard.createManifest': ({ app }) => createManifest(app),
  'mcpSwitchboard.openToolSource': ({ app }, [node]) => (isToolNode(node) ? openToolSource(app, node.tool) : undefined),
  'mcpSwitchboard.openConfiguration': ({ app }, args) => app.openConfiguration(args),
  'mcpSwitchboard.showLog': ({ app }) => app.showLog(),
};

/** The edge where a command's failure becomes a notification. */
export async function runCommand(id: CommandId, context: CommandContext, args: readonly unknown[]): Promise<unknown> {
  try {
    return await commands[id](context, args);
  } catch (error) {
    if (!Fault.is(error, 'cancelled')) await report(Fault.from(error), id, context, nodeOf(args[0])?.server);
    return undefined;
  }
}

const starting: ReadonlySet<CommandId> = new Set(['mcpSwitchboard.startServer', 'mcpSwitchboard.restartServer']);

/** A server that does not start is explained by its page: a notification over it would say it a second time. */
async function report(fault: Fault, id: CommandId, { app }: CommandContext, server: string | undefined): Promise<void> {
  const isExplained = server !== undefined && starting.has(id) && app.isServerShown(server);
  if (isExplained) app.logFault(fault);
  else await notifyFault(fault, app, server);
}

/** As the explorer gives them: the file under the mouse, then all that are selected. */
function pathsOf([clicked, selected]: readonly unknown[]): string[] {
  const uris = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [clicked];
  return uris.flatMap((uri) => (uri instanceof vscode.Uri ? [uri.fsPath] : []));
}

async function inspectServer(context: CommandContext, args: readonly unknown[]): Promise<void> {
  const server = await serverOf(context, args);
  if (server === undefined) return;
  const tool = nodeOf(args[0])?.tool;
  context.app.select({ server, ...(tool !== undefined && { tool }) });
  await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
}

async function goToToolInView(app: SwitchboardApp): Promise<void> {
  if (await goToTool(app)) await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
}

type ServerCommand = (context: CommandContext, server: string, tool?: string) => unknown;

function withServer(run: ServerCommand, isConfiguredOnly = false): Command {
  return async (context, args) => {
    const server = await serverOf(context, args, isConfiguredOnly);
    if (server !== undefined) await run(context, server, nodeOf(args[0])?.tool);
  };
}

/** The embedded server is not in a configuration file, so it is not offered. */
function withConfiguredServer(run: ServerCommand): Command {
  return withServer(run, true);
}

/** From the tree's node or an id; from the palette the user picks one. */
async function serverOf(
  { app }: CommandContext,
  [arg]: readonly unknown[],
  isConfiguredOnly = false,
): Promise<string | undefined> {
  const node = nodeOf(arg);
  if (node) return node.server;
  const { servers, embeddedId } = app.core;
  const offered = servers.value.filter(({ id }) => !isConfiguredOnly || id !== embeddedId);
  if (offered.length === 0) {
    void showMessage('information', vscode.l10n.t('No servers configured.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    offered.map(({ id, label, source }) => ({ label, description: source, id })),
    { title: vscode.l10n.t('Select a server') },
  );
  return picked?.id;
}

/** A row of the tree, or an id as other commands give it. */
function nodeOf(arg: unknown): { readonly server: string; readonly tool?: string } | undefined {
  if (isServerNode(arg) || isToolNode(arg)) return arg;
  return typeof arg === 'string' ? { server: arg } : undefined;
}
