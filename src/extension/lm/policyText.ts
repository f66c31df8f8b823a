import * as vscode from 'vscode';
import type { Approval, ToolPolicy } from '../../core/gateway/exposure/agentPolicy.ts';

export function approvalWords(approval: Approval): string {
  switch (approval) {
    case 'agent':
      return vscode.l10n.t('decided by the agent');
    case 'once':
      return vscode.l10n.t('ask once per window');
    case 'always':
      return vscode.l10n.t('ask before every call');
    default:
      return approval satisfies never;
  }
}

/** The agent policy of a tool, in a few words. */
export function policyWords(policy: ToolPolicy): string {
  return policyText(policy) ?? approvalWords(policy.approval);
}

/** The agent policy of a tool where it differs from the default. */
export function policyText({ enabled, approval, perMinute, cacheSeconds }: ToolPolicy): string | undefined {
  if (!enabled) return vscode.l10n.t('hidden from agents');
  const parts = [
    ...(approval === 'agent' ? [] : [approvalWords(approval)]),
    ...(perMinute === undefined ? [] : [vscode.l10n.t('at most {0} per minute', perMinute)]),
    ...(cacheSeconds === 0 ? [] : [vscode.l10n.t('results cached for {0} s', cacheSeconds)]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
