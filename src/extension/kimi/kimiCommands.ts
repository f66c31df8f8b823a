import * as vscode from 'vscode';
import {
  type EditorSelection,
  analyzeArguments,
  answerDocument,
  implementArguments,
  refactorArguments,
  verifyArguments,
} from '../../core/kimi/tools/editorActions.ts';
import { wasCancelled } from '../../core/kimi/tools/outcomeText.ts';
import type { ToolArguments, ToolOutcome } from '../../core/mcpServer/tool.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';
import { kimiKeyName } from './kimiKey.ts';
import { isKimiThere } from './offerKimi.ts';

/** Analyzes the selection or the file; the response opens as a document. */
export async function analyzeWithKimi(app: App): Promise<void> {
  if (!(await isKimiThere(app, false))) return;
  const place = editorPlace();
  if (!place) return void showMessage('information', vscode.l10n.t('Open a file in the editor first.'));
  const roles = rolesOf(app);
  const role = await vscode.window.showQuickPick(roles, { title: vscode.l10n.t('Analyze with Kimi: select a role') });
  if (role !== undefined) await run(app, 'kimi_analyze', analyzeArguments(place, role), vscode.l10n.t('Kimi Analysis'));
}

/** Those that kimi_analyze knows, the user's own among them. */
async function rolesOf({ core }: App): Promise<string[]> {
  const reference = { type: 'ref/prompt', name: 'kimi_role' } as const;
  const found = await core.server(core.embeddedId).complete(reference, { name: 'role', value: '' });
  return (found as { readonly completion: { readonly values: string[] } }).completion.values;
}

export async function verifyWithKimi(app: App): Promise<void> {
  if (!(await isKimiThere(app, false))) return;
  const requirements = await askText(vscode.l10n.t('Verify with Kimi: which requirements should it check?'));
  if (requirements === undefined) return;
  await run(app, 'kimi_verify', verifyArguments(openPaths(), requirements), vscode.l10n.t('Kimi Verification'));
}

export async function implementWithKimi(app: App): Promise<void> {
  if (!(await isKimiThere(app, true))) return;
  const request = await askText(vscode.l10n.t('Implement with Kimi: What should it do?'));
  if (request === undefined) return;
  await run(app, 'kimi_implement', implementArguments(openPaths(), request), vscode.l10n.t('Kimi Implementation'));
}

export async function refactorWithKimi(app: App): Promise<void> {
  if (!(await isKimiThere(app, true))) return;
  const request = await askText(vscode.l10n.t('Refactor with Kimi: What should be improved?'));
  if (request === undefined) return;
  await run(app, 'kimi_refactor', refactorArguments(openPaths(), request), vscode.l10n.t('Kimi Refactoring'));
}

/** An empty key deletes the stored one. */
export async function setKimiKey(app: App): Promise<void> {
  const title = vscode.l10n.t('Moonshot API key');
  const prompt = vscode.l10n.t("Stored in VS Code's secret storage. Leave empty to remove the key.");
  const key = await app.ports.ask.text({ title, prompt, secret: true });
  if (key === undefined) return;
  if (key.trim() === '') await app.ports.secrets.delete(kimiKeyName);
  else await app.ports.secrets.set(kimiKeyName, key.trim());
  // VS Code queries every model provider at startup: without a key this one must not even be activated.
  await vscode.workspace
    .getConfiguration('mcpSwitchboard')
    .update('kimi.chatModel', key.trim() !== '', vscode.ConfigurationTarget.Global);
}

async function run(app: App, tool: string, args: ToolArguments, title: string): Promise<void> {
  const { core } = app;
  const outcome = (await core.server(core.embeddedId).callTool(tool, args)) as ToolOutcome;
  if (!wasCancelled(outcome)) await app.openText(answerDocument(title, outcome), 'markdown');
}

function editorPlace(): EditorSelection | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { document, selection } = editor;
  const place = { path: document.uri.fsPath, onDisk: isOnDisk(document), text: document.getText() };
  if (selection.isEmpty) return place;
  const lines = { startLine: selection.start.line + 1, endLine: selection.end.line + 1 };
  return { ...place, selection: { ...lines, text: document.getText(selection) } };
}

function isOnDisk(document: vscode.TextDocument): boolean {
  return document.uri.scheme === 'file' && !document.isDirty;
}

function openPaths(): readonly string[] {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === 'file' ? [document.uri.fsPath] : [];
}

async function askText(title: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({ title, ignoreFocusOut: true });
  return text?.trim() ? text : undefined;
}
