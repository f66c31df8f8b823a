// Our Inspector in a real VS Code window, driven through its UI.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { Switchboard } from '../../e2e/support/switchboard.ts';
import type { Window } from '../../e2e/support/window.ts';

/** Writes the servers of the workspace before its window opens. */
export function withServers(servers: Readonly<Record<string, readonly string[]>>): (folder: string) => void {
  const entries = Object.entries(servers).map(
    ([name, args]) => [name, { type: 'stdio', command: process.execPath, args }] as const,
  );
  return (folder) => {
    writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: Object.fromEntries(entries) }));
  };
}

async function choose(window: Window, inspector: Frame, server: string): Promise<void> {
  await new Switchboard(window).serverRow(server).first().click();
  await inspector.locator('[data-testid=server-header] h2', { hasText: server }).waitFor();
}

/** Approved once, and started. */
export async function begin(window: Window, server: string): Promise<Frame> {
  const inspector = await new Switchboard(window).inspector();
  await choose(window, inspector, server);
  await inspector.getByTestId('server-approve').click();
  await window.workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
  await startIfStopped(inspector);
  return inspector;
}

export async function startIfStopped(inspector: Frame): Promise<void> {
  const start = inspector.getByTestId('server-start');
  const up = inspector.locator('[data-testid=server-header][data-state=connected]');
  await start.or(up).first().waitFor();
  if (await start.isVisible()) await start.click();
  await up.waitFor();
}
