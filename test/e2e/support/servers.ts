import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/sources.ts';
import type { Window } from './window.ts';

/** Puts servers of test/fixtures into a folder's configuration: by name, the file and its arguments. */
export function withServers(servers: Readonly<Record<string, readonly string[]>>): (folder: string) => void {
  const entries = Object.entries(servers).map(([name, [file = '', ...more]]) => [
    name,
    { type: 'stdio', command: 'node', args: [join(projectRoot, 'test/fixtures', file), ...more] },
  ]);
  return (folder) => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: Object.fromEntries(entries) }));
  };
}

/** Approves a server in its dialog, which starts it. */
export async function approveAndStart({ driver, workbench }: Window, server: string): Promise<void> {
  const starting = driver.run(async (vscode, id) => {
    await vscode.commands.executeCommand('mcpSwitchboard.approveServer', id);
  }, server);
  await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
  await starting;
}
