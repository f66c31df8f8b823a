import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from './driver.ts';

export const extensionId = 'mcp-switchboard.mcp-switchboard';

export interface ToolName {
  readonly server: string;
  readonly name: string;
}

/** Activates the extension if necessary, and asks its API for every tool it has. */
export function listTools(driver: Driver): Promise<ToolName[]> {
  return driver.run(async (vscode, id) => {
    const extension = vscode.extensions.getExtension<{ getTools(): Promise<ToolName[]> }>(id);
    if (!extension) throw new Error(`${id} is not installed`);
    return (await extension.activate()).getTools();
  }, extensionId);
}

export function isActive(driver: Driver): Promise<boolean> {
  return driver.run((vscode, id) => vscode.extensions.getExtension(id)?.isActive === true, extensionId);
}

/** What the extension has written to its log channel so far. */
export function readLog(driver: Driver): string {
  const file = join(driver.logDir, extensionId, 'MCP Switchboard.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
