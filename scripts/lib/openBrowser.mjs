// @ts-check
import { spawn } from 'node:child_process';
import { onPath } from './browser.mjs';

/** How this platform opens an address, if it has a screen and a way. @returns {[string, string[]] | undefined} */
function opener() {
  if (process.platform === 'darwin') return ['open', []];
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler']];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return (DISPLAY || WAYLAND_DISPLAY) && onPath('xdg-open') ? ['xdg-open', []] : undefined;
}

/** Opens the user's browser, which outlives this process. @param {string} url */
export function openBrowser(url) {
  const found = opener();
  if (!found) return false;
  const child = spawn(found[0], [...found[1], url], { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // the address is printed anyway
  child.unref();
  return true;
}
