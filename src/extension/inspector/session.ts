import { type ReadonlySignal, effect } from '@preact/signals-core';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Core } from '../../core/app/core.ts';
import { estimateTokens } from '../../base/tokens.ts';
import { followCalls } from '../../core/calls/followCalls.ts';
import { appUriOf } from '../../core/mcpApps/appPage.ts';
import type { ToolVerdict } from '../../core/servers/toolTrust.ts';
import type { RootsStore } from '../../core/servers/rootsStore.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';
import type { HeldView } from '../../contract/definitions.ts';
import type { Handlers } from '../../contract/rpc/contract.ts';
import {
  type CatalogView,
  type HostContract,
  type ToolView,
  type WebviewContract,
  hostContract,
} from '../../contract/inspector.ts';
import { type Peer, type Port, createPeer } from '../../contract/rpc/peer.ts';
import type { KnowledgeController } from '../knowledge/knowledgeController.ts';
import { approveAndStart } from '../servers/approveServers.ts';
import type { SelectionSignal } from '../shell/selection.ts';
import type { SourceLinks } from '../source/sourceLinks.ts';
import type { ConformanceRuns } from '../testing/conformanceRuns.ts';
import type { TrafficActions } from '../traffic/trafficActions.ts';
import { activityHandlers } from './handlers/servers/activityHandlers.ts';
import { appHandlers } from './handlers/appHandlers.ts';
import type { PageShell } from './handlers/pageShell.ts';
import { browseHandlers, watchServerFacts } from './handlers/servers/browseHandlers.ts';
import { heldViewsOf } from './handlers/servers/heldViews.ts';
import { type ClientRequestParts, clientRequestHandlers } from './handlers/clientRequestHandlers.ts';
import type { CallShell } from './handlers/callShell.ts';
import { callsHandlers } from './handlers/callsHandlers.ts';
import { taskHandlers } from './handlers/taskHandlers.ts';
import { knowledgeHandlers, notifyKnowledgeChanges } from './handlers/knowledgeHandlers.ts';
import { rootsHandlers } from './handlers/servers/rootsHandlers.ts';
import { signInHandlers } from './handlers/servers/signInHandlers.ts';
import { rulesHandlers } from './handlers/rulesHandlers.ts';
import { conformanceHandlers } from './handlers/servers/conformanceHandlers.ts';
import { lintHandlers } from './handlers/servers/lintHandlers.ts';
import { rawHandlers } from './handlers/rawHandlers.ts';
import { savedCallsHandlers } from './handlers/savedCallsHandlers.ts';
import { sourceHandlers } from './handlers/servers/sourceHandlers.ts';
import { trafficHandlers } from './handlers/trafficHandlers.ts';

interface SessionParts {
  readonly core: Core;
  readonly selection: SelectionSignal;
  readonly knowledge: KnowledgeController;
  readonly sources: SourceLinks;
  readonly conformance: ConformanceRuns;
  readonly roots: RootsStore;
  readonly traffic: TrafficActions;
  /** What the page shows in place of the running log. */
  readonly recording?: TrafficSource;
  readonly shell: PageShell;
  readonly callShell: CallShell;
  readonly clientRequests: ClientRequestParts;
  openFile(file: string): Promise<void>;
  /** Whether an Inspector in an editor is in view beside this page. */
  readonly isWideShown: ReadonlySignal<boolean>;
  readonly port: Port;
  readonly log: Log;
}

/** The host's session for one page: answers its requests and sends it changes, until the page is closed. */
export function openSession(parts: SessionParts): Lifetime {
  const { core, selection, port, log } = parts;
  const lifetime = new Lifetime();
  const peer: Peer<WebviewContract> = lifetime.add(
    createPeer<HostContract, WebviewContract>({
      port,
      contract: hostContract,
      handlers: createHandlers(parts, lifetime, () => peer),
      log,
      redact: (fault) => core.redactor.value(fault),
    }),
  );
  lifetime.defer(effect(() => peer.note('servers/changed', core.snapshot.value)));
  lifetime.defer(effect(() => peer.note('selection/changed', selection.value)));
  lifetime.defer(effect(() => peer.note('wide/changed', { on: parts.isWideShown.value })));
  lifetime.defer(effect(() => peer.note('rules/changed', core.interceptionRules.snapshot.value)));
  lifetime.add(
    followCalls(core.calls, {
      changed: (call) => peer.note('calls/changed', call),
      forgotten: (calls) => peer.note('calls/forgotten', { calls }),
    }),
  );
  lifetime.defer(effect(() => peer.note('clientRequests/changed', parts.clientRequests.pendingRequests.pending.value)));
  lifetime.defer(effect(() => peer.note('saved/changed', core.savedCalls.view.value)));
  lifetime.add(core.watchCatalogs((server) => peer.note('catalog/changed', { server })));
  watchServerFacts(core, peer, lifetime);
  lifetime.add(core.tasks.onDidChange((server) => peer.note('tasks/changed', { server })));
  lifetime.add(parts.conformance.onDidChange((server) => peer.note('conformance/changed', { server })));
  lifetime.add(notifyKnowledgeChanges(parts.knowledge, peer));
  lifetime.defer(
    effect(() => {
      const wanted = parts.traffic.wanted.value;
      if (wanted) peer.note('traffic/query', wanted);
    }),
  );
  return lifetime;
}

