import { l10n } from '../../../base/l10n.ts';
import { revealSentence } from '../../../base/text/hiddenCharacters.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import type { AskPort } from '../../ports/ports.ts';
import type { Approvals, TrustState } from './approvals.ts';
import { describeLaunch } from './describeLaunch.ts';
import { describeChange } from './launchChanges.ts';
import type { Risk } from './risk.ts';
import { launchRisks } from './risks.ts';

export function approveChoice(): string {
  return l10n.t('Approve');
}

/**
 * Shows the whole launch and asks. Only a click on "Approve" approves; closing
 * the dialog, or anything else, leaves the server pending.
 */
export async function requestApproval(
  entry: ServerEntry,
  context: LaunchContext,
  approvals: Approvals,
  ask: AskPort,
  signal?: AbortSignal,
): Promise<TrustState> {
  const state = approvals.state(entry, context);
  if (state.kind !== 'new' && state.kind !== 'changed') return state;
  const answer = await ask.choose(
    { ...approvalText(entry, context, state), choices: [approveChoice()], modal: true },
    signal,
  );
  // What was shown is what is approved: the entry may have changed on disk since, and then it is pending again.
  if (answer === approveChoice()) await approvals.approve(entry, context);
  return approvals.state(entry, context);
}

/** What a user is shown of a launch: what changed, its risks, and all of it. */
export function approvalText(
  entry: ServerEntry,
  context: LaunchContext,
  state: TrustState,
): { readonly title: string; readonly detail: string } {
  const changed = state.kind === 'changed' ? state.changes : [];
  const blocks = [
    block(l10n.t('Changed:'), changed.map(describeChange)),
    block(l10n.t('Warning:'), launchRisks(entry, context).map(riskLine)),
    describeLaunch(entry, context),
  ];
  return {
    title: revealSentence(approvalTitle(entry, state.kind === 'changed')),
    detail: blocks.filter((text) => text !== '').join('\n\n'),
  };
}

function approvalTitle({ name, launch }: ServerEntry, hasChanged: boolean): string {
  if (launch.kind === 'stdio')
    return hasChanged
      ? l10n.t('"{0}" has changed since it was approved. Allow it to run on this computer?', name)
      : l10n.t('Allow "{0}" to run on this computer?', name);
  return hasChanged
    ? l10n.t('"{0}" has changed since it was approved. Connect to it?', name)
    : l10n.t('Connect to "{0}"?', name);
}

function riskLine({ severity, message }: Risk): string {
  return severity === 'danger' ? `⚠ ${message}` : message;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  • ${revealSentence(line)}`)].join('\n');
}
