// @ts-check
import { realpathSync } from 'node:fs';
import { onPath } from './browser.mjs';
import { run } from './processes.mjs';

const oldest = /** @type {const} */ ([1, 110]);

/** `code` is also the name of helpers that only talk to a remote window, and of code-server's wrapper. */
function desktopPath() {
  const path = onPath(process.platform === 'win32' ? 'code.cmd' : 'code');
  const remote =
    process.env.VSCODE_IPC_HOOK_CLI !== undefined ||
    (path && /remote-cli|vscode-server|code-server/.test(realpathSync(path)));
  return remote ? undefined : path;
}

function hasScreen() {
  if (process.platform !== 'linux') return true;
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return Boolean(DISPLAY || WAYLAND_DISPLAY) && process.getuid?.() !== 0; // as root it refuses to start
}

/** The path of a desktop VS Code that can show the extension, if there is one. @returns {Promise<string | undefined>} */
export async function findDesktopCode() {
  const path = hasScreen() ? desktopPath() : undefined;
  if (!path) return undefined;
  const { code, output } = await run(path, ['--version'], { quiet: true, shell: process.platform === 'win32' });
  // Three lines: version, commit, architecture. Anything else is another program with the same name.
  const version = /^(\d+)\.(\d+)\.\d+\S*\n[0-9a-f]{40}\n\S+\s*$/.exec(output.replaceAll('\r', ''));
  if (code !== 0 || !version) return undefined;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]) ? path : undefined;
}
