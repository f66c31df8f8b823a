import { fileURLToPath } from 'node:url';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { LineIndex } from '../core/config/lines.ts';
import type { WorkspaceFolder } from '../core/ports/ports.ts';
import { ConfigText, sourceOf } from './configText.ts';
import type { Finding } from './finding.ts';
import { FindingMemory } from './findingMemory.ts';
import { findingsOf } from './findings.ts';
import type { Surroundings } from './surroundings.ts';

/** One open file of ours. Its text is read at the first question after a change or a pause, and once. */
export class OpenDocument {
  readonly uri: string;
  readonly file: string;
  readonly languageId: string;
  version: number;
  #text: string;
  #lines: LineIndex | undefined;
  #parsed: ConfigText | undefined;
  #findings: readonly Finding[] | undefined;
  #memory = new FindingMemory();

  constructor(uri: string, file: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.file = file;
    this.languageId = languageId;
    this.version = version;
    this.#text = text;
  }

  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      this.#text = 'range' in change ? this.#spliced(change) : change.text;
      this.#lines = undefined;
    }
    this.version = version;
    this.forget();
  }

  /** The surroundings have changed; the text has not. */
  outdate(): void {
    this.#findings = undefined;
  }

  /** Folders have changed, and with them what the file belongs to. */
  forget(): void {
    this.#parsed = undefined;
    this.#findings = undefined;
  }

  /** Nobody has asked for a while: all but the text can be had again. */
  rest(): void {
    this.forget();
    this.#memory = new FindingMemory(); // its fixes hold on to the tree
  }

  parsed(folders: readonly WorkspaceFolder[]): ConfigText {
    const source = sourceOf(this.file, folders);
    if (!source) throw new Error(`${this.file} is not a configuration file`);
    this.#parsed ??= new ConfigText(this.#text, this.languageId, source);
    return this.#parsed;
  }

  findings(around: Surroundings): readonly Finding[] {
    this.#findings ??= findingsOf(this.parsed(around.folders), around, this.#memory);
    return this.#findings;
  }

  #spliced({ range, text }: Extract<TextDocumentContentChangeEvent, { range: unknown }>): string {
    this.#lines ??= this.#parsed?.config.lines ?? new LineIndex(this.#text);
    const start = this.#lines.offset(range.start.line, range.start.character);
    const end = this.#lines.offset(range.end.line, range.end.character);
    return this.#text.slice(0, start) + text + this.#text.slice(Math.max(start, end));
  }
}

/** The path behind an address: a real file, or VS Code's own settings that it shows under a scheme of their own. */
export function pathOf(uri: string): string | undefined {
  try {
    if (uri.startsWith('file:')) return fileURLToPath(uri);
    return uri.startsWith('vscode-userdata:') ? decodeURIComponent(new URL(uri).pathname) : undefined;
  } catch {
    return undefined; // not an address at all
  }
}
