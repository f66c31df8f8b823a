import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { AskContext, ElicitAnswer, ElicitRequest, Root, ServerAsks } from '../../core/servers/asks.ts';
import { askForm } from './elicitForm.ts';
import { sampleWithModel } from './sampling.ts';

/** What servers may ask of this window: the folders, the person, and, with consent, a language model. */
export function createServerAsks(life: Lifetime): ServerAsks {
  const rootsChanged = life.add(new Emitter<void>());
  life.add(vscode.workspace.onDidChangeWorkspaceFolders(() => rootsChanged.fire()));
  return {
    roots: workspaceRoots,
    onRootsChanged: rootsChanged.event,
    elicit: (request, context) => (request.mode === 'url' ? askUrl(request, context) : askForm(request, context)),
    sample: sampleWithModel,
  };
}

export async function workspaceRoots(): Promise<readonly Root[]> {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name }));
}

async function askUrl(request: Extract<ElicitRequest, { mode: 'url' }>, { server }: AskContext): Promise<ElicitAnswer> {
  const { host, protocol } = new URL(request.url);
  if (protocol !== 'https:' && !isLoopback(host)) {
    throw new Fault('server/protocol', `${server} asks to open an address that is not https`);
  }
  const open = vscode.l10n.t('Open {0}', host);
  const decline = vscode.l10n.t('Decline');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} asks you to open a web page', server),
    { modal: true, detail: `${request.message}\n\n${request.url}` },
    open,
    decline,
  );
  if (chosen === decline) return { action: 'decline' };
  if (chosen !== open) return { action: 'cancel' };
  return (await vscode.env.openExternal(vscode.Uri.parse(request.url, true)))
    ? { action: 'accept' }
    : { action: 'cancel' };
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
