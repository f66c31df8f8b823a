import * as vscode from 'vscode';
import type { ServerStateKind, ServerView } from '../../contract/inspector.ts';
import type { Core } from '../../core/app/core.ts';
import { showMessage } from '../shell/messages.ts';

/** What a user does to a server; `any` is for every one, `configured` for those in a file. */
export type ServerAction = 'any' | 'configured' | 'start' | 'stop' | 'restart' | 'retry' | 'approve' | 'review';

const states: Readonly<Partial<Record<ServerAction, readonly ServerStateKind[]>>> = {
  start: ['disconnected', 'error'],
  stop: ['connected', 'connecting', 'waiting'],
  restart: ['connected', 'error'],
  retry: ['waiting'],
  approve: ['pending'],
};

/** Whether the action does anything to the server now. */
function applies(core: Core, action: ServerAction, { id, state }: ServerView): boolean {
  if (action === 'any') return true;
  if (action === 'review') return core.held(id).length > 0;
  if (id === core.embeddedId) return false;
  if (action === 'start' && core.entry(id)?.options.disabled === true) return false;
  return states[action]?.includes(state) ?? true;
}

export function idsFor(core: Core, action: ServerAction): readonly string[] {
  return core.snapshot.value.servers.filter((view) => applies(core, action, view)).map(({ id }) => id);
}

/** Only the servers that the action applies to, each with its state. */
export async function chooseServer(core: Core, action: ServerAction): Promise<string | undefined> {
  const offered = core.snapshot.value.servers.filter((view) => applies(core, action, view));
  if (offered.length === 0) {
    const none = core.snapshot.value.servers.some(({ id }) => id !== core.embeddedId)
      ? vscode.l10n.t('This does not apply to any server now.')
      : vscode.l10n.t('No servers configured.');
    void showMessage('information', none);
    return undefined;
  }
  const rows = offered.map(({ id, label, source, stateText }) => ({
    label,
    description: stateText,
    detail: source,
    id,
  }));
  return (await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Select a server') }))?.id;
}
