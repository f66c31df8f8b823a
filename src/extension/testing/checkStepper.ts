import * as vscode from 'vscode';
import { inertText } from '../../base/text/inertText.ts';
import { previewJson } from '../../base/json.ts';
import type { Check, CheckFile, Step } from '../../core/checks/model/checkFile.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { App } from '../shell/app.ts';

const shownArguments = 300;

/** Stops before each step: the editor shows where, the Inspector shows the tool with the arguments of the step. */
export class CheckStepper {
  readonly #app: App;
  readonly #stop: AbortController;
  #isContinuing = false;

  constructor(app: App, stop: AbortController) {
    this.#app = app;
    this.#stop = stop;
  }

  async before({ file }: CheckFile, check: Check, server: ManagedServer, step: Step): Promise<void> {
    if (this.#isContinuing) return;
    await reveal(file, step.span.line);
    if (step.kind === 'call') await this.#show(server, step);
    const chosen = await this.#ask(check, step);
    if (chosen === 'stop') this.#stop.abort();
    this.#isContinuing = chosen === 'continue';
    this.#stop.signal.throwIfAborted();
  }

  async #show({ id }: ManagedServer, { target, args }: Step): Promise<void> {
    this.#app.select({ server: id, tool: target, args });
    if (this.#app.inspected()?.server !== id) await vscode.commands.executeCommand('mcpSwitchboard.inspector.focus');
  }

  /** Closing the list stops, because nothing was said about sending the request. */
  async #ask(check: Check, { kind, target, args }: Step): Promise<'step' | 'continue' | 'stop'> {
    const text = this.#app.core.redactor.text(`${kind} ${target} ${previewJson(args, shownArguments)}`);
    const choices = [
      { label: `$(debug-step-over) ${vscode.l10n.t('Step')}`, detail: inertText(text), does: 'step' as const },
      { label: `$(debug-continue) ${vscode.l10n.t('Continue')}`, does: 'continue' as const },
      { label: `$(debug-stop) ${vscode.l10n.t('Stop')}`, does: 'stop' as const },
    ];
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    this.#stop.signal.addEventListener('abort', cancel, { once: true });
    const title = check.title ?? check.id;
    const chosen = await vscode.window.showQuickPick(choices, { title, ignoreFocusOut: true }, cancellation.token);
    this.#stop.signal.removeEventListener('abort', cancel);
    cancellation.dispose();
    return chosen?.does ?? 'stop';
  }
}

async function reveal(file: string, line: number): Promise<void> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preserveFocus: true });
  const place = new vscode.Range(line, 0, line, 0);
  editor.selection = new vscode.Selection(place.start, place.start);
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
