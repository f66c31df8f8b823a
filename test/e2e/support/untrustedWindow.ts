import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { outDir, sampleWorkspace, vsixPath } from '../../../scripts/lib/paths.mjs';
import { installExtensions, startServer, workbenchUrl, writeSettings } from '../../../scripts/lib/vscodeServer.mjs';
import { currentWorkbench, currentBrowser } from './testWorkbench.ts';
import { type Driver, connectDriver } from './driver.ts';
import { Workbench } from './workbench.ts';

/** A window in Restricted Mode, before the folder is trusted: a VS Code of its own. */
export async function withUntrustedWindow(
  arrange: (folder: string) => void,
  body: (driver: Driver, workbench: Workbench) => Promise<void>,
): Promise<void> {
  const { vscode, scratchDir, driverDir } = currentWorkbench();
  const dataDir = mkdtempSync(join(scratchDir, 'untrusted-'));
  const folder = join(dataDir, 'workspace');
  cpSync(sampleWorkspace, folder, { recursive: true });
  arrange(folder);
  writeSettings(dataDir, { 'security.workspace.trust.startupPrompt': 'never' });
  await installExtensions(vscode, dataDir, [vsixPath, join(outDir, 'e2e/driver.vsix')]);
  const server = await startServer(vscode, {
    dataDir,
    trust: true,
    env: { MCP_SWITCHBOARD_DRIVER_DIR: driverDir, XDG_STATE_HOME: join(dataDir, 'state') },
  });
  const context = await (await currentBrowser()).newContext();
  try {
    const page = await context.newPage();
    await page.goto(workbenchUrl(server, folder));
    const workbench = new Workbench(page);
    await workbench.ready();
    await body(await connectDriver(folder, driverDir), workbench);
  } finally {
    await context.close();
    await server.stop();
  }
}
