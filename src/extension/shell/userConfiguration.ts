import path from 'node:path';
import type * as vscode from 'vscode';

/** The profile's mcp.json: beside the folder of all extensions' storage. */
export function userConfiguration(context: vscode.ExtensionContext): string {
  return path.resolve(context.globalStorageUri.fsPath, '..', '..', 'mcp.json');
}
