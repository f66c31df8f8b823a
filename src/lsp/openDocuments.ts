import { fileURLToPath } from 'node:url';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { LineIndex } from '../core/config/text/lineMap.ts';
import type { WorkspaceFolder } from '../core/ports/ports.ts';
import { ConfigText, sourceOf } from './document/configText.ts';
import type { Finding } from './document/finding.ts';
import { textRangeOf } from './document/toLsp.ts';
import { FindingMemory } from './findings/findingMemory.ts';
import { findingsOf } from './findings/findings.ts';
import type { Environment } from './environment/environment.ts';

/** One open configuration file. Its text is parsed once, at the first request after a change or a pause. */
export class OpenDocument {
  readonly uri: string;
  readonly file: string;
  readonly languageId: string;
  version: number;
  #text: string;
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
    const before = changes.length === 1 ? this.#parsed : undefined; // of many changes at once, only the last is read
    for (const change of changes) this.#change(change, before);
    this.version = version;
    this.#findings = undefined;
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

  /** After a pause everything but the text is dropped, because it can be computed again. */
  rest(): void {
    this.forget();
    this.#memory = new FindingMemory(); // its fixes reference the tree
  }

  parsed(folders: readonly WorkspaceFolder[]): ConfigText {
    const source = sourceOf(this.file, folders);
    if (!source) throw new Error(`${this.file} is not a configuration file`);
    this.#parsed ??= ConfigText.read(this.#text, this.languageId, source);
    return this.#parsed;
  }

  findings(around: Environment): readonly Finding[] {
    this.#findings ??= findingsOf(this.parsed(around.folders), around, this.#memory);
    return this.#findings;
  }

  #change(change: TextDocumentContentChangeEvent, before: ConfigText | undefined): void {
    if (!('range' in change)) this.#replace(change.text);
    else {
      const { offset, length } = textRangeOf(change.range, this.#parsed?.config.lines ?? new LineIndex(this.#text));
      this.#replace(this.#text.slice(0, offset) + change.text + this.#text.slice(offset + length));
      this.#parsed = before?.after({ offset, length, by: change.text.length - length }, this.#text);
    }
  }

  #replace(text: string): void {
    this.#text = text;
    this.#parsed = undefined;
  }
}

/** The path of a URI: a real file, or VS Code's own settings, which have their own scheme. */
export function pathOf(uri: string): string | undefined {
  try {
    if (uri.startsWith('file:')) return fileURLToPath(uri);
    return uri.startsWith('vscode-userdata:') ? decodeURIComponent(new URL(uri).pathname) : undefined;
  } catch {
    return undefined; // not an address at all
  }
}
