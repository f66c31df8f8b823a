import { fitsDialog } from '../../../base/text/dialogText.ts';
import { revealSentence } from '../../../base/text/hiddenCharacters.ts';
import { l10n } from '../../../base/l10n.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import type { AskPort } from '../../ports/ports.ts';
import type { Approvals } from './approvals.ts';
import { approvalText, approveChoice, requestApproval } from './requestApproval.ts';

interface PendingLaunch {
  readonly entry: ServerEntry;
  readonly context: LaunchContext;
}

/**
 * Every launch in one dialog, whole; where they do not fit, in as few dialogs as show each one whole. What was shown
 * is what is approved. Closing a dialog approves nothing of it, and ends the questions.
 */
export async function requestApprovals(
  launches: readonly PendingLaunch[],
  approvals: Approvals,
  ask: AskPort,
): Promise<void> {
  const asked = launches.filter(({ entry, context }) =>
    ['new', 'changed'].includes(approvals.state(entry, context).kind),
  );
  for (const group of groupsThatFit(asked, approvals)) if (!(await isGroupApproved(group, approvals, ask))) return;
}

async function isGroupApproved(group: readonly PendingLaunch[], approvals: Approvals, ask: AskPort): Promise<boolean> {
  const [only, ...more] = group;
  if (only && more.length === 0) {
    const state = await requestApproval(only.entry, only.context, approvals, ask);
    return state.kind === 'approved';
  }
  const title = l10n.t('Allow {0} servers to run on this computer?', group.length);
  const detail = textOf(group, approvals);
  const answer = await ask.choose({ title, detail, choices: [approveChoice()], modal: true });
  if (answer !== approveChoice()) return false;
  for (const { entry, context } of group) await approvals.approve(entry, context);
  return true;
}

function groupsThatFit(launches: readonly PendingLaunch[], approvals: Approvals): readonly PendingLaunch[][] {
  const groups: PendingLaunch[][] = [];
  for (const launch of launches) {
    const last = groups.at(-1);
    if (last && fitsDialog(`\n${textOf([...last, launch], approvals)}`)) last.push(launch);
    else groups.push([launch]);
  }
  return groups;
}

function textOf(group: readonly PendingLaunch[], approvals: Approvals): string {
  return group
    .map(({ entry, context }, at) => {
      const { detail } = approvalText(entry, context, approvals.state(entry, context));
      return `${at + 1}. ${revealSentence(entry.name)}\n${detail}`;
    })
    .join('\n\n');
}
