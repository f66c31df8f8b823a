import type { Diagnostic, Position, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { LineIndex } from '../../core/config/text/lineMap.ts';
import { textRangeOf } from '../document/toLsp.ts';
import type { Workspace } from '../environment/workspace.ts';

export function isCheckFile(file: string): boolean {
  return /\.mcptest\.jsonc?$/i.test(file);
}

/** One open check file. */
export class CheckDocument {
  readonly uri: string;
  version: number;
  text: string;
  readonly #file: string;
  readonly #isJson: boolean;

  constructor(uri: string, file: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.version = version;
    this.#file = file;
    this.#isJson = languageId.startsWith('json');
    this.text = text;
  }

  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) this.text = changed(this.text, change);
    this.version = version;
  }

  offsetOf({ line, character }: Position): number {
    return new LineIndex(this.text).offset(line, character);
  }

  /** Few editors ever open such a file: what reads it is loaded for the first one. */
  async diagnostics({ covers, servers }: Pick<Workspace, 'covers' | 'servers'>): Promise<Diagnostic[]> {
    const { checkDiagnostics } = await import('./checkDiagnostics.ts');
    const isCovered = this.#isJson && covers.has('json-schema');
    return checkDiagnostics(this.#file, this.text, { servers, isCovered });
  }
}

function changed(text: string, change: TextDocumentContentChangeEvent): string {
  if (!('range' in change)) return change.text;
  const { offset, length } = textRangeOf(change.range, new LineIndex(text));
  return text.slice(0, offset) + change.text + text.slice(offset + length);
}
