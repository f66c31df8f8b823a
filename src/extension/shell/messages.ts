import * as vscode from 'vscode';
import { dialogText } from '../../base/text/dialogText.ts';
import { inertText } from '../../base/text/inertText.ts';

/*
 * The only place that shows messages (a test checks that): most hold texts of servers, tools or faults.
 */

type Kind = 'information' | 'warning' | 'error';

type Show = <Button extends string>(
  message: string,
  options: vscode.MessageOptions,
  ...buttons: Button[]
) => Thenable<Button | undefined>;

const shows: Readonly<Record<Kind, Show>> = {
  information: (...parts) => vscode.window.showInformationMessage(...parts),
  warning: (...parts) => vscode.window.showWarningMessage(...parts),
  error: (...parts) => vscode.window.showErrorMessage(...parts),
};

/** A notification; resolves with the chosen button. */
export async function showMessage<Button extends string>(
  kind: Kind,
  message: string,
  ...buttons: readonly Button[]
): Promise<Button | undefined> {
  return shows[kind](inertText(message), {}, ...buttons);
}

interface Dialog {
  readonly title: string;
  /** Shown whole. */
  readonly detail: string;
}

/** A modal dialog; closing it is `undefined`, and never consent. So is a text that could not be read whole. */
export async function showDialog<Button extends string>(
  kind: Kind,
  dialog: Dialog,
  ...buttons: readonly Button[]
): Promise<Button | undefined> {
  const text = dialogText(dialog);
  if (text) return shows[kind](text.title, { modal: true, detail: text.detail }, ...buttons);
  void showMessage('error', vscode.l10n.t('Too long to be shown whole, so nothing was allowed: {0}', dialog.title));
  return undefined;
}
