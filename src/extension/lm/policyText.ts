import * as vscode from 'vscode';
import type { Approval, ToolPolicy } from '../../core/gateway/exposure/agentPolicy.ts';

export function approvalWords(approval: Approval): string {
  switch (approval) {
    case 'agent':
      return vscode.l10n.t('the agent decides');
    case 'once':
      return vscode.l10n.t('asked once per window');
    case 'always':
      return vscode.l10n.t('asked before each call');
    default:
      return approval satisfies never;
  }
}

/** What is out of the ordinary for agents; nothing where nothing is. */
export function ruleWords({ enabled, approval, perMinute, cacheSeconds }: ToolPolicy): string | undefined {
  if (!enabled) return vscode.l10n.t('off for agents');
  const parts = [
    ...(approval === 'agent' ? [] : [approvalWords(approval)]),
    ...(perMinute === undefined ? [] : [vscode.l10n.t('at most {0} a minute', perMinute)]),
    ...(cacheSeconds === 0 ? [] : [vscode.l10n.t('results kept {0} s', cacheSeconds)]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
