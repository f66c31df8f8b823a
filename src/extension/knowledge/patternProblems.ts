import path from 'node:path';
import * as vscode from 'vscode';
import { debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { FileProblem } from '../../core/knowledge/base/ownPatterns.ts';
import type { KnowledgeStore } from '../../core/knowledge/base/knowledgeStore.ts';
import { type FileDiagnostic, setByFile } from '../shell/setByFile.ts';
import { isPatternDocument } from './patternDocument.ts';

const quietMs = 300;

/**
 * Problems of the user's own patterns, in the Problems view: of open files as they are typed, of the
 * others as they are on disk.
 */
export function showPatternProblems(store: KnowledgeStore): Disposable {
  const lifetime = new Lifetime();
  const collection = lifetime.add(vscode.languages.createDiagnosticCollection('MCP Switchboard Patterns'));
  const refresh = async (): Promise<void> => {
    await store.current();
    const typed = vscode.workspace.textDocuments.filter((document) => isNewerThanStore(document, store));
    const files = new Set(typed.map(({ uri }) => uri.fsPath));
    const problems = [...(await problemsIn(typed)), ...store.problems.filter(({ file }) => !files.has(file))];
    if (lifetime.ended) return;
    setByFile(collection, problems.map(toDiagnostic));
  };
  const soon = lifetime.add(debounce(() => void refresh().catch(() => {}), quietMs)); // an unreadable base is reported by its tools
  const ifPattern = (document: vscode.TextDocument): void => {
    if (isPatternDocument(document)) soon();
  };
  lifetime.add(store.onDidChange(soon));
  lifetime.add(vscode.workspace.onDidOpenTextDocument(ifPattern));
  lifetime.add(vscode.workspace.onDidCloseTextDocument(ifPattern));
  lifetime.add(vscode.workspace.onDidChangeTextDocument(({ document }) => ifPattern(document)));
  lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(soon));
  soon();
  return lifetime;
}

async function problemsIn(documents: readonly vscode.TextDocument[]): Promise<readonly FileProblem[]> {
  if (documents.length === 0) return [];
  const { readPattern } = await import('../../core/knowledge/pattern/readPattern.ts');
  const lists = documents.map(async (document) => {
    const { problems } = await readPattern(document.getText());
    return problems.map((problem) => Object.assign({ file: document.uri.fsPath }, problem));
  });
  return (await Promise.all(lists)).flat();
}

/** Open files: edited ones, or those in an untrusted folder, which the store does not read. */
function isNewerThanStore(document: vscode.TextDocument, store: KnowledgeStore): boolean {
  if (!isPatternDocument(document)) return false;
  const parent = path.dirname(document.uri.fsPath);
  return document.isDirty || !store.folders().some((folder) => folder.path === parent);
}

function toDiagnostic({ file, severity, message, path: pointer, line, column }: FileProblem): FileDiagnostic {
  const from = new vscode.Position(line - 1, column - 1);
  const range = new vscode.Range(from, from.translate(0, Math.max(1, lastName(pointer).length)));
  const level = severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(range, message, level);
  diagnostic.source = 'MCP Switchboard';
  return { file, diagnostic };
}

/** The problem is at a key: its name is what gets underlined. */
function lastName(pointer: string): string {
  return pointer.split('/').at(-1) ?? '';
}
