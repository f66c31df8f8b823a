import * as vscode from 'vscode';
import { type Approval, type ToolPolicy, labelOptions } from '../../core/gateway/exposure/agentPolicy.ts';
import { type FlowLabel, flowLabels } from '../../core/trust/flows/flowLabels.ts';
import { labelName } from '../../core/trust/flows/labelText.ts';

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
export function policyText(policy: ToolPolicy): string | undefined {
  const { enabled, approval, perMinute, cacheSeconds, flows } = policy;
  if (!enabled) return vscode.l10n.t('hidden from agents');
  const parts = [
    ...(approval === 'agent' ? [] : [approvalWords(approval)]),
    ...(perMinute === undefined ? [] : [vscode.l10n.t('at most {0} per minute', perMinute)]),
    ...(cacheSeconds === 0 ? [] : [vscode.l10n.t('results cached for {0} s', cacheSeconds)]),
    ...(flows === 'allow' ? [flowsWords('allow')] : []),
    ...flowLabels.flatMap((label) => correctionText(label, policy[labelOptions[label]])),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

export function flowsWords(flows: 'ask' | 'allow'): string {
  return flows === 'ask'
    ? vscode.l10n.t('ask if the session has private data and untrusted content')
    : vscode.l10n.t('sends data out without asking');
}

function correctionText(label: FlowLabel, correction: boolean | undefined): readonly string[] {
  if (correction === undefined) return [];
  return [correction ? labelName(label) : vscode.l10n.t('not "{0}"', labelName(label))];
}
