import * as vscode from 'vscode';
import type { Core } from '../../core/app/core.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';
import { idsFor } from './serverChoice.ts';
import { startAll } from './startAll.ts';

export function manageTrust(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.trust.manage');
}

/** Asks, and starts what was approved: approval is consent to a launch, not a step of its own. */
export async function approveAndStart(core: Core, id: string, answered?: () => Thenable<unknown>): Promise<void> {
  if (!vscode.workspace.isTrusted) return void (await manageTrust());
  await core.approve(id);
  await answered?.();
  const server = core.server(id);
  const state = server.state.peek();
  if (state.kind !== 'pending' && !(state.kind === 'disconnected' && state.reason === 'disabled')) await server.start();
}

/** Every launch that waits, in one list; they are started by a second click, for they may be many. */
export async function approveAll(app: App): Promise<void> {
  const { core } = app;
  if (!vscode.workspace.isTrusted) return void (await manageTrust());
  const ids = idsFor(core, 'approve');
  if (ids.length === 0) return void showMessage('information', vscode.l10n.t('No server waits for approval.'));
  const approved = await core.approveAll(ids);
  if (approved.length === 0) return;
  const start = vscode.l10n.t('Start All');
  const message = vscode.l10n.t('{0} of {1} servers approved.', approved.length, ids.length);
  if ((await showMessage('information', message, start)) === start) await startAll(core, approved);
}
