import * as vscode from 'vscode';
import type { FileChange } from '../../core/kimi/changes/changes.ts';

const scheme = 'mcp-switchboard-before';
const texts = new Map<string, string>();
let provider: vscode.Disposable | undefined;

/** Every changed file against what it was, in VS Code's own multi-file diff. The old texts stay until the next run. */
export async function showChanges(changes: readonly FileChange[], title: string): Promise<void> {
  provider ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? '',
  });
  texts.clear();
  const rows = changes.map((change) => {
    const now = vscode.Uri.file(change.absolutePath);
    const before = now.with({ scheme, query: String(Date.now()) });
    texts.set(before.path, change.before ?? '');
    return [now, change.kind === 'created' ? undefined : before, change.kind === 'deleted' ? undefined : now];
  });
  if (rows.length > 0) await vscode.commands.executeCommand('vscode.changes', title, rows);
}
