import { Fault } from '../fault.ts';
import { l10n } from '../l10n.ts';

export function workspaceUntrusted(): Fault {
  return new Fault('trust/workspace-untrusted', l10n.t('Servers do not start in a workspace that is not trusted.'), {
    hint: l10n.t('Trust this workspace first.'),
    action: 'manageTrust',
  });
}

const approvalSentences = {
  never: (name: string) => l10n.t('"{0}" has not been approved.', name),
  thisServer: () => l10n.t('This server is not approved'),
  incomplete: (name: string) => l10n.t('"{0}" is incomplete: its configuration file is not valid.', name),
} as const;

export function notApproved(why: keyof typeof approvalSentences, name = ''): Fault {
  return new Fault('trust/not-approved', approvalSentences[why](name), {
    ...(why === 'never' && { hint: l10n.t('Review it and approve it first.') }),
    action: 'approve',
  });
}

/** Without a name the sentence is about the current server. */
export function launchChanged(name?: string, changes: readonly string[] = []): Fault {
  const sentence =
    name === undefined
      ? l10n.t('This server has changed since it was approved.')
      : l10n.t('"{0}" has changed since it was approved.', name);
  return new Fault('trust/changed-since-approval', sentence, {
    hint: l10n.t('Review it and approve it first.'),
    action: 'approve',
    data: { changes },
  });
}

export function forbiddenByPolicy(sentence = l10n.t('A policy does not allow this server.')): Fault {
  return new Fault('trust/policy', sentence);
}

const quarantineSentences = {
  changed: (tool: string) => l10n.t('The tool "{0}" has changed since it was first seen', tool),
  new: (tool: string) => l10n.t('The tool "{0}" is new and has not been accepted', tool),
} as const;

export function toolQuarantined(why: keyof typeof quarantineSentences, tool: string): Fault {
  return new Fault('trust/tool-quarantined', quarantineSentences[why](tool), {
    hint: l10n.t('Review the change, then accept it.'),
    action: 'reviewChanges',
  });
}

/** `what` names the definition, as in: tool "read". */
export function definitionChangedAgain(what: string): Fault {
  return new Fault('trust/definition-changed-again', l10n.t('Changed again, review it once more: {0}', what), {
    action: 'reviewChanges',
  });
}
