// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureVscodeServer } from './vscodeServerPackage.mjs';
import { ensureBrowser } from './browser.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { keepSink } from './sinks.mjs';
import { installExtensions, startServer, writeSettings } from './vscodeServer.mjs';
import { packVsix } from './vsix.mjs';

/**
 * @typedef {object} TestWorkbench what a test needs to reach a real VS Code; given to it as JSON
 * @property {import('./vscodeServerPackage.mjs').VscodePackage} vscode to start further servers
 * @property {string} serverUrl
 * @property {string} serverToken
 * @property {string} serverLog
 * @property {string} browserEndpoint
 * @property {string} scratchDir for workspaces; goes away with the workbench
 * @property {string} stateDir what the windows remember and share
 * @property {string} driverDir where each extension host's driver says how to reach it
 */
/**
 * @typedef {object} TestWorkbenchOptions
 * @property {readonly string[]} vsixes
 * @property {boolean} [trust]
 * @property {number} [port]
 * @property {Record<string, unknown>} [settings]
 * @property {Record<string, string>} [env] of the server and its extension hosts
 * @property {string} [home] where it all lies, if pictures show it; a temporary folder where it cannot be made
 */

/** The variable in which a child process finds its workbench. */
export const workbenchVariable = 'MCP_SWITCHBOARD_TEST_WORKBENCH';

/** The test-only extension that lets a test run code in the extension host. Never shipped. @type {Promise<string> | undefined} */
let driver;

async function packDriver() {
  const vsix = join(outDir, 'e2e/driver.vsix');
  await packVsix(join(repoRoot, 'test/e2e/driver'), vsix);
  return vsix;
}

/** There is no graphics card on a test machine: what would stand in for one costs more than drawing without. */
const plainDrawing = ['--disable-gpu', '--disable-software-rasterizer'];

async function launchBrowser() {
  const { executablePath, args: own, env } = await ensureBrowser();
  const args = [...own, ...plainDrawing];
  const { chromium } = await import('playwright-core');
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }; // ours end it
  return chromium.launchServer({ executablePath, args, env: { ...process.env, ...env }, ...signals });
}

/** @param {string} dir @returns {string | undefined} nothing for one that is there already: it is not ours to remove */
function makeNewDir(dir) {
  try {
    mkdirSync(dir);
    return dir;
  } catch {
    return undefined; // pictures then show another path
  }
}

/** A folder that goes when this process goes, also by Ctrl+C. @param {string | undefined} wanted */
function makeScratchDir(wanted) {
  const dir = (wanted && makeNewDir(wanted)) || mkdtempSync(join(tmpdir(), 'mcp-switchboard-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/**
 * One VS Code server and one headless browser for the time of `work`.
 * @template T
 * @param {TestWorkbenchOptions} options
 * @param {(workbench: TestWorkbench) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTestWorkbench({ vsixes, port = 0, trust = false, settings = {}, env = {}, home }, work) {
  const vscode = await ensureVscodeServer();
  driver ??= packDriver();
  const scratchDir = makeScratchDir(home);
  const dataDir = join(scratchDir, 'data');
  const driverDir = join(scratchDir, 'drivers');
  mkdirSync(driverDir);
  writeSettings(dataDir, { ...(trust ? {} : { 'security.workspace.trust.enabled': false }), ...settings });
  await installExtensions(vscode, dataDir, [...vsixes, await driver]);
  const stateDir = join(scratchDir, 'state');
  const homeDir = join(scratchDir, 'home');
  mkdirSync(homeDir);
  const server = await startServer(vscode, {
    dataDir,
    port,
    trust,
    env: { ...env, MCP_SWITCHBOARD_DRIVER_DIR: driverDir, XDG_STATE_HOME: stateDir, HOME: homeDir },
  });
  const browser = await launchBrowser();
  try {
    const { url: serverUrl, token: serverToken, logFile: serverLog } = server;
    return await work({
      vscode,
      serverUrl,
      serverToken,
      serverLog,
      browserEndpoint: browser.wsEndpoint(),
      scratchDir,
      stateDir,
      driverDir,
    });
  } finally {
    await Promise.allSettled([browser.close(), server.stop()]);
    if (!keepSink(scratchDir)) rmSync(scratchDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
