import * as vscode from 'vscode';
import type { Core } from '../../core/app/core.ts';
import type { ServerState } from '../../core/servers/model/server.ts';

/**
 * A user who offers a server is here to sign in to it; when an agent calls, nobody may be. One that cannot be connected
 * is offered all the same: its row says why.
 */
export async function signInFirst({ server, entry }: Core, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { state, label } = server(id);
    if (!isStopped(state.peek()) || entry(id)?.launch.kind === 'stdio') continue;
    const title = vscode.l10n.t('Connecting to "{0}", which may require a sign-in', label);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(options, async (_, token) => {
      const stopping = token.onCancellationRequested(() => void server(id).stop());
      await server(id)
        .start()
        .catch(() => {});
      stopping.dispose();
    });
  }
}

function isStopped(state: ServerState): boolean {
  return state.kind === 'error' || (state.kind === 'disconnected' && state.reason !== 'disabled');
}
