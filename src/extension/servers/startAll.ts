import * as vscode from 'vscode';
import type { Core } from '../../core/app/core.ts';
import { showMessage } from '../shell/messages.ts';
import { idsFor } from './serverChoice.ts';

/** Starts those of the servers that can be. Why one fails is in its row: only the names are told. */
export async function startAll(core: Core, among: readonly string[] = idsFor(core, 'start')): Promise<void> {
  if (among.length === 0) return void showMessage('information', vscode.l10n.t('No server to start.'));
  const ends = await Promise.allSettled(among.map((id) => core.server(id).start()));
  const failed = among.filter((_, at) => ends[at]?.status === 'rejected').map((id) => core.server(id).label);
  if (failed.length > 0) void showMessage('warning', vscode.l10n.t('Could not start {0}.', failed.join(', ')));
}

export async function stopAll(core: Core): Promise<void> {
  const ids = idsFor(core, 'stop');
  if (ids.length === 0) return void showMessage('information', vscode.l10n.t('No server is running.'));
  await Promise.all(ids.map((id) => core.server(id).stop()));
}
