import { homedir } from 'node:os';
import { type Signal, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { showMessage } from './shell/messages.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { type Core, createCore } from '../core/app/core.ts';
import type { CoreParts } from '../core/app/coreParts.ts';
import { ScriptedAnswers } from '../core/checks/run/scriptedAnswers.ts';
import type { ParsedConfig } from '../core/config/model/model.ts';
import { isFastPathOn } from '../core/fastPath/fastPathSwitch.ts';
import { userLockDir } from '../core/files/lock.ts';
import type { FilesPort, Ports } from '../core/ports/ports.ts';
import type { RootsStore } from '../core/servers/rootsStore.ts';
import { userSetting } from '../core/app/settings/settings.ts';
import { RecordingReader } from '../core/traffic/recording/recordingReader.ts';
import { Redactor } from '../core/trust/redaction/redact.ts';
import type { Selection } from '../contract/inspector.ts';
import { createRootsStore, createClientRequests } from './clientRequests/serverRequests.ts';
import { goToTool } from './inspector/goToTool.ts';
import { openApp } from './inspector/appPanel.ts';
import type { AppRequest } from './inspector/handlers/pageShell.ts';
import { pickFolder } from './shell/pickFolder.ts';
import { saveFile } from './shell/saveFile.ts';
import { PendingClientRequests } from '../core/calls/pendingClientRequests.ts';
import { notifyPendingRequests } from './clientRequests/requestNotice.ts';
import { windowModels } from './clientRequests/models.ts';
import { showReruns } from './inspector/handlers/compareCalls.ts';
import { createCallShell } from './inspector/handlers/callShell.ts';
import { OpenPages } from './inspector/openPages.ts';
import { openSession } from './inspector/session.ts';
import { type AgentApp, AgentGateway } from './lm/agentGateway.ts';
import type { SleepingAgents } from './lm/sleepingAgents.ts';
import { useBundle } from '../base/l10n.ts';
import { createOutputLog } from './shell/outputLog.ts';
import { createKimiPort } from './kimi/kimiPort.ts';
import { type KnowledgeApp, KnowledgeController } from './knowledge/knowledgeController.ts';
import { showPatternProblems } from './knowledge/patternProblems.ts';
import { helpWithManifests } from './manifests/manifestHelp.ts';
import { followManifestSettings, showManifestProblems } from './manifests/problems.ts';
import { commandText } from '../core/proxy/commandShim.ts';
import { CommandLine, type CommandLineApp } from './shell/commandLine.ts';
import type { saveChecks } from './testing/saveChecks.ts';
import { takeTaps } from './traffic/listenForTaps.ts';
import { openSpill } from './traffic/openSpill.ts';
import { pickRecording } from './traffic/pickRecording.ts';
import { markRules } from './traffic/ruleCommands.ts';
import { TrafficActions } from './traffic/trafficActions.ts';
import { oncePerTurn } from './shell/oncePerTurn.ts';
import { readPolicy } from './shell/policy.ts';
import { migrateState } from './shell/migrateState.ts';
import { createPorts } from './shell/ports.ts';
import { followSettings } from './servers/followSettings.ts';
import { showTrustNotices } from './servers/trustNotices.ts';
import { ServerLogChannels } from './servers/serverLogs.ts';
import { userConfiguration } from './shell/userConfiguration.ts';
import { readWindowSettings } from './shell/windowSettings.ts';
import { ServersTree, type TreeApp } from './views/serversTree.ts';
import { unseenByAgents } from './lm/visibilityText.ts';
import { showStatus } from './views/statusBar.ts';
import { followSources } from './source/followSources.ts';
import { SourceLinks } from './source/sourceLinks.ts';
import { ConformanceRuns } from './testing/conformanceRuns.ts';
import { trackWalkthrough } from './views/walkthroughProgress.ts';

/** Everything that lives once something was opened. */
export type SwitchboardApp = KnowledgeApp & AgentApp & CommandLineApp & TreeApp & SourceApp & Disposable;

interface SourceApp {
  readonly sources: SourceLinks;
  readonly conformance: ConformanceRuns;
}

/** One core for the window, with the window's own ports. */
export async function createApp(
  context: vscode.ExtensionContext,
  asleep: SleepingAgents | undefined,
  begun: number,
): Promise<SwitchboardApp> {
  const loaded = performance.now();
  useBundle(vscode.l10n.bundle ?? {});
  const lifetime = new Lifetime();
  const redactor = new Redactor();
  const channel = lifetime.add(vscode.window.createOutputChannel('MCP Switchboard', { log: true }));
  const log = createOutputLog(channel, redactor);
  const ports = createPorts(context, log, lifetime);
  const pendingRequests = new PendingClientRequests();
  const checkParts = { checkAnswers: new ScriptedAnswers(), inlineServers: signal<readonly ParsedConfig[]>([]) };
  const [stored] = await Promise.all([storedParts(context, log), migrateState(context, ports)]);
  const roots = createRootsStore(lifetime, ports);
  const userFile = userConfiguration(context);
  const core = lifetime.add(
    createCore({
      ...windowParts(context),
      ...stored,
      ports,
      redactor,
      clientRequests: createClientRequests(pendingRequests, roots, checkParts.checkAnswers),
      pendingRequests,
      userSources: [{ kind: 'user', file: userFile }],
      inlineServers: checkParts.inlineServers,
    }),
  );
  await core.ready;
  const read = performance.now();
  const features = createFeatures(context, { core, ports, log, asleep }, lifetime);
  const pages = openPages({ ...features, context, core, ports, roots, pendingRequests, redactor, log }, lifetime);
  startEmbedded(core, log, lifetime);
  log.info('ready', { trusted: vscode.workspace.isTrusted, ...phases(begun, loaded, read) });
  return {
    core,
    ports,
    userFile,
    extensionFolder: context.extensionPath,
    ...checkParts,
    knowledge: features.knowledge,
    sources: features.sources,
    conformance: features.conformance,
    agents: features.agents,
    commandLine: features.commandLine,
    reloadConfiguration: () => core.reload(),
    openText,
    ...selectionOf(core, features.selection),
    openSession: pages.open,
    openRecording: (path) => RecordingReader.open(path, redactor),
    compareRecordings: (paths) => features.traffic.compareFiles(paths),
    openConfiguration: (args: readonly unknown[]) => openConfiguration(ports.files, args),
    showLog: () => channel.show(true),
    showServerLog: (id) => features.serverLogs.show(id),
    inspected: () => (pages.isInspectorShown() ? features.selection.value : undefined),
    ...logging(log),
    dispose: () => lifetime.dispose(),
  };
}

function windowParts(
  context: vscode.ExtensionContext,
): Pick<CoreParts, 'version' | 'oauth' | 'fastPath' | 'policy' | 'setting' | 'kimi'> {
  return {
    version: versionOf(context),
    oauth: { lockDir: userLockDir(process.env, homedir()) },
    fastPath: isFastPathOn(process.env),
    policy: oncePerTurn(readPolicy), // each of many servers asks
    setting: chosenSetting,
    kimi: createKimiPort(context),
  };
}

function logging(log: Log): Pick<SwitchboardApp, 'log' | 'logFault'> {
  return { log, logFault: (fault) => log.error(fault.message, { code: fault.code, cause: fault.cause }) };
}

/** What is selected in the tree, and everywhere else. */
function selectionOf(core: Core, selection: Signal<Selection>): Pick<SwitchboardApp, 'select' | 'openTree'> {
  const select = (next: Selection): void => void (selection.value = next);
  return { select, openTree: () => new ServersTree({ core, select }) };
}

/** To load the SDK takes the host a tenth of a second: the view that woke the window is drawn first. A call does not wait. */
const firstDrawMs = 300;

function startEmbedded(core: Core, log: Log, lifetime: Lifetime): void {
  const start = (): void => {
    const starting = core.server(core.embeddedId).start();
    starting.catch((error: unknown) => log.error('the embedded server did not start', { error }));
  };
  const timer = setTimeout(start, firstDrawMs);
  lifetime.defer(() => clearTimeout(timer));
}

/** How long a window took to wake: a slow disk, and a slow configuration, show here. */
function phases(begun: number, loaded: number, read: number): Readonly<Record<string, number>> {
  const [loadMs, readMs, featuresMs] = [loaded - begun, read - loaded, performance.now() - read].map(Math.round);
  return { loadMs: loadMs ?? 0, readMs: readMs ?? 0, featuresMs: featuresMs ?? 0 };
}

/** Terminals without the command are no reason to fail. */
function openCommandLine(context: vscode.ExtensionContext, log: Log): CommandLine {
  const commandLine = new CommandLine(context);
  try {
    commandLine.addToTerminals(context);
  } catch (error) {
    log.warn('terminals do not get the command', { error });
  }
  return commandLine;
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  return String(extension.packageJSON.version);
}

/** Settings, and where the window keeps traffic. */
async function storedParts(
  context: vscode.ExtensionContext,
  log: Log,
): Promise<Pick<CoreParts, 'settings' | 'spill' | 'keepsCalls'>> {
  const settings = readWindowSettings();
  return {
    settings,
    spill: await openSpill(context, settings['traffic.maxFileMegabytes'], log),
    keepsCalls: true,
  };
}

interface Features {
  readonly commandLine: CommandLine;
  /** A restored page knows better what it showed. */
  readonly selection: Signal<Selection>;
  readonly traffic: TrafficActions;
  readonly agents: AgentGateway;
  readonly serverLogs: ServerLogChannels;
  readonly knowledge: KnowledgeController;
  readonly sources: SourceLinks;
  readonly conformance: ConformanceRuns;
}

interface FeatureParts {
  readonly core: Core;
  readonly ports: Ports;
  readonly log: Log;
  readonly asleep: SleepingAgents | undefined;
}

function createFeatures(
  context: vscode.ExtensionContext,
  { core, ports, log, asleep }: FeatureParts,
  lifetime: Lifetime,
): Features {
  const selection = signal<Selection>({});
  const product = versionOf(context);
  const commandLine = openCommandLine(context, log);
  const sources = lifetime.add(new SourceLinks(core));
  lifetime.add(followSources(core, sources));
  const knowledge = new KnowledgeController(core.embedded.host, openAddress, vscode.env.language);
  lifetime.add(followSettings(core));
  lifetime.add(showTrustNotices(core));
  lifetime.add(showStatus(core));
  lifetime.add(trackWalkthrough(core));
  lifetime.add(markRules(core));
  lifetime.add(takeTaps(core, ports.workspace, log.with({ part: 'taps' })));
  lifetime.add(showManifestProblems(core.manifests));
  lifetime.add(followManifestSettings(core.manifests));
  lifetime.add(helpWithManifests(context));
  lifetime.add(showPatternProblems(knowledge.store));
  return {
    commandLine,
    conformance: lifetime.add(new ConformanceRuns({ core, ports, commandLine })),
    selection,
    knowledge,
    sources,
    traffic: lifetime.add(
      new TrafficActions({
        selection,
        redaction: core.redactor,
        product,
        saveChecks: (server, calls) => saveChecksIn({ core, ports }, server, calls),
      }),
    ),
    agents: lifetime.add(
      new AgentGateway({ core, ports, log: log.with({ part: 'agents' }), memory: context.workspaceState, asleep }),
    ),
    serverLogs: lifetime.add(new ServerLogChannels(core)),
  };
}

interface PageParts extends Features {
  readonly context: vscode.ExtensionContext;
  readonly core: Core;
  readonly ports: Ports;
  readonly roots: RootsStore;
  readonly pendingRequests: PendingClientRequests;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** What every page of the webview app gets, and which pages are open. */
function openPages(
  parts: PageParts,
  lifetime: Lifetime,
): { readonly open: SwitchboardApp['openSession']; isInspectorShown(): boolean } {
  const { commandLine, context, core, ports, pendingRequests, log } = parts;
  const shown = new OpenPages();
  const isInspectorShown = (): boolean => shown.isInspectorShown();
  lifetime.add(notifyRequests(parts, isInspectorShown));
  const root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
  const openOwnPage = (request: AppRequest): Promise<void> =>
    openApp({ core, root, version: versionOf(context), log }, request);
  const callShell = createCallShell(lifetime, {
    copy,
    openText,
    cli: commandText(commandLine.ownLauncher(), []),
    saveChecks: (server, calls) => saveChecksIn({ core, ports }, server, calls),
  });
  lifetime.add(showReruns(core, callShell));
  const common = {
    ...parts,
    shell: {
      copy,
      openText,
      saveFile,
      pickRecording,
      pickFolder,
      openApp: openOwnPage,
      showServerLog: (id: string): void => parts.serverLogs.show(id),
      unseenByAgents: (id: string) => unseenByAgents(core, id),
      copyReport: onServer('copyReport'),
      debugServer: onServer('debugServer'),
      diagnoseServer: onServer('diagnoseServer'),
      editServer: onServer('editServer'),
      goToTool: () => goToTool({ core, select: (next) => (parts.selection.value = next) }),
    },
    callShell,
    clientRequests: { pendingRequests, models: windowModels, openExternal: ports.ask.openExternal },
    openFile: (file: string): Promise<void> => openConfiguration(ports.files, [file]),
  };
  return {
    isInspectorShown,
    open: (port, page, recording) => {
      const isWideShown = shown.isWideShownBeside(page);
      const session = openSession({ ...common, port, isWideShown, ...(recording && { recording }) });
      shown.add(page, session);
      return session;
    },
  };
}

/** What the palette does too, for the server of a page. */
function onServer(command: string): (id: string) => Promise<void> {
  return async (id) => void (await vscode.commands.executeCommand(`mcpSwitchboard.${command}`, id));
}

function notifyRequests({ core, pendingRequests, redactor }: PageParts, isInspectorShown: () => boolean): Disposable {
  const labelOf = (id: string): string => core.servers.value.find((server) => server.id === id)?.label ?? id;
  return notifyPendingRequests({ pendingRequests, redactor, isInspectorShown, labelOf });
}

async function saveChecksIn(...args: Parameters<typeof saveChecks>): Promise<void> {
  const module = await import('./testing/saveChecks.ts');
  await module.saveChecks(...args);
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

async function openConfiguration(files: FilesPort, [file, line]: readonly unknown[]): Promise<void> {
  const uri = typeof file === 'string' ? vscode.Uri.file(file) : await defaultConfiguration(files);
  if (!uri) return;
  const editor = await vscode.window.showTextDocument(uri);
  if (typeof line !== 'number') return;
  const place = new vscode.Position(Math.max(0, line - 1), 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenter);
}

/** The workspace's own file; written with a first example where there is none. */
async function defaultConfiguration(files: FilesPort): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    void showMessage('information', vscode.l10n.t('Open a folder first. Servers are configured per workspace.'));
    return undefined;
  }
  const uri = vscode.Uri.joinPath(folder.uri, '.vscode', 'mcp.json');
  await files.edit(uri.fsPath, (text) => text ?? '{\n  "servers": {}\n}\n');
  return uri;
}
