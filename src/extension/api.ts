import * as vscode from 'vscode';
import type { App } from './app.ts';

export interface SwitchboardTool {
  /** The id of its server. */
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

export interface SwitchboardResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

/**
 * What other extensions may use: `await vscode.extensions.getExtension('mcp-switchboard.mcp-switchboard').activate()`.
 * Nothing gets around trust: a server runs only after a person approved its exact launch, and a tool that has
 * changed since it was first seen is held back. Methods reject with an error that has a `code`.
 */
export interface SwitchboardApi {
  readonly apiVersion: 1;
  /** Every tool that is known, the embedded server's included. Starts no other server. */
  getTools(): Promise<readonly SwitchboardTool[]>;
  /** Starts the server if need be. A tool that answers with an error is a result, not a rejection. */
  callTool(
    server: string,
    tool: string,
    args?: Readonly<Record<string, unknown>>,
    options?: { readonly token?: vscode.CancellationToken },
  ): Promise<SwitchboardResult>;
  /** Writes an entry, as it would stand in mcp.json, to the workspace's file. It then waits for approval. Gives the id. */
  addServer(name: string, entry: Readonly<Record<string, unknown>>): Promise<string>;
  /** Takes an entry out of its file after the person has agreed; false where they did not. */
  removeServer(server: string): Promise<boolean>;
  /** Servers or tools are not what they were. */
  readonly onDidChange: vscode.Event<void>;
}

/** All that activation makes of the API; the rest is loaded by the first call. */
export function createApi(load: () => Promise<App>): SwitchboardApi & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let watching: Promise<vscode.Disposable> | undefined;
  const calls = async () => ({ calls: await import('./apiCalls.ts'), app: await load() });
  const watch = async (): Promise<vscode.Disposable> => {
    const { calls: made, app } = await calls();
    return made.watchChanges(app, () => changed.fire());
  };
  return {
    apiVersion: 1,
    getTools: async () => calls().then(({ calls: made, app }) => made.listTools(app)),
    callTool: async (...args) => calls().then(({ calls: made, app }) => made.callTool(app, ...args)),
    addServer: async (...args) => calls().then(({ calls: made, app }) => made.addServer(app, ...args)),
    removeServer: async (server) => calls().then(({ calls: made, app }) => made.removeServerByApi(app, server)),
    onDidChange: (...listening) => {
      watching ??= watch();
      return changed.event(...listening);
    },
    dispose: () => {
      changed.dispose();
      void watching?.then((one) => one.dispose());
    },
  };
}
