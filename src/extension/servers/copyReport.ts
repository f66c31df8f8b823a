import * as vscode from 'vscode';
import { serverReport } from '../../core/app/serverReport.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';

/** For an issue: the user sees and pastes it, nothing is sent. */
export async function copyReport({ core }: App, id: string): Promise<void> {
  await vscode.env.clipboard.writeText(serverReport(core, id, `VS Code ${vscode.version}`));
  void showMessage(
    'information',
    vscode.l10n.t('Copied a report on "{0}", with secrets redacted.', core.server(id).label),
  );
}
