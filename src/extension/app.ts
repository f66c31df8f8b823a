import { signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import { createCore } from '../core/app/core.ts';
import { readSettings } from '../core/app/settings.ts';
import { RecordingReader } from '../core/traffic/recording/recordingReader.ts';
import { Redactor } from '../core/trust/redaction/redact.ts';
import type { Selection } from '../contract/inspector.ts';
import type { Port } from '../contract/peer.ts';
import { createRootsStore, createClientRequests } from './clientRequests/serverRequests.ts';
import { type AppRequest, openApp } from './inspector/appPanel.ts';
import { pickFolder } from './shell/pickFolder.ts';
import { saveFile } from './shell/saveFile.ts';
import { PendingClientRequests } from '../core/calls/pendingClientRequests.ts';
import { notifyPendingRequests } from './clientRequests/requestNotice.ts';
import { windowModels } from './clientRequests/models.ts';
import { createCallShell } from './inspector/callShell.ts';
import { openSession } from './inspector/session.ts';
import { type AgentApp, AgentGateway } from './lm/agentGateway.ts';
import type { PageVisibility } from './shell/app.ts';
import { createOutputLog } from './shell/outputLog.ts';
import { createKimiPort } from './kimi/kimiPort.ts';
import { type KnowledgeApp, KnowledgeController } from './knowledge/knowledgeController.ts';
import { showPatternProblems } from './knowledge/patternProblems.ts';
import { followManifestSettings, showManifestProblems } from './manifests/problems.ts';
import { CommandLine, type RecordingApp } from './traffic/launcher.ts';
import { takeTaps } from './traffic/listenForTaps.ts';
import { openSpill } from './traffic/openSpill.ts';
import { pickRecording } from './traffic/pickRecording.ts';
import { markRules } from './traffic/ruleCommands.ts';
import { TrafficActions } from './traffic/trafficActions.ts';
import { readPolicy } from './shell/policy.ts';
import { createPorts } from './shell/ports.ts';
import { followSettings } from './servers/followSettings.ts';
import { ServerLogChannels } from './servers/serverLogs.ts';
import { userConfiguration } from './shell/userConfiguration.ts';
import { showStatus } from './views/statusBar.ts';

/** Everything that lives once something was opened. */
export type SwitchboardApp = KnowledgeApp & AgentApp & RecordingApp & Disposable;

export async function createApp(context: vscode.ExtensionContext): Promise<SwitchboardApp> {
  const life = new Lifetime();
  const redactor = new Redactor();
  const channel = life.add(vscode.window.createOutputChannel('MCP Switchboard', { log: true }));
  const log = createOutputLog(channel, redactor);
  const configuration = vscode.workspace.getConfiguration('mcpSwitchboard');
  const ports = createPorts(context, log, life);
  const pendingRequests = new PendingClientRequests();
  const roots = createRootsStore(life, ports.memory);
  const settings = readSettings((key) => configuration.get(key));
  const spill = await openSpill(context, settings['traffic.maxFileMegabytes'], log);
  const userFile = userConfiguration(context);
  const core = life.add(
    createCore({
      ports,
      settings,
      spill,
      redactor,
      version: String(context.extension.packageJSON.version),
      clientRequests: createClientRequests(pendingRequests, roots),
      pendingRequests,
      historyFile: vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'calls.json').fsPath,
      policy: readPolicy,
      userSources: [{ kind: 'user', file: userFile }],
      setting: chosenSetting,
      kimi: createKimiPort(context),
    }),
  );
  await core.ready;
  const selection = signal<Selection>({}); // a page that comes back knows better what it showed
  const traffic = life.add(
    new TrafficActions({ selection, redaction: redactor, product: String(context.extension.packageJSON.version) }),
  );
  const agents = life.add(new AgentGateway({ core, context, memory: ports.memory, log: log.with({ part: 'agents' }) }));
  life.add(followSettings(core));
  life.add(showStatus(core));
  life.add(markRules(core));
  life.add(takeTaps(core, ports.workspace, log.with({ part: 'taps' })));
  const serverLogs = life.add(new ServerLogChannels(core));
  life.add(showManifestProblems(core.manifests));
  life.add(followManifestSettings(core.manifests));
  const knowledge = new KnowledgeController(core.embedded.host, openAddress);
  life.add(showPatternProblems(knowledge.store));
  const pages = new Set<PageVisibility>();
  life.add(
    notifyPendingRequests({
      pendingRequests,
      redactor,
      isInspectorShown: () => [...pages].some((page) => page.isInspector && page.isShown()),
      labelOf: (id) => core.servers.value.find((server) => server.id === id)?.label ?? id,
    }),
  );
  const callShell = createCallShell(life, { copy, openText, cli: context.asAbsolutePath('dist/cli.js') });
  const clientRequests = { pendingRequests, models: windowModels, openExternal: ports.ask.openExternal };
  const openFile = async (file: string): Promise<void> => openConfiguration([file]);
  core
    .server(core.embeddedId)
    .start()
    .catch((error: unknown) => log.error('the embedded server did not start', { error }));
  log.info('ready', { trusted: vscode.workspace.isTrusted });

  return {
    core,
    ports,
    userFile,
    knowledge,
    agents,
    commandLine: new CommandLine(context),
    reloadConfiguration: () => core.reload(),
    openText,
    select: (next) => (selection.value = next),
    openSession: (webview, early, page, recording) => {
      const port = portOf(webview, early);
      const root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
      const showApp = (request: AppRequest): Promise<void> =>
        openApp({ core, root, version: String(context.extension.packageJSON.version), log }, request);
      const shell = { copy, openText, saveFile, pickRecording, pickFolder, openApp: showApp };
      const parts = {
        core,
        selection,
        knowledge,
        roots,
        traffic,
        shell,
        callShell,
        clientRequests,
        openFile,
        port,
        log,
      };
      const session = openSession({ ...parts, ...(recording && { recording }) });
      pages.add(page);
      session.defer(() => pages.delete(page));
      return session;
    },
    openRecording: (path) => RecordingReader.open(path, redactor),
    compareRecordings: (paths) => traffic.compareFiles(paths),
    openConfiguration: (args) => openConfiguration(args),
    showLog: () => channel.show(true),
    showServerLog: (id) => serverLogs.show(id),
    logFault: (fault) => log.error(fault.message, { code: fault.code, cause: fault.cause }),
    dispose: () => life.dispose(),
  };
}

