import { protocolBroken } from '../../base/faults/serverFaults.ts';
import * as vscode from 'vscode';
import { appMimeType } from '../../core/mcpApps/appPage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { PendingClientRequests } from '../../core/calls/pendingClientRequests.ts';
import { causingCall } from '../../core/calls/callContext.ts';
import type { ScriptedAnswers } from '../../core/checks/run/scriptedAnswers.ts';
import type { Ports } from '../../core/ports/ports.ts';
import { workspaceScope } from '../../core/store/workspaceScope.ts';
import { RootsStore } from '../../core/servers/rootsStore.ts';
import type {
  ClientRequestContext,
  ElicitRequest,
  Root,
  ClientRequests,
} from '../../core/servers/model/clientRequests.ts';

/**
 * The client capabilities of this window: roots, elicitation, and, with consent, sampling. While a check runs on a
 * server, the check answers; not for a call that is known to be the user's own.
 */
export function createClientRequests(
  pendingRequests: PendingClientRequests,
  rootsStore: RootsStore,
  checkAnswers: ScriptedAnswers,
): ClientRequests {
  return {
    roots: async (context) => {
      const { roots } = rootsStore.of(context.server);
      pendingRequests.tellRoots(context, roots);
      return roots;
    },
    onRootsChanged: rootsStore.onDidChange,
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [appMimeType] } },
    elicit: async (request, context) => {
      assertSafe(request, context);
      const isCheck = causingCall() === undefined && checkAnswers.isUsedBy(context.server);
      if (isCheck) return checkAnswers.elicit(request, context);
      return pendingRequests.elicit(request, context);
    },
    sample: (request, context) => pendingRequests.sample(request, context),
  };
}

export function createRootsStore(lifetime: Lifetime, { store, workspace }: Ports): RootsStore {
  const scope = (): string => workspaceScope(workspace);
  const window = (): readonly Root[] =>
    (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
  const roots = lifetime.add(new RootsStore({ store, scope, window }));
  lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(() => roots.windowChanged()));
  return roots;
}

function assertSafe(request: ElicitRequest, { server }: ClientRequestContext): void {
  if (request.mode !== 'url') return;
  const { host, protocol } = new URL(request.url);
  if (protocol !== 'https:' && !isLoopback(host)) throw protocolBroken('notHttps', server);
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
