// @ts-check
import { join } from 'node:path';
import { fetchPackage } from './fetchPackage.mjs';
import { nodePins } from './pins.mjs';
import { Unavailable } from './say.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Native TypeScript type stripping without a flag begins with 22.18; vsce and VS Code's server want 22 too. */
const isModern = major > 22 || (major === 22 && minor >= 18);

/** The path of a Node that runs TypeScript: this one if it is new enough, else one from npm. */
export async function modernNode() {
  return isModern ? process.execPath : bundledNode();
}

/** The path of the pinned Node 24, which the VS Code server is built for. */
export async function serverNode() {
  return major === 24 ? process.execPath : bundledNode();
}

async function bundledNode() {
  const platform = `${process.platform}-${process.arch}`;
  const pin = nodePins[platform];
  if (!pin) {
    throw new Unavailable(
      `This needs Node 24, and npm has none for ${platform}. Install Node 24 and run the same command with it.`,
    );
  }
  const dir = await fetchPackage(pin, `Fetching Node ${pin.version} (about 60 MB, once)`);
  return process.platform === 'win32' ? join(dir, 'bin', 'node.exe') : join(dir, 'bin', 'node');
}
