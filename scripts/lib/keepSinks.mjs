// @ts-check
// Loaded into each test process: what it removes from the temporary folder, and what our own programs print, is kept
// for the search of `sinks.mjs`.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { keepSink, sinksVariable } from './sinks.mjs';

const sinks = process.env[sinksVariable];
const ourPrograms = /(dist|cli|lsp)[\\/](cli|main|server)\.(js|ts|mjs|cjs)$|switchboard$/;

/** @param {fs.PathLike} path @param {fs.RmOptions} options */
function isKept(path, options = {}) {
  const whole = resolve(String(path));
  if (!whole.startsWith(tmpdir() + sep)) return false;
  const stats = fs.lstatSync(whole, { throwIfNoEntry: false });
  const canBe = stats?.isFile() || (stats?.isDirectory() && options.recursive);
  return Boolean(canBe) && keepSink(whole);
}

function keepRemoved() {
  const { rmSync, promises } = fs;
  const { rm } = promises;
  fs.rmSync = (path, options) => void (isKept(path, options) || rmSync(path, options));
  promises.rm = async (path, options) => void (isKept(path, options) || (await rm(path, options)));
}

/** @param {string} dir */
function keepOutput(dir) {
  const prototype = /** @type {any} */ (childProcess.ChildProcess.prototype);
  const { spawn } = prototype;
  let count = 0;
  prototype.spawn = function (/** @type {{ args?: readonly string[] }} */ options) {
    const result = spawn.call(this, options);
    if (!options.args?.slice(0, 8).some((arg) => ourPrograms.test(arg))) return result;
    const file = join(dir, 'kept', `output-${process.pid}-${++count}.txt`);
    for (const stream of [this.stdout, this.stderr].filter(Boolean)) {
      const { push } = stream;
      stream.push = (/** @type {Buffer | null} */ piece, /** @type {unknown[]} */ ...rest) => {
        if (piece) fs.appendFileSync(file, piece);
        return push.call(stream, piece, ...rest);
      };
    }
    return result;
  };
}

if (sinks) {
  keepRemoved();
  keepOutput(sinks);
  syncBuiltinESMExports();
}
