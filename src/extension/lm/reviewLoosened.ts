import * as vscode from 'vscode';
import { everyTool } from '../../core/gateway/exposure/writeAgentPolicy.ts';
import type { Loosening } from '../../core/gateway/exposure/workspacePolicy.ts';
import { showDialog, showMessage } from '../shell/messages.ts';
import { policyWords } from './policyText.ts';

/** Says what the workspace would loosen, and whether the user allows it. Until then the user's own rules hold. */
export async function reviewLoosened(loosened: readonly Loosening[]): Promise<boolean> {
  const review = vscode.l10n.t('Review…');
  const names = loosened.map(({ server }) => `"${server}"`).join(', ');
  const message = vscode.l10n.t(
    'The settings of this workspace would allow agents more than your own settings: {0}. Your own settings apply.',
    names,
  );
  if ((await showMessage('warning', message, review)) !== review) return false;
  const allow = vscode.l10n.t('Allow in This Workspace');
  const title = vscode.l10n.t('Let the settings of this workspace allow agents more than your own settings?');
  const detail = loosened.flatMap(linesOf).join('\n');
  return (await showDialog('warning', { title, detail }, allow)) === allow;
}

function linesOf({ server, tools }: Loosening): readonly string[] {
  const isNew = tools.some(({ before }) => before === undefined);
  const words = isNew ? vscode.l10n.t('{0}: not exposed to agents by you', quoted(server)) : quoted(server);
  return [
    words,
    ...tools.map(({ tool, before, after }) => {
      const name = tool === everyTool ? vscode.l10n.t('all other tools') : quoted(tool);
      const change = before ? `${policyWords(before)} → ${policyWords(after)}` : policyWords(after);
      return `    ${name}: ${change}`;
    }),
  ];
}

/** On one line, whatever the workspace calls it. */
function quoted(name: string): string {
  return JSON.stringify(name);
}
