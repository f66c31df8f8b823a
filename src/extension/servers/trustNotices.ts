import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import type { TrustNotice } from '../../core/servers/toolTrust.ts';
import { showMessage } from '../shell/messages.ts';
import { definitionNames } from './definitionNames.ts';

/** Tells the user what a server has changed, and what is new in it. */
export function showTrustNotices(core: Core): Disposable {
  return core.onTrustNotice((notice) => void show(core, notice));
}

async function show(core: Core, { server, isHeld, definitions }: TrustNotice): Promise<void> {
  const { label } = core.server(server);
  const names = definitionNames(definitions);
  const review = vscode.l10n.t('Review Changes');
  const choose = vscode.l10n.t('Select Tools…');
  const chosen = isHeld
    ? await showMessage(
        'warning',
        vscode.l10n.t('"{0}" has changed. Held back from agents: {1}.', label, names),
        review,
      )
    : await showMessage('information', vscode.l10n.t('New in "{0}": {1}.', label, names), choose);
  if (chosen === review) await vscode.commands.executeCommand('mcpSwitchboard.reviewChanges', server);
  if (chosen === choose) await vscode.commands.executeCommand('mcpSwitchboard.chooseAgentTools', server);
}
