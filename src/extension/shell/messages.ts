import * as vscode from 'vscode';
import { inertText } from '../../core/config/text/inertText.ts';

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

/** A modal dialog; closing it is `undefined`, and never consent. */
export async function showDialog<Button extends string>(
  kind: Kind,
  { title, detail }: Dialog,
  ...buttons: readonly Button[]
): Promise<Button | undefined> {
  return shows[kind](inertText(title), { modal: true, detail: inertText(detail) }, ...buttons);
}