/** `early` holds what the page said while the app was still loading. */
function portOf(webview: vscode.Webview, early: readonly unknown[]): Port {
  return {
    send: (frame) => void webview.postMessage(frame),
    listen: (receive) => {
      for (const message of early) receive(message);
      return webview.onDidReceiveMessage(receive);
    },
  };
}

/** What the person chose, not the manifest's default: below it stand files and the environment. */
function chosenSetting(name: string): unknown {
  const found = vscode.workspace.getConfiguration('mcpSwitchboard').inspect(name);
  return found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
}

async function openAddress(url: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}

async function openText(content: string, language: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }));
}

async function openConfiguration([file, line]: readonly unknown[]): Promise<void> {
  const uri = typeof file === 'string' ? vscode.Uri.file(file) : await defaultConfiguration();
  if (!uri) return;
  const editor = await vscode.window.showTextDocument(uri);
  if (typeof line !== 'number') return;
  const place = new vscode.Position(Math.max(0, line - 1), 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenter);
}

/** The workspace's own file; written with a first example where there is none. */
async function defaultConfiguration(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a folder first: servers are configured per workspace.'),
    );
    return undefined;
  }
  const uri = vscode.Uri.joinPath(folder.uri, '.vscode', 'mcp.json');
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    const empty = '{\n  "servers": {}\n}\n'; // no such file yet
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(empty));
  }
  return uri;
}
