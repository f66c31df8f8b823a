import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { App } from '../shell/app.ts';

/** Starts a server briefly and shows the result. Needs the same approval as any start. */
export async function testConnection({ core }: App, id: string): Promise<void> {
  const server = core.server(id);
  if (server.state.value.kind === 'pending') await core.approve(id);
  if (server.state.value.kind === 'pending') return; // the dialog was closed or denied
  const wasRunning = server.state.value.kind === 'connected';
  const title = vscode.l10n.t('Testing the connection to "{0}"…', server.label);
  const begun = performance.now();
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => server.start());
  const message = answerOf(server, Math.round(performance.now() - begun));
  if (!wasRunning) await server.stop();
  void showMessage('information', message);
}

function answerOf(server: ManagedServer, ms: number): string {
  const state = server.state.value;
  const version = state.kind === 'connected' ? state.info.protocolVersion : '';
  return vscode.l10n.t(
    '"{0}" responded in {1} ms: MCP {2}, {3} tools.',
    server.label,
    ms,
    version,
    server.tools.value.length,
  );
}
