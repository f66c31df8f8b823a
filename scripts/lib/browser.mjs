// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureNpmChromium } from './npmChromium.mjs';
import { run } from './processes.mjs';
import { say, Unavailable, withProgress } from './say.mjs';

/** @typedef {{ executablePath: string, args: string[], env: Record<string, string> }} Browser */

const installedPaths = {
  linux: ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) =>
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((path) =>
      join(process.env[name] ?? '', path),
    ),
  ),
};

/** @param {string} name @returns {string | undefined} */
export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((path) => existsSync(path));
}

function installedBrowser() {
  const { platform } = process;
  if (platform === 'linux') return installedPaths.linux.map(onPath).find((path) => path !== undefined);
  return platform === 'darwin' || platform === 'win32'
    ? installedPaths[platform].find((path) => existsSync(path))
    : undefined;
}

/** @param {string} executablePath @param {Record<string, string>} [env] @returns {Browser} */
function browser(executablePath, env = {}) {
  // Chromium refuses its sandbox as root, and containers of CI machines lack what it needs.
  const unsandboxed = process.platform === 'linux' && (process.getuid?.() === 0 || process.env.CI === 'true');
  return { executablePath, env, args: unsandboxed ? ['--no-sandbox'] : [] };
}

function mayUseApt() {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    process.env.CI === 'true' &&
    onPath('apt-get') !== undefined
  );
}

/** @param {string} name */
async function installWithApt(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) => run('apt-get', args, { quiet: true, env });
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  return withProgress(`Installing ${name} with apt-get`, async () => {
    const first = await install();
    if (first.code === 0) return first;
    await apt('update'); // the list of packages may be old, or there is none
    return install();
  });
}

async function browserFromApt() {
  const { code, output } = await installWithApt('chromium');
  if (code !== 0)
    throw new Unavailable(`apt-get could not install chromium:\n${output.trim().split('\n').slice(-3).join('\n')}`);
  return browser('/usr/bin/chromium');
}

const chineseFonts = ['/usr/share/fonts/truetype/wqy', '/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto-cjk'];

/** Without one Chinese labels have no width, and no test sees them cut; so CI gets one, and elsewhere it is said. */
export async function ensureChineseFont() {
  if (process.platform !== 'linux' || chineseFonts.some((folder) => existsSync(folder))) return;
  const { code } = mayUseApt() ? await installWithApt('fonts-wqy-microhei') : { code: 1 };
  if (code !== 0) say('There is no Chinese font (fonts-wqy-microhei): Chinese labels are not really measured.');
}

/**
 * A Chromium to drive: the one asked for, an installed one, one from npm, one from apt (CI only), or a sentence why not.
 * @returns {Promise<Browser>}
 */
export async function ensureBrowser() {
  const wanted = process.env.E2E_CHROME;
  if (wanted && wanted !== 'npm' && !existsSync(wanted))
    throw new Unavailable(`E2E_CHROME names ${wanted}, which does not exist.`);
  const installed = wanted || installedBrowser();
  if (installed && wanted !== 'npm') return browser(installed);
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { executablePath, env } = await ensureNpmChromium();
    return browser(executablePath, env);
  }
  if (mayUseApt()) return browserFromApt();
  throw new Unavailable('There is no Chrome, Chromium or Edge. Install one, or name one in E2E_CHROME.');
}
