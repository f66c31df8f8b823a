import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { disposable, type Disposable } from '../../base/lifetime.ts';
import { clip, isRecord } from '../../base/json.ts';
import type { PendingClientRequests } from '../../core/calls/pendingClientRequests.ts';
import type { Redactor } from '../../core/trust/redaction/redact.ts';
import type { ClientRequestView } from '../../contract/clientRequests.ts';

const noticeLength = 300;

interface AskNoticeParts {
  readonly pendingRequests: PendingClientRequests;
  readonly redactor: Redactor;
  /** An Inspector is visible, and with it the card. */
  isInspectorShown(): boolean;
  labelOf(server: string): string;
}

/** If no Inspector shows the card, a notification offers to open it. Never a modal dialog. */
export function notifyPendingRequests(parts: AskNoticeParts): Disposable {
  const notified = new Set<string>();
  const stop = effect(() => {
    for (const ask of parts.pendingRequests.pending.value) {
      if (notified.has(ask.id)) continue;
      notified.add(ask.id);
      if (!parts.isInspectorShown()) void notice(parts, ask);
    }
  });
  return disposable(stop);
}

async function notice({ pendingRequests, redactor, labelOf }: AskNoticeParts, ask: ClientRequestView): Promise<void> {
  const [open, accept, decline] = [
    vscode.l10n.t('Answer in Inspector'),
    vscode.l10n.t('Accept'),
    vscode.l10n.t('Decline'),
  ];
  const words = redactor.text(wordsOf(ask, labelOf(ask.server)));
  // With nothing to fill in, yes or no is the whole response; what does not fit in here is read in the Inspector first.
  const yes = isYesOrNo(ask) && words.length <= noticeLength ? accept : open;
  const chosen = await showMessage('information', clip(words, noticeLength), yes, decline);
  if (chosen === open) await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
  const isPending = pendingRequests.pending.value.some(({ id }) => id === ask.id);
  if (chosen === decline && isPending) pendingRequests.answerElicitation(ask.id, { action: 'decline' });
  if (chosen === accept && isPending) pendingRequests.answerElicitation(ask.id, { action: 'accept', content: {} });
}

function isYesOrNo(ask: ClientRequestView): boolean {
  if (ask.kind !== 'form') return false;
  const properties = isRecord(ask.schema) ? ask.schema['properties'] : undefined;
  return !isRecord(properties) || Object.keys(properties).length === 0;
}

function wordsOf(ask: ClientRequestView, server: string): string {
  switch (ask.kind) {
    case 'form':
      return vscode.l10n.t('{0}: {1}', server, ask.message);
    case 'url':
      return vscode.l10n.t('{0} requests to open {1}', server, ask.host);
    case 'sampling':
      return vscode.l10n.t('{0} requests a model response', server);
    default:
      return ask satisfies never;
  }
}
