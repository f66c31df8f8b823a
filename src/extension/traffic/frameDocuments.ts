import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';

const scheme = 'mcp-frame';
const mostKept = 40;

/** Bodies of frames as read-only documents. */
export class FrameDocuments implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => this.#texts.get(query) ?? '',
  });
  #count = 0;

  /** The title is shown only: what a server named is no path. */
  add(title: string, text: string): vscode.Uri {
    const key = String(++this.#count);
    this.#texts.set(key, text);
    for (const oldest of [...this.#texts.keys()].slice(0, Math.max(0, this.#texts.size - mostKept))) {
      this.#texts.delete(oldest);
    }
    return vscode.Uri.from({ scheme, path: `/${title.replaceAll(/[^\w #-]/g, '_')}.json`, query: key });
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
