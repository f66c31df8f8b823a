import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { extensionId } from './support/extension.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { withUntrustedWindow } from './support/untrustedWindow.ts';
import type { Workbench } from './support/workbench.ts';

/** In place of "Approve and Start": it would only fail. */
async function offersTrust(workbench: Workbench): Promise<void> {
  await workbench.openSideBar('MCP Switchboard');
  const row = workbench.treeRow('notes').first();
  await row.filter({ hasText: 'Workspace not trusted' }).waitFor();
  await row.hover();
  await row.locator('.action-label[aria-label^="Manage Workspace Trust"]').waitFor();
  assert.equal(await row.locator('.action-label[aria-label^="Approve and Start"]').count(), 0);
  await row.locator('.action-label[aria-label^="Manage Workspace Trust"]').click();
  await workbench.trustEditor().first().waitFor();
}

test('in an untrusted workspace nothing is exposed, and the next step is to manage its trust', async (t) => {
  t.after(leaveBrowser);
  const arrange = (folder: string): void =>
    writeFileSync(
      join(folder, '.vscode/settings.json'),
      JSON.stringify({ 'mcpSwitchboard.gateway.servers': { notes: true }, 'mcpSwitchboard.agents.exposeAs': 'mcp' }),
    );
  await withUntrustedWindow(arrange, async (driver, workbench) => {
    const seen = await driver.run(async (vscode, id) => {
      await vscode.extensions.getExtension(id)!.activate();
      await new Promise((resolve) => setTimeout(resolve, 3_000)); // an absence has nothing to wait for
      const input = { context: 'multi-tenant API endpoint' };
      const called = vscode.lm.invokeTool('tmkb_query', { input, toolInvocationToken: undefined });
      return {
        trusted: vscode.workspace.isTrusted,
        overMcp: vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp_')),
        called: await called.then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      };
    }, extensionId);
    assert.equal(seen.trusted, false);
    assert.deepEqual(seen.overMcp, []);
    assert.match(seen.called, /trusted workspace/);
    await offersTrust(workbench);
  });
});
