import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { showDialog, showMessage } from './messages.ts';
import { revealSentence } from '../../base/text/hiddenCharacters.ts';
import { inertText } from '../../base/text/inertText.ts';
import { notWritten } from '../../base/faults/configFaults.ts';
import { type TextChange, editFile } from '../../core/files/editFile.ts';
import { userLockDir } from '../../core/files/lock.ts';
import { readText } from '../../core/files/readText.ts';
import { replaceFile } from '../../core/files/replaceFile.ts';
import { Store } from '../../core/store/store.ts';
import { userStoreFile } from '../../core/store/storeFile.ts';
import { Emitter } from '../../base/event.ts';
import type { Fault } from '../../base/fault.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { type AskPort, type FilesPort, type Ports, type WorkspacePort, systemClock } from '../../core/ports/ports.ts';

/** What the core needs, over VS Code's API. */
export function createPorts(context: vscode.ExtensionContext, log: Log, lifetime: Lifetime): Ports {
  return {
    workspace: createWorkspace(lifetime),
    files: createFiles(),
    secrets: {
      get: async (key) => context.secrets.get(key),
      set: async (key, value) => context.secrets.store(key, value),
      delete: async (key) => context.secrets.delete(key),
    },
    store: lifetime.add(createStore(log)),
    ask: createAsk(),
    clock: systemClock,
    log,
  };
}

function createWorkspace(lifetime: Lifetime): WorkspacePort {
  const changed = lifetime.add(new Emitter<void>());
  lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()));
  lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()));
  // VS Code's own MCP settings decide what may run here.
  lifetime.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('chat.mcp')) changed.fire();
    }),
  );
  return {
    get folders() {
      const folders = vscode.workspace.workspaceFolders ?? [];
      return folders.filter(({ uri }) => uri.scheme === 'file').map(({ name, uri }) => ({ name, path: uri.fsPath }));
    },
    get file() {
      const uri = vscode.workspace.workspaceFile;
      return uri?.scheme === 'file' ? uri.fsPath : undefined; // an unsaved workspace has no file to follow
    },
    get trusted() {
      return vscode.workspace.isTrusted;
    },
    onDidChange: changed.event,
  };
}

function createFiles(): FilesPort {
  const lockDir = userLockDir(process.env, homedir());
  return {
    read: readText,
    edit: async (file, change) => {
      const document = dirtyDocument(file);
      await (document ? editDocument(document, change) : editFile(file, lockDir, change));
    },
    replace: async (file, text) => void (await replaceFile(file, new TextEncoder().encode(text))),
    watch: (path, changed) => {
      const uri = vscode.Uri.file(path);
      const folder = vscode.Uri.joinPath(uri, '..');
      const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, name));
      const listening = [watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
      return vscode.Disposable.from(watcher, ...listening);
    },
  };
}

/** What a user is typing is not on the disk: an edit of the file would meet it as a conflict, or overwrite it. */
function dirtyDocument(file: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === file,
  );
}

async function editDocument(document: vscode.TextDocument, change: TextChange): Promise<void> {
  const text = change(document.getText());
  if (text === undefined || text === document.getText()) return;
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save()))
    throw notWritten(document.uri.fsPath, new Error(vscode.l10n.t('the editor did not save it')));
}

/** One file for all windows and command lines of the user. What is wrong with it is said once. */
function createStore(log: Log): Store {
  const tell = (fault: Fault): void => {
    log.warn(fault.message, { code: fault.code, cause: fault.cause });
    void showMessage('warning', fault.text);
  };
  return new Store(userStoreFile(process.env, homedir()), { now: Date.now, tell });
}

function createAsk(): AskPort {
  return {
    choose: async ({ title, detail, choices, modal }) =>
      modal ? showDialog('information', { title, detail }, ...choices) : showMessage('information', title, ...choices),
    text: async ({ title, prompt, value, secret }, signal) =>
      cancellable(signal, (token) =>
        vscode.window.showInputBox(
          {
            title: inertText(title),
            prompt: inertText(prompt),
            password: secret,
            ignoreFocusOut: true,
            ...(value !== undefined && { value }),
          },
          token,
        ),
      ),
    pick: async (title, options, signal) =>
      cancellable(signal, async (token) => {
        const rows = options.map((value) => ({ label: revealSentence(value), value }));
        const shown = { title: inertText(title), ignoreFocusOut: true };
        return (await vscode.window.showQuickPick(rows, shown, token))?.value;
      }),
    openExternal: async (url) => vscode.env.openExternal(vscode.Uri.parse(url, true)),
    externalUri: async (url) =>
      vscode.env.remoteName === undefined
        ? url
        : (await vscode.env.asExternalUri(vscode.Uri.parse(url, true))).toString(true),
  };
}

async function cancellable<T>(
  signal: AbortSignal | undefined,
  ask: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await ask(source.token);
  } finally {
    signal?.removeEventListener('abort', cancel);
    source.dispose();
  }
}
