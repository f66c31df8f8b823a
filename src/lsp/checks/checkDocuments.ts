import type { CompletionItem, Diagnostic, Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { EditorCheck, LiveServer } from '../../contract/language.ts';
import { LineIndex } from '../../core/config/text/lineMap.ts';
import { checkProposals } from './checkProposals.ts';
import { checkDiagnostics } from './checkDiagnostics.ts';

export function isCheckFile(file: string): boolean {
  return /\.mcptest\.jsonc?$/i.test(file);
}

interface Surroundings {
  readonly covers: ReadonlySet<EditorCheck>;
  readonly servers: readonly LiveServer[] | undefined;
}

interface CheckDocument {
  readonly uri: string;
  readonly file: string;
  readonly isJson: boolean;
  version: number;
  text: string;
}

type Publish = (uri: string, version: number | undefined, diagnostics: Diagnostic[]) => void;

/** The open check files: their problems, and completion of names that running servers have. */
export class CheckDocuments {
  readonly #open = new Map<string, CheckDocument>();
  readonly #due = new Set<CheckDocument>();
  readonly #around: Surroundings;
  readonly #publish: Publish;

  constructor(around: Surroundings, publish: Publish) {
    this.#around = around;
    this.#publish = publish;
  }

  open(uri: string, file: string, languageId: string, version: number, text: string): void {
    const document = { uri, file, isJson: languageId.startsWith('json'), version, text };
    this.#open.set(uri, document);
    this.#check(document);
  }

  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    const document = this.#open.get(uri);
    if (!document) return;
    for (const change of changes) document.text = changed(document.text, change);
    document.version = version;
    this.#check(document);
  }

  close(uri: string): void {
    const document = this.#open.get(uri);
    if (!document) return;
    this.#open.delete(uri);
    this.#due.delete(document);
    this.#publish(uri, undefined, []);
  }

  lookAgain(): void {
    for (const document of this.#open.values()) this.#check(document);
  }

  /** `undefined` for a file that is no check file. */
  complete(uri: string, { line, character }: Position): CompletionItem[] | undefined {
    const text = this.#open.get(uri)?.text;
    if (text === undefined) return undefined;
    return checkProposals(text, new LineIndex(text).offset(line, character), this.#around.servers ?? []);
  }

  /** Of several keystrokes at once only the last is looked at. */
  #check(document: CheckDocument): void {
    if (this.#due.size === 0) setImmediate(() => this.#publishDue());
    this.#due.add(document);
  }

  #publishDue(): void {
    const { covers, servers } = this.#around;
    for (const { uri, file, isJson, version, text } of this.#due) {
      const isCovered = isJson && covers.has('json-schema');
      this.#publish(uri, version, checkDiagnostics(file, text, { servers, isCovered }));
    }
    this.#due.clear();
  }
}

function changed(text: string, change: TextDocumentContentChangeEvent): string {
  if (!('range' in change)) return change.text;
  const lines = new LineIndex(text);
  const { start, end } = change.range;
  const [from, to] = [lines.offset(start.line, start.character), lines.offset(end.line, end.character)];
  return text.slice(0, from) + change.text + text.slice(Math.max(from, to));
}
