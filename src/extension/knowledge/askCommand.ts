import * as vscode from 'vscode';
import { maxContextLength } from '../../core/knowledge/tools/queryArguments.ts';
import type { KnowledgeApp } from './knowledgeController.ts';

type Reveal = () => void;

/** Searches with the selection, else with typed text; the result is shown beside the code. */
export async function askKnowledge(app: KnowledgeApp, reveal: Reveal): Promise<void> {
  const query = selectedText() ?? (await typedQuestion());
  if (query === undefined || query.trim() === '') return;
  app.knowledge.show({ query: query.slice(0, maxContextLength) });
  reveal();
}

/** From a hover's link, or from the palette with a pick of all patterns. */
export async function openPattern(app: KnowledgeApp, [given]: readonly unknown[], reveal: Reveal): Promise<void> {
  const id = typeof given === 'string' ? given : await pickPattern(app);
  if (id === undefined) return;
  app.knowledge.show({ id });
  reveal();
}

function selectedText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && !editor.selection.isEmpty ? editor.document.getText(editor.selection) : undefined;
}

async function typedQuestion(): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Search Threat Knowledge Base'),
    prompt: vscode.l10n.t('Describe what you are building: a sentence, a file name or a code snippet.'),
  });
}

async function pickPattern(app: KnowledgeApp): Promise<string | undefined> {
  const { cards } = await app.knowledge.store.current();
  const picked = await vscode.window.showQuickPick(
    cards.map(({ id, title, severity }) => ({ label: title, description: `${id} · ${severity}`, id })),
    { title: vscode.l10n.t('Open Threat Pattern'), matchOnDescription: true },
  );
  return picked?.id;
}
