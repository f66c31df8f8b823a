import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { outDir, sampleWorkspace } from '../../../scripts/lib/paths.mjs';
import { installExtensions, startServer, workbenchUrl, writeSettings } from '../../../scripts/lib/vscodeServer.mjs';
import { packVsix } from '../../../scripts/lib/vsix.mjs';
import { type Driver, connectDriver } from './driver.ts';
import { currentBrowser, currentWorkbench } from './testWorkbench.ts';
import { Workbench } from './workbench.ts';
import { keepSecrets } from './signInPages.ts';

/** The same extension under a later version; a package that MCP_SWITCHBOARD_OTHER_VSIX names is taken instead. */
export async function otherVersion(): Promise<string> {
  const given = process.env['MCP_SWITCHBOARD_OTHER_VSIX'];
  if (given !== undefined) return given;
  const dir = join(outDir, 'e2e/later');
  const vsix = join(outDir, 'e2e/later.vsix');
  if (existsSync(vsix)) return vsix;
  cpSync(join(outDir, 'package'), dir, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as object;
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  await packVsix(dir, vsix);
  return vsix;
}

export interface Opened {
  readonly page: Page;
  readonly driver: Driver;
  readonly workbench: Workbench;
}

/** One user with one VS Code, in which one version of the extension after the other is installed. */
export class UserOfVersions {
  readonly folder: string;
  readonly #dataDir: string;
  #port = 0;
  #context: BrowserContext | undefined;

  constructor(arrange: (folder: string) => void, settings: Record<string, unknown>) {
    this.#dataDir = mkdtempSync(join(currentWorkbench().scratchDir, 'versions-'));
    this.folder = join(this.#dataDir, 'workspace');
    mkdirSync(this.folder);
    cpSync(sampleWorkspace, this.folder, { recursive: true });
    arrange(this.folder);
    writeSettings(this.#dataDir, settings);
  }

  /** Installs a package over what is there, and opens the folder. */
  async withVersion<T>(vsix: string, body: (opened: Opened) => Promise<T>): Promise<T> {
    const { vscode, driverDir } = currentWorkbench();
    await installExtensions(vscode, this.#dataDir, [vsix, join(outDir, 'e2e/driver.vsix')]);
    this.#port ||= await freePort(0); // what a browser keeps belongs to an address
    const env = { MCP_SWITCHBOARD_DRIVER_DIR: driverDir, XDG_STATE_HOME: join(this.#dataDir, 'state') };
    const server = await startServer(vscode, { dataDir: this.#dataDir, port: this.#port, env });
    const page = await (await this.#browser()).newPage();
    try {
      await page.goto(workbenchUrl(server, this.folder));
      const workbench = new Workbench(page);
      await workbench.ready();
      return await body({ page, driver: await connectDriver(this.folder, driverDir), workbench });
    } finally {
      await page.close();
      await server.stop();
    }
  }

  async #browser(): Promise<BrowserContext> {
    if (this.#context) return this.#context;
    this.#context = await (await currentBrowser()).newContext();
    await keepSecrets(this.#context);
    return this.#context;
  }

  async leave(): Promise<void> {
    await this.#context?.close();
  }
}
