// @ts-check
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './say.mjs';

const ownerlessMs = 10_000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** A lock is stale when its owner is gone, or never got as far as writing its name. @param {string} dir */
function isStale(dir) {
  try {
    return !isAlive(Number(readFileSync(join(dir, 'pid'), 'utf8')));
  } catch {
    const age = Date.now() - (statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    return age > ownerlessMs;
  }
}

/** @param {string} dir */
function tryTake(dir) {
  try {
    mkdirSync(dir);
    writeFileSync(join(dir, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/** @param {string} dir */
async function take(dir) {
  mkdirSync(dirname(dir), { recursive: true });
  for (let told = false; !tryTake(dir); await delay(250)) {
    if (isStale(dir)) rmSync(dir, { recursive: true, force: true });
    else if (!told) told = (say('Another run is at the same step; waiting for it…'), true);
  }
}

/**
 * One run at a time, across processes. The lock is a folder, because making one is atomic everywhere.
 * @template T
 * @param {string} dir
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(dir, work) {
  await take(dir);
  try {
    return await work();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
