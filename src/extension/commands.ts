import * as vscode from 'vscode';
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
import { askKnowledge, openPattern } from './knowledge/askCommand.ts';
import { testConnection } from './languageClient/testConnection.ts';
import { createManifest, openToolSource } from './manifests/createManifest.ts';
import { copyGatewayConfiguration } from './lm/copyGateway.ts';
import { editAgentPolicy } from './lm/editAgentPolicy.ts';
import { explainVisibility } from './lm/explainVisibility.ts';
import { chooseServers, chooseTools } from './lm/exposeServers.ts';
import { showMessage } from './shell/messages.ts';
import { installCommand } from './shell/commandLine.ts';
import { notifyFault } from './shell/notify.ts';
import { copyReport } from './servers/copyReport.ts';
import { diagnoseServer } from './servers/diagnoseServer.ts';
import { addServerCommand } from './servers/add/addServer.ts';
import { createServer } from './servers/createServer.ts';
import { approveAll, approveAndStart, manageTrust } from './servers/approveServers.ts';
import { setAutoStart } from './servers/autoStart.ts';
import { type ServerAction, chooseServer } from './servers/serverChoice.ts';
import { startAll, stopAll } from './servers/startAll.ts';
import { copyConfiguration, editServer, removeServer, resetServer } from './servers/serverActions.ts';
import { toggleRestartOnSave } from './develop/restartOnSave.ts';
import { showRestartChanges } from './develop/restartReports.ts';
import { goToSource } from './source/goToSource.ts';
import { reviewChanges } from './servers/reviewTools.ts';
import type { Checks } from './testing/registerChecks.ts';
import { checksFromRecording } from './traffic/checksFromRecording.ts';
import { recordServer, stopRecording } from './traffic/recordServer.ts';
import { addRule } from './traffic/ruleCommands.ts';
import { startFromRecording } from './traffic/startFromRecording.ts';
import { DoubleClick } from './views/doubleClick.ts';
import { isServerNode, isToolNode } from './views/treeNodes.ts';

