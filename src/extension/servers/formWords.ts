import * as vscode from 'vscode';
import type { DraftProblem } from '../../core/config/edit/serverDraft.ts';

/** What is wrong with an answer, for the person who typed it. */
export function words(problem: DraftProblem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'empty':
      return vscode.l10n.t('This is needed.');
    case 'hidden':
      return vscode.l10n.t('It holds characters that cannot be seen.');
    case 'unsafe':
      return vscode.l10n.t('This name cannot be used.');
    case 'taken':
      return vscode.l10n.t('This name is taken.');
    case 'bad-name':
      return vscode.l10n.t('This is no valid name.');
    case 'bad-address':
      return vscode.l10n.t('This is no address.');
    case 'bad-scheme':
      return vscode.l10n.t('An address of this kind begins otherwise: https:// for HTTP, wss:// for a WebSocket.');
    default:
      return problem satisfies never;
  }
}
