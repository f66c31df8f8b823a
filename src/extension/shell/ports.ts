import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import {
  type AskPort,
  type FilesPort,
  type MemoryPort,
  type Ports,
  type WorkspacePort,
  systemClock,
} from '../../core/ports/ports.ts';

/** What the core needs, over VS Code's API. */
export function createPorts(context: vscode.ExtensionContext, log: Log, life: Lifetime): Ports {
  return {
    workspace: createWorkspace(life),
    files: createFiles(),
    secrets: {
      get: async (key) => context.secrets.get(key),
      set: async (key, value) => context.secrets.store(key, value),
      delete: async (key) => context.secrets.delete(key),
    },
    memory: createMemory(context),
    ask: createAsk(),
    clock: systemClock,
    log,
  };
}

function createWorkspace(life: Lifetime): WorkspacePort {
  const changed = life.add(new Emitter<void>());
  life.add(vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()));
  life.add(vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()));
  // VS Code's own switches for MCP decide what may run here.
  life.add(
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
  return {
    read: async (path) => {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
        throw error;
      }
    },
    write: async (path, text) => vscode.workspace.fs.writeFile(vscode.Uri.file(path), new TextEncoder().encode(text)),
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

function createMemory(context: vscode.ExtensionContext): MemoryPort {
  const store = (scope: 'workspace' | 'user'): vscode.Memento =>
    scope === 'workspace' ? context.workspaceState : context.globalState;
  return {
    get: (scope, key) => store(scope).get(key),
    set: async (scope, key, value) => store(scope).update(key, value),
  };
}

function createAsk(): AskPort {
  return {
    choose: async ({ title, detail, choices, modal }) =>
      vscode.window.showInformationMessage(title, { modal, detail }, ...choices),
    text: async ({ title, prompt, value, secret }, signal) =>
      cancellable(signal, (token) =>
        vscode.window.showInputBox(
          { title, prompt, password: secret, ignoreFocusOut: true, ...(value !== undefined && { value }) },
          token,
        ),
      ),
    pick: async (title, options, signal) =>
      cancellable(signal, (token) => vscode.window.showQuickPick([...options], { title, ignoreFocusOut: true }, token)),
    openExternal: async (url) => vscode.env.openExternal(vscode.Uri.parse(url, true)),
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
