import type * as vscode from 'vscode';

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
 * Nothing gets around trust: a server runs only after a user approved its exact launch, and a tool that has
 * changed since it was first seen is held back. Methods reject with an error that has a `code`.
 */
export interface SwitchboardApi {
  readonly apiVersion: 1;
  /** Every tool that is known and not held back, the embedded server's included. Starts no other server. */
  getTools(): Promise<readonly SwitchboardTool[]>;
  /** Starts the server if necessary. A tool error is a result, not a rejection. */
  callTool(
    server: string,
    tool: string,
    args?: Readonly<Record<string, unknown>>,
    options?: { readonly token?: vscode.CancellationToken },
  ): Promise<SwitchboardResult>;
  /** Writes an entry, in the form of mcp.json, to the workspace's file. It then waits for approval. Returns the id. */
  addServer(name: string, entry: Readonly<Record<string, unknown>>): Promise<string>;
  /** Removes an entry from its file after the user has agreed; false if they did not. */
  removeServer(server: string): Promise<boolean>;
  /** Servers or tools have changed. */
  readonly onDidChange: vscode.Event<void>;
}
