import type { CompletionItem, Diagnostic, Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { LiveServer } from '../../contract/language.ts';
import { LineIndex } from '../../core/config/text/lineMap.ts';
import { textRangeOf } from '../document/toLsp.ts';
import type { Workspace } from '../environment/workspace.ts';
import { checkDiagnostics } from './checkDiagnostics.ts';
import { checkProposals } from './checkProposals.ts';

export function isCheckFile(file: string): boolean {
  return /\.mcptest\.jsonc?$/i.test(file);
}

/** One open check file: its problems, and completion of names that running servers have. */
export class CheckDocument {
  readonly uri: string;
  version: number;
  readonly #file: string;
  readonly #isJson: boolean;
  #text: string;

  constructor(uri: string, file: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.version = version;
    this.#file = file;
    this.#isJson = languageId.startsWith('json');
    this.#text = text;
  }

  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) this.#text = changed(this.#text, change);
    this.version = version;
  }

  diagnostics({ covers, servers }: Pick<Workspace, 'covers' | 'servers'>): Diagnostic[] {
    const isCovered = this.#isJson && covers.has('json-schema');
    return checkDiagnostics(this.#file, this.#text, { servers, isCovered });
  }

  complete({ line, character }: Position, servers: readonly LiveServer[]): CompletionItem[] {
    return checkProposals(this.#text, new LineIndex(this.#text).offset(line, character), servers);
  }
}

function changed(text: string, change: TextDocumentContentChangeEvent): string {
  if (!('range' in change)) return change.text;
  const { offset, length } = textRangeOf(change.range, new LineIndex(text));
  return text.slice(0, offset) + change.text + text.slice(offset + length);
}
