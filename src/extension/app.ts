import { signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Fault } from '../base/fault.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import { type Core, createCore } from '../core/app/core.ts';
import { readSettings, userSetting } from '../core/app/settings.ts';
import type { Ports } from '../core/ports/ports.ts';
import { RecordingReader } from '../core/traffic/recordingReader.ts';
import type { TrafficSource } from '../core/traffic/trafficSource.ts';
import { Redactor } from '../core/trust/redact.ts';
import type { Selection } from '../protocol/inspector.ts';
import type { Port } from '../protocol/peer.ts';
import { createRootBook, createServerAsks } from './asks/serverAsks.ts';
import { type AppRequest, openApp } from './inspector/appPanel.ts';
import { pickFolder } from './inspector/pickFolder.ts';
import { saveFile } from './inspector/saveFile.ts';
import { AskDesk } from '../core/calls/askDesk.ts';
import { noticeAsks } from './asks/askNotice.ts';
import { windowModels } from './asks/models.ts';
import { createCallShell } from './inspector/callShell.ts';
import { openSession } from './inspector/session.ts';
import { AgentDoors } from './lm/agentDoors.ts';
import { createOutputLog } from './outputLog.ts';
import { createKimiPort } from './kimi/kimiPort.ts';
import { KnowledgeDesk } from './knowledge/knowledgeDesk.ts';
import { showPatternProblems } from './knowledge/patternProblems.ts';
import { followManifestSettings, showManifestProblems } from './manifests/problems.ts';
import { CommandLine } from './traffic/launcher.ts';
import { takeTaps } from './traffic/listenForTaps.ts';
import { openSpill } from './traffic/openSpill.ts';
import { pickRecording } from './traffic/pickRecording.ts';
import { markRules } from './traffic/ruleCommands.ts';
import { TrafficDesk } from './traffic/trafficDesk.ts';
import { readPolicy } from './policy.ts';
import { createPorts } from './ports.ts';
import { followSettings } from './servers/followSettings.ts';
import { ServerLogChannels } from './servers/serverLogs.ts';
import { userConfiguration } from './userConfiguration.ts';
import { showStatus } from './views/statusBar.ts';

/** Which page it is, and whether a person can see it now. */
export interface PageSight {
  readonly isInspector: boolean;
  isShown(): boolean;
}

/** Everything that lives once something was opened. */
export interface App extends Disposable {
  readonly core: Core;
  readonly ports: Ports;
  /** The person's own configuration, for every workspace. */
  readonly userFile: string;
  readonly knowledge: KnowledgeDesk;
  /** The way of agents into this window. */
  readonly agents: AgentDoors;
  readonly commandLine: CommandLine;
  select(selection: Selection): void;
  openSession(
    webview: vscode.Webview,
    early: readonly unknown[],
    page: PageSight,
    recording?: TrafficSource,
  ): Disposable;
  openRecording(path: string): Promise<RecordingReader>;
  compareRecordings(paths: readonly string[]): Promise<void>;
  openConfiguration(args: readonly unknown[]): Promise<void>;
  reloadConfiguration(): Promise<void>;
  openText(text: string, language: string): Promise<void>;
  showLog(): void;
  showServerLog(id: string): void;
  logFault(fault: Fault): void;
}

export async function createApp(context: vscode.ExtensionContext): Promise<App> {
  const life = new Lifetime();
  const redactor = new Redactor();
  const channel = life.add(vscode.window.createOutputChannel('MCP Switchboard', { log: true }));
  const log = createOutputLog(channel, redactor);
  const configuration = vscode.workspace.getConfiguration('mcpSwitchboard');
  const ports = createPorts(context, log, life);
  const desk = new AskDesk();
  const roots = createRootBook(life, ports.memory);
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
      asks: createServerAsks(desk, roots),
      desk,
      historyFile: vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'calls.json').fsPath,
      localize: vscode.l10n.t,
      policy: readPolicy,
      userSources: [{ kind: 'user', file: userFile }],
      setting: chosenSetting,
      kimi: createKimiPort(context),
    }),
  );
  await core.ready;
  const selection = signal<Selection>({}); // a page that comes back knows better what it showed
  const traffic = life.add(
    new TrafficDesk({ selection, redaction: redactor, product: String(context.extension.packageJSON.version) }),
  );
  const agents = life.add(new AgentDoors({ core, context, memory: ports.memory, log: log.with({ part: 'agents' }) }));
  life.add(followSettings(core));
  life.add(showStatus(core));
  life.add(markRules(core));
  life.add(takeTaps(core, ports.workspace, log.with({ part: 'taps' })));
  const serverLogs = life.add(new ServerLogChannels(core));
  life.add(showManifestProblems(core.manifests));
  life.add(followManifestSettings(core.manifests));
  const knowledge = new KnowledgeDesk(core.embedded.host, openAddress);
  life.add(showPatternProblems(knowledge.store));
  const pages = new Set<PageSight>();
  life.add(
    noticeAsks({
      desk,
      redactor,
      isInspectorShown: () => [...pages].some((page) => page.isInspector && page.isShown()),
      labelOf: (id) => core.servers.value.find((server) => server.id === id)?.label ?? id,
    }),
  );
  const callShell = createCallShell(life, { copy, openText, cli: context.asAbsolutePath('dist/cli.js') });
  const asks = { desk, models: windowModels, openExternal: ports.ask.openExternal };
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
      const parts = { core, selection, knowledge, roots, traffic, shell, callShell, asks, openFile, port, log };
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

/** What the user set, without the manifest's defaults: they would hide the values of the Kimi configuration file. */
function chosenSetting(name: string): unknown {
  const configuration = vscode.workspace.getConfiguration('mcpSwitchboard');
  return userSetting(name, (key) => {
    const found = configuration.inspect(key);
    return found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
  });
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
      vscode.l10n.t('Open a folder first. Servers are configured per workspace.'),
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
