import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { debounce } from '../../base/async.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Check, CheckFile, CheckProblem } from '../../core/checks/model/checkFile.ts';
import { readCheckFile } from '../../core/checks/read/readCheckFile.ts';

/** The check of an item. */
export interface PlannedCheck {
  readonly item: vscode.TestItem;
  readonly checkFile: CheckFile;
  readonly check: Check;
}

const pattern = '**/*.mcptest.{json,jsonc}';
const isCheckFile = (uri: vscode.Uri): boolean => /\.mcptest\.jsonc?$/i.test(uri.path);
const atOnce = 500;
const quietMs = 300;

/** The items of the Test Explorer: one for each check file, and its checks below it. */
export class CheckItems implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #checks = new WeakMap<vscode.TestItem, PlannedCheck>();
  /** The last reading of each file: an earlier one that ends later is dropped. */
  readonly #readings = new Map<string, number>();
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<vscode.TestItem>());
  readonly #removed = this.#lifetime.add(new Emitter<string>());
  #finding: Promise<void> | undefined;

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
    this.#followEditors();
  }

  /** The checks of a file were read as they are on the disk: what is half typed is not run by itself. */
  get onDidChange(): Event<vscode.TestItem> {
    return this.#changed.event;
  }

  /** The path of a file that is gone. */
  get onDidRemove(): Event<string> {
    return this.#removed.event;
  }

  findAll(): Promise<void> {
    return (this.#finding ??= this.#findAndWatch());
  }

  async findAgain(): Promise<void> {
    this.#controller.items.replace([]);
    await this.#find();
  }

  /** The checks at and below items, without those that are left out. */
  under(items: Iterable<vscode.TestItem>, without: ReadonlySet<vscode.TestItem>): readonly PlannedCheck[] {
    return [...items].flatMap((item) => {
      if (without.has(item)) return [];
      const own = this.#checks.get(item);
      return own ? [own] : this.under(childrenOf(item.children), without);
    });
  }

  all(): readonly vscode.TestItem[] {
    return childrenOf(this.#controller.items);
  }

  async read(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const reading = (this.#readings.get(key) ?? 0) + 1;
    this.#readings.set(key, reading);
    const text = await textOf(uri);
    if (text === undefined) return this.#remove(uri);
    const { checkFile, problems } = readCheckFile(uri.fsPath, text);
    const item = this.#controller.items.get(key) ?? this.#addFile(uri);
    const children = checkFile ? await this.#checkItems(item, checkFile) : [];
    if (this.#readings.get(key) !== reading) return;
    const [problem] = problems;
    item.error = problem && problemText(problem);
    item.children.replace(children);
    if (!openDocument(uri)?.isDirty) this.#changed.fire(item);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #findAndWatch(): Promise<void> {
    const watcher = this.#lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
    this.#lifetime.add(watcher.onDidCreate((uri) => void this.read(uri)));
    this.#lifetime.add(watcher.onDidChange((uri) => void this.read(uri)));
    this.#lifetime.add(watcher.onDidDelete((uri) => this.#remove(uri)));
    await this.#find();
  }

  #remove(uri: vscode.Uri): void {
    this.#controller.items.delete(uri.toString());
    this.#removed.fire(uri.fsPath);
  }

  async #find(): Promise<void> {
    for (const uri of await vscode.workspace.findFiles(pattern, '**/node_modules/**')) await this.read(uri);
  }

  /** A file that is open has its gutter icons without the Testing view. */
  #followEditors(): void {
    const look = (editors: readonly vscode.TextEditor[]): void => {
      for (const { document } of editors)
        if (isCheckFile(document.uri) && !this.#controller.items.get(document.uri.toString()))
          void this.read(document.uri);
    };
    const typed = new Set<string>();
    const readTyped = this.#lifetime.add(
      debounce(() => {
        for (const uri of typed) void this.read(vscode.Uri.parse(uri, true));
        typed.clear();
      }, quietMs),
    );
    this.#lifetime.add(vscode.window.onDidChangeVisibleTextEditors(look));
    this.#lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (!isCheckFile(uri)) return;
        typed.add(uri.toString());
        readTyped();
      }),
    );
    look(vscode.window.visibleTextEditors);
  }

  #addFile(uri: vscode.Uri): vscode.TestItem {
    const item = this.#controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    this.#controller.items.add(item);
    return item;
  }

  async #checkItems(parent: vscode.TestItem, checkFile: CheckFile): Promise<vscode.TestItem[]> {
    const items: vscode.TestItem[] = [];
    for (const [at, check] of checkFile.checks.entries()) {
      if (at > 0 && at % atOnce === 0) await setImmediate();
      items.push(this.#checkItem(parent, checkFile, check));
    }
    return items;
  }

  #checkItem(parent: vscode.TestItem, checkFile: CheckFile, check: Check): vscode.TestItem {
    const item = this.#controller.createTestItem(check.id, check.title ?? check.id, parent.uri);
    const { line, column, endLine, endColumn } = check.span;
    item.range = new vscode.Range(line, column, endLine, endColumn);
    if (check.title !== undefined) item.description = check.id;
    this.#checks.set(item, { item, checkFile, check });
    return item;
  }
}

function childrenOf(collection: vscode.TestItemCollection): vscode.TestItem[] {
  return [...collection].map(([, item]) => item);
}

function problemText({ message, span }: CheckProblem): string {
  return vscode.l10n.t('Line {0}: {1}', span.line + 1, message);
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** As the editor has it, where it is open; `undefined` for a file that is gone. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = openDocument(uri);
  if (open) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined; // deleted meanwhile
  }
}
