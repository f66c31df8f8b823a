// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from './processTree.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ code: number, output: string }} Finished */

const windows = process.platform === 'win32';
/** @type {Map<number, ChildProcess>} */
const running = new Map();

/**
 * Starts a process in a group of its own, to be ended with everything below it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: !windows });
  const { pid } = child;
  if (pid !== undefined) running.set(pid, child);
  child.once('close', () => pid !== undefined && running.delete(pid));
  return child;
}

/**
 * Runs a process to its end; with `quiet` its output is kept instead of shown.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { quiet?: boolean }} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, { quiet = false, ...options } = {}) {
  const child = start(command, args, quiet ? { ...options, stdio: ['ignore', 'pipe', 'pipe'] } : options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: String(error.message) }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {number} pid @param {NodeJS.Signals | 0} signal */
function signalQuietly(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // already gone
  }
}

/**
 * Ends a process started here and all below it: asks first, insists after `graceMs`.
 * @param {number} pid
 * @param {number} [graceMs]
 */
export async function endTree(pid, graceMs = 2000) {
  if (windows) return endTreeOnWindows(pid);
  const below = descendants(pid);
  signalQuietly(-pid, 'SIGTERM');
  for (const id of below) signalQuietly(id, 'SIGTERM');
  const alive = () => [...below, pid].filter((id) => signalQuietly(id, 0));
  for (const end = Date.now() + graceMs; Date.now() < end && alive().length > 0;) await delay(25);
  signalQuietly(-pid, 'SIGKILL');
  for (const id of alive()) signalQuietly(id, 'SIGKILL');
}

/** @param {number} pid */
function endTreeOnWindows(pid) {
  try {
    execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // taskkill fails when the process is already gone, which is what was wanted
  }
}

export async function endAllProcesses() {
  await Promise.all([...running.keys()].map((pid) => endTree(pid)));
}

/** @param {number} code */
function endEverything(code) {
  void endAllProcesses().finally(() => process.exit(code));
}

/** npm passes a `kill` on to its shell, and not every shell passes it on to us: then our parent is suddenly another. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && (clearInterval(watch), endEverything(143)), 500);
  watch.unref();
}

/** Ctrl+C, a closed terminal or a `kill` of this script ends what it started. */
export function endProcessesOnSignals() {
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.once(signal, () => endEverything(code));
  }
  if (process.env.npm_lifecycle_event) endWithParent();
}
