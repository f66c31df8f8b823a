import * as vscode from 'vscode';
import type { DraftProblem } from '../../../core/config/edit/serverDraft.ts';

/** What is wrong with a response, for the user who typed it. */
export function words(problem: DraftProblem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'empty':
      return vscode.l10n.t('Required.');
    case 'hidden':
      return vscode.l10n.t('Contains invisible characters.');
    case 'unsafe':
      return vscode.l10n.t('This name is reserved.');
    case 'taken':
      return vscode.l10n.t('This name is already in use.');
    case 'bad-name':
      return vscode.l10n.t('Not a valid name.');
    case 'bad-address':
      return vscode.l10n.t('Not a valid URL.');
    case 'bad-scheme':
      return vscode.l10n.t('The URL must start with https:// for HTTP or wss:// for WebSocket.');
    default:
      return problem satisfies never;
  }
}
