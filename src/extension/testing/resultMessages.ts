import * as vscode from 'vscode';
import type { CheckResult, Mismatch } from '../../core/checks/model/checkResult.ts';
import { titleOf } from '../../core/checks/report/summary.ts';

/** What VS Code shows at the place of the step. Texts of servers are plain texts, never Markdown. */
export function messagesOf(item: vscode.TestItem, { mismatches, reason, check }: CheckResult): vscode.TestMessage[] {
  if (reason === undefined) return mismatches.map((one) => at(item, one.line, messageOf(one)));
  return [at(item, check.span.line, new vscode.TestMessage(reason))];
}

function messageOf({ message, expected, actual, expectation }: Mismatch): vscode.TestMessage {
  const found =
    expected === undefined || actual === undefined
      ? new vscode.TestMessage(message)
      : vscode.TestMessage.diff(message, expected, actual);
  if (expectation === 'snapshot') found.contextValue = 'snapshot';
  return found;
}

function at({ uri }: vscode.TestItem, line: number, message: vscode.TestMessage): vscode.TestMessage {
  if (uri) message.location = new vscode.Location(uri, new vscode.Position(line, 0));
  return message;
}

/** Why a server cannot be used. */
export interface Refusal {
  readonly why: string;
  /** The server that waits for the user's approval. */
  readonly toApprove?: string;
}

/** With a link where the user's approval is what it waits for. */
export function refusalMessage({ why, toApprove }: Refusal): vscode.TestMessage {
  if (toApprove === undefined) return new vscode.TestMessage(why);
  const command = 'mcpSwitchboard.approveServer';
  const link = `command:${command}?${encodeURIComponent(JSON.stringify([toApprove]))}`;
  const shown = new vscode.MarkdownString();
  shown.isTrusted = { enabledCommands: [command] };
  shown.appendText(why).appendMarkdown(`\n\n[${vscode.l10n.t('Approve…')}](${link})`);
  return new vscode.TestMessage(shown);
}

const signs = { passed: '✔', failed: '✖', broken: '✖', skipped: '-' } as const;

/** A control character of a server must not reach the terminal. */
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\u0008\u000B-\u001F\u007F-\u009F]/g;
export const onLines = (text: string): readonly string[] => text.replaceAll(controls, '').split('\n');

/** For the output of the run. */
export function outputLines(result: CheckResult): readonly string[] {
  const { status, ms, mismatches, reason, snapshot } = result;
  const facts = [vscode.l10n.t('{0} ms', ms), ...(snapshot ? [snapshotText(snapshot)] : [])].join(', ');
  const wrong = mismatches.map(({ message, line }) => vscode.l10n.t('Line {0}: {1}', line + 1, message));
  const details = [...(reason === undefined ? [] : [reason]), ...wrong].flatMap(onLines);
  return [...onLines(`${signs[status]} ${titleOf(result)} (${facts})`), ...details.map((line) => `    ${line}`)];
}

function snapshotText(what: NonNullable<CheckResult['snapshot']>): string {
  return what === 'written' ? vscode.l10n.t('snapshot written') : vscode.l10n.t('snapshot updated');
}
