// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { cacheDir, repoRoot } from './paths.mjs';
import { Trouble, withProgress } from './say.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Locked */

/** @param {string} file @returns {Record<string, Locked>} */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/**
 * npm writes `node_modules/.package-lock.json` as the last act of an install, so it serves as the stamp:
 * complete, and comparable entry by entry with the lock file of the repository.
 * @param {string} dir
 */
function isInstalled(dir) {
  const stamp = join(dir, 'node_modules/.package-lock.json');
  if (!existsSync(stamp)) return false;
  const installed = packagesIn(stamp);
  const wanted = Object.entries(packagesIn(join(dir, 'package-lock.json'))).filter(([path]) => path !== '');
  return wanted.every(([path, want]) => {
    const have = installed[path];
    return have ? have.version === want.version && have.integrity === want.integrity : want.optional === true;
  });
}

/** @param {string} dir @param {string} what */
async function ensure(dir, what) {
  if (!existsSync(join(dir, 'package-lock.json'))) throw new Trouble(`${join(dir, 'package-lock.json')} is missing.`);
  if (isInstalled(dir)) return;
  const lock = join(cacheDir(), `install-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}.lock`);
  await withLock(lock, async () => {
    if (isInstalled(dir)) return;
    // `npm ci` refuses a lock made where the registry lacked builds for other platforms; `install` takes it as it is.
    const second = ['install', '--no-save'];
    await withProgress(`Installing ${what}`, () => npm(['ci'], { cwd: dir, what, second }));
    if (!isInstalled(dir)) throw new Trouble(`npm left ${join(dir, 'node_modules')} different from package-lock.json.`);
  });
}

/** The development dependencies of this repository. */
export function ensureInstalled() {
  return ensure(repoRoot, 'the npm packages of this repository');
}

/** A folder with a package.json and a lock of its own, such as the fixture servers. @param {string} dir */
export function ensureNested(dir) {
  return ensure(dir, `the npm packages of ${relative(repoRoot, dir)}`);
}

/** Folders with packages of their own are installed in place. @param {readonly string[]} dirs */
export async function ensureFixtures(...dirs) {
  const present = dirs.map((dir) => join(repoRoot, dir)).filter((dir) => existsSync(join(dir, 'package-lock.json')));
  for (const dir of present) await ensureNested(dir);
}
