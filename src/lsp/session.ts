import type { Diagnostic, InitializeParams, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { CheckDocument, isCheckFile } from './checks/checkDocument.ts';
import { kindOfPath } from '../core/config/model/kindOfPath.ts';
import type { WorkspaceFolder } from '../core/ports/ports.ts';
import type { LiveServer } from '../contract/language.ts';
import type { ConfigText } from './document/configText.ts';
import { type EditorAbilities, readAbilities } from './document/editorAbilities.ts';
import { shownFindings } from './findings/findings.ts';
import { useBundle } from '../base/l10n.ts';
import { OpenDocument, pathOf } from './openDocuments.ts';
import type { Connection } from './connection/connection.ts';
import { readFolders, readOptions } from './environment/options.ts';
import { GarbageCollection } from './gcScheduler.ts';
import { toDiagnostic } from './document/toLsp.ts';
import { Workspace } from './environment/workspace.ts';

type Client = Pick<Connection, 'notify' | 'request' | 'log'>;

/** One editor's session: its open files, their environment, and when to check again. */
export class Session {
  readonly workspace: Workspace;
  readonly editor: EditorAbilities;
  readonly #connection: Client;
  readonly #open = new Map<string, OpenDocument>();
  readonly #checks = new Map<string, CheckDocument>();
  readonly #due = new Set<OpenDocument | CheckDocument>();
  readonly #garbage = new GarbageCollection(() => this.#rest());
  readonly #userFile: string | undefined;
  #scheduled = false;

  constructor(connection: Client, params: InitializeParams) {
    const options = readOptions(params.initializationOptions);
    useBundle(options.bundle);
    this.#userFile = options.userFile;
    this.#connection = connection;
    this.editor = readAbilities(params.capabilities);
    this.workspace = new Workspace({
      options,
      folders: readFolders(params),
      env: process.env,
      onDidLearn: () => this.lookAgain(),
      openConfig: (file) => this.#byFile(file)?.parsed(this.workspace.folders).config,
    });
  }

  open(uri: string, languageId: string, version: number, text: string): void {
    const file = this.#fileOf(uri);
    if (file !== undefined && isCheckFile(file))
      return this.#openCheck(new CheckDocument(uri, file, languageId, version, text));
    if (file === undefined || !kindOfPath(file)) return; // not one of ours: no work for it
    const document = new OpenDocument(uri, file, languageId, version, text);
    this.#open.set(uri, document);
    this.#check(document);
  }

  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    const document = this.#open.get(uri) ?? this.#checks.get(uri);
    if (!document) return;
    document.change(changes, version);
    this.#check(document);
  }

  close(uri: string): void {
    const document = this.#open.get(uri) ?? this.#checks.get(uri);
    if (!document) return;
    this.#open.delete(uri);
    this.#checks.delete(uri);
    this.#due.delete(document);
    this.#connection.notify('textDocument/publishDiagnostics', { uri, diagnostics: [] });
  }

  /** For a request; `undefined` for a file that is not ours. */
  document(uri: string): { readonly document: OpenDocument; readonly parsed: ConfigText } | undefined {
    const document = this.#open.get(uri);
    this.#garbage.later();
    return document && { document, parsed: document.parsed(this.workspace.folders) };
  }

  /** `undefined` for a file that is no check file. */
  checkFile(uri: string): CheckDocument | undefined {
    return this.#checks.get(uri);
  }

  setFolders(folders: readonly WorkspaceFolder[]): void {
    this.workspace.folders = folders;
    for (const document of this.#open.values()) document.forget();
    this.lookAgain();
  }

  setTrust(trusted: boolean): void {
    this.workspace.trusted = trusted;
    this.lookAgain();
  }

  setLive(servers: readonly LiveServer[]): void {
    this.workspace.setLive(servers);
    for (const document of this.#checks.values()) this.#check(document);
    this.#outdate();
  }

  /** Something outside the texts has changed. */
  lookAgain(): void {
    this.workspace.forget();
    this.#outdate();
  }

  #openCheck(document: CheckDocument): void {
    this.#checks.set(document.uri, document);
    this.#check(document);
  }

  #rest(): void {
    for (const document of this.#open.values()) document.rest();
  }

  #outdate(): void {
    for (const document of this.#open.values()) {
      document.outdate();
      this.#check(document);
    }
    if (this.#open.size === 0) return;
    if (this.editor.refreshesLenses) this.#askAgain('workspace/codeLens/refresh');
    if (this.editor.refreshesHints) this.#askAgain('workspace/inlayHint/refresh');
  }

  #askAgain(method: string): void {
    void this.#connection.request(method).catch(() => {}); // the editor asks again itself
  }

  /** VS Code shows the profile's own file under an address whose path is not always a real one. */
  #fileOf(uri: string): string | undefined {
    const file = pathOf(uri);
    const isProfile = file !== undefined && uri.startsWith('vscode-userdata:') && kindOfPath(file) === 'user';
    return isProfile ? (this.#userFile ?? file) : file;
  }

  #byFile(file: string): OpenDocument | undefined {
    return [...this.#open.values()].find((document) => document.file === file);
  }

  /** After what is already waiting in the pipe: of several keystrokes at once only the last is looked at. */
  #check(document: OpenDocument | CheckDocument): void {
    this.#due.add(document);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#publishDue());
  }

  #publishDue(): void {
    this.#scheduled = false;
    const due = [...this.#due];
    this.#due.clear();
    this.workspace.refresh();
    for (const document of due) this.#publishSafely(document);
    this.#garbage.later();
  }

  /** The edge: a bug in one rule must not crash the whole server at every keystroke. */
  #publishSafely(document: OpenDocument | CheckDocument): void {
    const { uri, version } = document;
    const log = (error: unknown): void =>
      this.#connection.log(`${uri}: ${error instanceof Error ? error.stack : String(error)}`);
    try {
      if (document instanceof CheckDocument) return void this.#publishCheck(document).catch(log);
      const diagnostics = this.#diagnosticsOf(document);
      this.#connection.notify('textDocument/publishDiagnostics', { uri, version, diagnostics });
    } catch (error) {
      log(error);
    }
  }

  async #publishCheck(document: CheckDocument): Promise<void> {
    const diagnostics = await document.diagnostics(this.workspace);
    const { uri, version } = document;
    if (this.#checks.get(uri) === document)
      // it may have been closed meanwhile
      this.#connection.notify('textDocument/publishDiagnostics', { uri, version, diagnostics });
  }

  #diagnosticsOf(document: OpenDocument): Diagnostic[] {
    const parsed = document.parsed(this.workspace.folders);
    const findings = shownFindings(document.findings(this.workspace), parsed, this.workspace);
    return findings.map((finding) => toDiagnostic(finding, parsed));
  }
}
