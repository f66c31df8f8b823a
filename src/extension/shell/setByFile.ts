import * as vscode from 'vscode';

/** One thing for the Problems view. */
export interface FileDiagnostic {
  readonly file: string;
  readonly diagnostic: vscode.Diagnostic;
}

/** Shows these, and nothing of before. */
export function setByFile(collection: vscode.DiagnosticCollection, all: Iterable<FileDiagnostic>): void {
  collection.clear();
  const byFile = Map.groupBy(all, ({ file }) => file);
  for (const [file, list] of byFile)
    collection.set(
      vscode.Uri.file(file),
      list.map(({ diagnostic }) => diagnostic),
    );
}
