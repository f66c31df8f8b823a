// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { cacheDir } from './paths.mjs';
import { run } from './processes.mjs';
import { Trouble, Unavailable, withProgress } from './say.mjs';

/** @typedef {import('./pins.mjs').Pin} Pin */

/** As `npm pack` names it. @param {Pin} pin */
function fileNameOf(pin) {
  return `${pin.name.replace('@', '').replace('/', '-')}-${pin.version}`;
}

/** @param {string} archive @param {string} dir @param {string[]} [options] */
export async function untar(archive, dir, options = []) {
  mkdirSync(dir, { recursive: true });
  const { code, output } = await run('tar', ['-xf', archive, '-C', dir, ...options], { quiet: true });
  if (code !== 0) throw new Unavailable(`Could not unpack ${archive} with tar: ${output.trim()}`);
}

/** @param {string} file @param {Pin} pin */
function verify(file, pin) {
  const got = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (got === pin.integrity) return;
  throw new Trouble(
    `${pin.name}@${pin.version} from the npm registry is not the pinned file (${got}); it was not used.`,
  );
}

/** @param {Pin} pin @param {string} dir */
async function downloadInto(pin, dir) {
  const spec = `${pin.name}@${pin.version}`;
  await npm(['pack', spec, '--loglevel=error', '--pack-destination', dir], { cwd: dir, what: spec });
  const archive = join(dir, `${fileNameOf(pin)}.tgz`);
  verify(archive, pin);
  await untar(archive, join(dir, 'package'), ['--strip-components=1']);
  rmSync(archive);
}

/**
 * The folder of a pinned npm package in the cache, made once: it is prepared beside and renamed last,
 * so that a folder with the right name is a complete one.
 * @param {Pin} pin
 * @param {string} label shown while it is fetched
 * @param {{ revision?: string, prepare?(dir: string): Promise<void> }} [more] what else to do before it counts as
 *   complete; a new revision when that changes
 */
export async function fetchPackage(pin, label, { revision, prepare } = {}) {
  const done = join(cacheDir(), [fileNameOf(pin), revision].filter(Boolean).join('-'));
  if (existsSync(done)) return done;
  await withLock(`${done}.lock`, async () => {
    if (existsSync(done)) return;
    const half = `${done}.half`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    await withProgress(label, async () => {
      await downloadInto(pin, half);
      await prepare?.(join(half, 'package'));
    });
    renameSync(join(half, 'package'), done);
    rmSync(half, { recursive: true });
  });
  return done;
}