interface CommandContext {
  readonly app: SwitchboardApp;
  readonly views: InspectorViews;
  readonly checks: Checks;
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
  'mcpSwitchboard.checksFromRecording': ({ app }, [target]) => checksFromRecording(app, target),
  'mcpSwitchboard.updateSnapshot': async ({ checks }, [message]) => (await checks.explorer()).updateSnapshot(message),
  'mcpSwitchboard.inspectServer': inspectServer,
  'mcpSwitchboard.goToTool': ({ app }) => goToToolInView(app),
  'mcpSwitchboard.startServer': withServer('start', ({ app }, id) => app.core.server(id).start()),
  'mcpSwitchboard.stopServer': withServer('stop', ({ app }, id) => app.core.server(id).stop()),
  'mcpSwitchboard.restartServer': withServer('restart', ({ app }, id) => app.core.server(id).restart()),
  'mcpSwitchboard.retryServer': withServer('retry', ({ app }, id) => app.core.server(id).retryNow()),
  'mcpSwitchboard.debugServer': withServer('configured', async ({ app }, id) => {
    const { debugServer } = await import('./develop/debugServer.ts');
    await debugServer(app, id);
  }),
  'mcpSwitchboard.toggleRestartOnSave': withServer('configured', ({ app }, id) => toggleRestartOnSave(app, id)),
  'mcpSwitchboard.showRestartChanges': withServer('configured', ({ app }, id) => showRestartChanges(app.core, id)),
  'mcpSwitchboard.startAll': ({ app }) => startAll(app.core),
  'mcpSwitchboard.stopAll': ({ app }) => stopAll(app.core),
  'mcpSwitchboard.enableAutoStart': withServer('configured', ({ app }, id) => setAutoStart(app, id, true)),
  'mcpSwitchboard.disableAutoStart': withServer('configured', ({ app }, id) => setAutoStart(app, id, false)),
  'mcpSwitchboard.changeIdleTime': () =>
    vscode.commands.executeCommand('workbench.action.openSettings', '@id:mcpSwitchboard.servers.idleStopMinutes'),
  'mcpSwitchboard.diagnoseServer': withServer('configured', ({ app }, id) => diagnoseServer(app, id)),
  'mcpSwitchboard.runConformance': withServer('configured', runConformance),
  'mcpSwitchboard.copyReport': withServer('any', ({ app }, id) => copyReport(app, id)),
  'mcpSwitchboard.testConnection': withServer('configured', ({ app }, id) => testConnection(app, id)),
  'mcpSwitchboard.approveServer': withServer('approve', ({ app }, id) => approveAndStart(app.core, id)),
  'mcpSwitchboard.approveAll': ({ app }) => approveAll(app),
  'mcpSwitchboard.manageTrust': () => manageTrust(),
  'mcpSwitchboard.reviewChanges': withServer('review', ({ app }, id, tool) => reviewChanges(app, id, tool)),
  'mcpSwitchboard.showServerLog': withServer('any', ({ app }, id) => app.showServerLog(id)),
  'mcpSwitchboard.addServer': ({ app }) => addServerCommand(app),
  'mcpSwitchboard.createServer': ({ app }) => createServer(app),
  'mcpSwitchboard.editServer': withServer('configured', ({ app }, id) => editServer(app, id)),
  'mcpSwitchboard.removeServer': withServer('configured', ({ app }, id) => removeServer(app, id)),
  'mcpSwitchboard.resetServer': withServer('configured', ({ app }, id) => resetServer(app, id)),
  'mcpSwitchboard.copyConfiguration': withServer('configured', ({ app }, id) => copyConfiguration(app, id)),
  'mcpSwitchboard.chooseAgentServers': ({ app }) => chooseServers(app),
  'mcpSwitchboard.chooseAgentTools': withServer('configured', ({ app }, id) => chooseTools(app, id)),
  'mcpSwitchboard.editAgentRules': withServer('any', ({ app }, id, tool) => editAgentPolicy(app, id, tool)),
  'mcpSwitchboard.explainVisibility': withServer('any', ({ app }, id) => explainVisibility(app, id)),
  'mcpSwitchboard.copyGatewayConfiguration': ({ app }) => copyGatewayConfiguration(app.commandLine),
  'mcpSwitchboard.installCommand': ({ app }) => installCommand(app),
  'mcpSwitchboard.analyzeWithKimi': ({ app }) => analyzeWithKimi(app),
  'mcpSwitchboard.verifyWithKimi': ({ app }) => verifyWithKimi(app),
  'mcpSwitchboard.implementWithKimi': ({ app }) => implementWithKimi(app),
  'mcpSwitchboard.refactorWithKimi': ({ app }) => refactorWithKimi(app),
  'mcpSwitchboard.setKimiKey': ({ app }) => setKimiKey(app),
  'mcpSwitchboard.askKnowledge': ({ app, views }) => askKnowledge(app, () => views.openKnowledge()),
  'mcpSwitchboard.openKnowledge': ({ views }) => views.openKnowledge(),
  'mcpSwitchboard.openPattern': ({ app, views }, args) => openPattern(app, args, () => views.openKnowledge()),
  'mcpSwitchboard.createManifest': ({ app }) => createManifest(app),
  'mcpSwitchboard.openToolSource': ({ app }, [node]) => (isToolNode(node) ? openToolSource(app, node.tool) : undefined),
  'mcpSwitchboard.goToSource': ({ app }, [node]) =>
    isToolNode(node) ? goToSource(app.sources, node.server, 'tool', node.tool) : undefined,
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

const starting: ReadonlySet<CommandId> = new Set([
  'mcpSwitchboard.startServer',
  'mcpSwitchboard.restartServer',
  'mcpSwitchboard.approveServer',
]);

/**
 * A server that does not start is explained by its page: a notification over it would say it a second time. Over the
 * page of another server it goes by itself, because an error with buttons stays there.
 */
async function report(fault: Fault, id: CommandId, { app }: CommandContext, server: string | undefined): Promise<void> {
  const inspected = starting.has(id) ? app.inspected() : undefined;
  if (server !== undefined && inspected?.server === server) app.logFault(fault);
  else await notifyFault(fault, app, subjectOf(app, server), inspected === undefined ? 'error' : 'warning');
}

/** A server that was removed meanwhile has only its id. */
function subjectOf({ core }: SwitchboardApp, id: string | undefined): Parameters<typeof notifyFault>[2] {
  if (id === undefined) return undefined;
  return { id, label: core.servers.value.find((server) => server.id === id)?.label ?? id };
}

/** As the explorer gives them: the file under the mouse, then all that are selected. */
function pathsOf([clicked, selected]: readonly unknown[]): string[] {
  const uris = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [clicked];
  return uris.flatMap((uri) => (uri instanceof vscode.Uri ? [uri.fsPath] : []));
}

const clicks = new DoubleClick();

/** Where the Inspector is open wide, it shows the tool already; a double click opens it wide. */
async function inspectServer(context: CommandContext, args: readonly unknown[]): Promise<void> {
  const server = await serverOf(context, args, 'any');
  if (server === undefined) return;
  const tool = nodeOf(args[0])?.tool;
  context.app.select({ server, ...(tool !== undefined && { tool }) });
  if (clicks.isSecond(args[0])) return context.views.openPanel();
  if (!context.views.isPanelShown()) await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
}

/** The page of the server shows the results; the sentence is for those who did something else meanwhile. */
async function runConformance(context: CommandContext, id: string): Promise<void> {
  await inspectServer(context, [id]);
  const scenarios = (await context.app.conformance.run(id)).run?.scenarios.filter(({ isScored }) => isScored) ?? [];
  const passed = scenarios.filter((one) => one.passed).length;
  const message = vscode.l10n.t(
    '{0}: {1} of {2} required scenarios pass. The results are on its page in the Inspector.',
    id,
    passed,
    scenarios.length,
  );
  void showMessage('information', message);
}

async function goToToolInView(app: SwitchboardApp): Promise<void> {
  if (await goToTool(app)) await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
}

type ServerCommand = (context: CommandContext, server: string, tool?: string) => unknown;

function withServer(action: ServerAction, run: ServerCommand): Command {
  return async (context, args) => {
    const server = await serverOf(context, args, action);
    if (server !== undefined) await run(context, server, nodeOf(args[0])?.tool);
  };
}

/** From the tree's node or an id; from the palette the user picks one that the action applies to. */
async function serverOf(
  { app }: CommandContext,
  [arg]: readonly unknown[],
  action: ServerAction,
): Promise<string | undefined> {
  return nodeOf(arg)?.server ?? chooseServer(app.core, action);
}

/** A row of the tree, or an id as other commands give it. */
function nodeOf(arg: unknown): { readonly server: string; readonly tool?: string } | undefined {
  if (isServerNode(arg) || isToolNode(arg)) return arg;
  return typeof arg === 'string' ? { server: arg } : undefined;
}
