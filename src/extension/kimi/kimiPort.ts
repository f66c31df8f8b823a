import path from 'node:path';
import * as vscode from 'vscode';
import { showDialog } from '../shell/messages.ts';
import { inertText } from '../../base/text/inertText.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import { kimiVendor } from './kimiModel.ts';
import type { FileChange } from '../../core/kimi/changes/changes.ts';
import type { KimiPort, LanguageModelPort, WatchedRun, WriteRequest } from '../../core/kimi/model/port.ts';
import { askWrite } from './askWrite.ts';
import { kimiKeyName } from './kimiKey.ts';
import { showChanges } from './showChanges.ts';
import { takeWriteConsent } from './writeConsent.ts';

/** What the Kimi tools get from this window: consent, progress with cancel, a diff, a key, and, if chosen, a model. */
export function createKimiPort(context: vscode.ExtensionContext): KimiPort {
  return {
    approveWrite,
    approveStep: async ({ title, detail }) => ask(title, detail, vscode.l10n.t('Allow Once')),
    apiKey: async () => context.secrets.get(kimiKeyName),
    languageModel,
    showChanges: (changes: readonly FileChange[], title) => void showChanges(changes, title),
    watchRun,
    // VS Code ships ripgrep; without one Kimi would download its own.
    toolDirs: () => [path.join(vscode.env.appRoot, 'node_modules', '@vscode', 'ripgrep', 'bin')],
  };
}

async function approveWrite(request: WriteRequest, signal: AbortSignal): Promise<boolean> {
  return takeWriteConsent(request) || askWrite(request, signal);
}

async function ask(title: string, detail: string, yes: string): Promise<boolean> {
  return (await showDialog('warning', { title, detail }, yes)) === yes;
}

function watchRun(run: WatchedRun): Disposable {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const options = { location: vscode.ProgressLocation.Notification, title: inertText(run.title), cancellable: true };
  void vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => run.cancel());
    const listening = run.onProgress((message) => progress.report({ message: inertText(message) }));
    await ended;
    listening.dispose();
  });
  return disposable(end);
}

/** Not our own: Kimi as a stand-in for Kimi would recurse. */
async function firstModel(): Promise<vscode.LanguageModelChat | undefined> {
  return (await vscode.lm.selectChatModels()).find(({ vendor }) => vendor !== kimiVendor);
}

const languageModel: LanguageModelPort = {
  describe: async () => (await firstModel())?.name,
  ask: async (prompt, signal, onText) => {
    const model = await firstModel();
    if (!model) throw new Error('No language model is available in this window');
    const source = new vscode.CancellationTokenSource();
    signal.addEventListener('abort', () => source.cancel(), { once: true });
    const answer = await model.sendRequest([vscode.LanguageModelChatMessage.User(prompt)], {}, source.token);
    let text = '';
    for await (const part of answer.text) {
      text += part;
      onText(part);
    }
    return text;
  },
};
