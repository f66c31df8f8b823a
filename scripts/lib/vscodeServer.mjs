// @ts-check
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './ports.mjs';
import { endTree, run, start } from './processes.mjs';
import { Trouble } from './say.mjs';

/** @typedef {import('./vscodeServerPackage.mjs').VscodePackage} VscodePackage */
/** @typedef {{ url: string, token: string, port: number, pid: number, logFile: string, ended: Promise<number>, stop(): Promise<void> }} VscodeServer */
/**
 * @typedef {object} ServerOptions
 * @property {string} dataDir
 * @property {number} [port] the next free one is used if it is taken; 0 = any
 * @property {boolean} [testsInHost] makes `extensionTestsPath` work in a built product; notifications no longer pop up
 * @property {boolean} [trust] Workspace Trust as a user has it; otherwise every folder is trusted
 * @property {Record<string, string>} [env]
 */

const quietSettings = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': 'off', // `false` too, but VS Code then opens this file to write 'off'
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'remote.autoForwardPorts': false,
  'git.openRepositoryInParentFolders': 'never',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Dark 2026',
};

/** @param {string} dataDir @param {Record<string, unknown>} [more] */
export function writeSettings(dataDir, more = {}) {
  mkdirSync(join(dataDir, 'User'), { recursive: true });
  writeFileSync(join(dataDir, 'User/settings.json'), JSON.stringify({ ...quietSettings, ...more }, undefined, 2));
}

/** @param {string} dataDir */
function folders(dataDir) {
  return [
    '--server-data-dir',
    dataDir,
    '--user-data-dir',
    dataDir,
    '--extensions-dir',
    join(dataDir, 'ext'),
    '--accept-server-license-terms',
  ];
}

/** @param {VscodePackage} vscode @param {string} dataDir @param {readonly string[]} vsixes */
export async function installExtensions(vscode, dataDir, vsixes) {
  const wanted = vsixes.flatMap((vsix) => ['--install-extension', vsix]);
  const { code, output } = await run(vscode.node, [vscode.serverMain, ...folders(dataDir), ...wanted, '--force'], {
    quiet: true,
  });
  const installed = output.match(/was successfully installed/g)?.length ?? 0;
  if (code !== 0 || installed < vsixes.length)
    throw new Trouble(`VS Code did not take the extension:\n${output.trim()}`);
}

/** Neither an outer VS Code, npm nor test runner may show through to the extension host. */
function cleanEnvironment() {
  const foreign = /^(VSCODE_|ELECTRON_|npm_|NODE_TEST_|NODE_COMPILE_CACHE$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** @param {string} url @param {() => boolean} ended @param {string} logFile */
async function untilReady(url, ended, logFile) {
  for (const end = Date.now() + 60_000; Date.now() < end && !ended(); await delay(100)) {
    const answer = await fetch(`${url}/version`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Trouble(
    `The VS Code server ${ended() ? 'ended' : 'did not answer within 60 s'}; its output is in ${logFile}.`,
  );
}

/** Each extension host writes megabytes about what ran. */
function graceMs() {
  return process.env['NODE_V8_COVERAGE'] ? 20_000 : 2_000;
}

/** @param {VscodePackage} vscode @param {ServerOptions} options @returns {Promise<VscodeServer>} */
export async function startServer(vscode, { dataDir, port: wanted = 0, trust = false, testsInHost = false, env = {} }) {
  const port = await freePort(wanted);
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(dataDir, 'server.log');
  // Without a token any local process, and any page that guesses the port, would have a shell here.
  const token = randomBytes(16).toString('hex');
  const args = ['--host', '127.0.0.1', '--port', String(port), '--connection-token', token, '--telemetry-level', 'off'];
  if (testsInHost) args.push('--enable-smoke-test-driver');
  if (!trust) args.push('--disable-workspace-trust');
  const child = start(vscode.node, [vscode.serverMain, ...folders(dataDir), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), ...env },
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  await untilReady(url, () => child.exitCode !== null, logFile);
  const pid = child.pid ?? 0;
  return { url, token, port, pid, logFile, ended, stop: () => endTree(pid, graceMs()) };
}

/**
 * The address of a workbench on a folder.
 * @param {{ url: string, token: string }} server
 * @param {string} folder
 * @param {ReadonlyArray<readonly [string, string]>} [payload]
 */
export function workbenchUrl(server, folder, payload = []) {
  const url = new URL(server.url);
  url.searchParams.set('tkn', server.token);
  url.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