function createHandlers(
  parts: SessionParts,
  lifetime: Lifetime,
  peer: () => Peer<WebviewContract>,
): Handlers<HostContract> {
  const { core, selection, knowledge, sources, conformance, roots, traffic, recording } = parts;
  const { shell, callShell, clientRequests, openFile, log } = parts;
  return {
    'app/ready': () => ({ snapshot: core.snapshot.value, selection: selection.value }),
    'app/report': ({ level, message }) => log[level]('webview', { message }),
    'servers/start': ({ server }) => core.server(server).start(),
    'servers/stop': ({ server }) => core.server(server).stop(),
    'servers/restart': ({ server }) => core.server(server).restart(),
    'servers/debug': ({ server }) => shell.debugServer(server),
    'servers/approve': ({ server }) => approveAndStart(core, server),
    'servers/showLog': ({ server }) => shell.showServerLog(server),
    'servers/edit': ({ server }) => shell.editServer(server),
    'servers/diagnose': ({ server }) => shell.diagnoseServer(server),
    'servers/copyReport': ({ server }) => shell.copyReport(server),
    'catalog/get': ({ server }) => catalogOf(core, server),
    'definitions/accept': ({ server, kind, key, seen }) => core.acceptDefinition(server, { kind, key }, seen),
    'selection/set': (next) => void (selection.value = next),
    'tools/goTo': () => shell.goToTool(),
    ...browseHandlers(core, roots, shell),
    ...activityHandlers(core, sources),
    ...sourceHandlers(sources),
    ...lintHandlers(core),
    ...conformanceHandlers(conformance, traffic),
    ...rootsHandlers(roots, shell),
    ...signInHandlers(core),
    ...callsHandlers(core, callShell),
    ...clientRequestHandlers(clientRequests),
    ...savedCallsHandlers(core, openFile, callShell),
    ...rawHandlers(core),
    ...trafficHandlers({
      source: recording ?? core.traffic,
      log: recording ? undefined : core.traffic,
      actions: traffic,
      lifetime,
      peer,
    }),
    ...taskHandlers(core),
    ...appHandlers(core, shell),
    ...knowledgeHandlers(knowledge),
    ...rulesHandlers(core.interceptionRules, shell),
    'text/copy': ({ text }) => shell.copy(text),
    'text/open': ({ text, language }) => shell.openText(text, language),
  };
}

function catalogOf(core: Core, id: string): CatalogView {
  const server = core.server(id);
  const { value: state } = server.state;
  const instructions = state.kind === 'connected' ? state.info.instructions : undefined;
  const verdicts = core.verdicts(id);
  const held = heldViewsOf(core, id);
  const heldTools = new Map(held.flatMap((view) => (view.kind === 'tool' ? [[view.key, view] as const] : [])));
  return {
    server: id,
    tools: server.tools.value.map((tool) => toToolView(tool, verdicts.get(tool.name), heldTools.get(tool.name))),
    held: held.filter(({ kind }) => kind !== 'tool'),
    ...(instructions !== undefined && { instructions }),
  };
}

function toToolView(tool: ToolDefinition, verdict: ToolVerdict | undefined, held: HeldView | undefined): ToolView {
  const { _meta: _, ...shown } = tool;
  const app = appUriOf(tool);
  const findings = (verdict?.findings ?? []).map(({ severity, message, path, excerpt }) => ({
    severity,
    message,
    path,
    excerpt,
  }));
  return {
    ...shown,
    inputSchema: tool.inputSchema ?? { type: 'object' }, // of some servers only the names are remembered
    tokens: estimateTokens(tool),
    findings,
    ...(held && { held }),
    ...(verdict?.pinned !== undefined && { pinned: verdict.pinned }),
    ...(app !== undefined && { app }),
  };
}
