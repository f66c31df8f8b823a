// @ts-check

/** A step that failed for a known reason. Its message is for the user: no stack is printed. */
export class Trouble extends Error {}

/** Something that this machine cannot give right now: no network, no browser, no fitting Node. */
export class Unavailable extends Trouble {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {string} line */
export function complain(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {number} sinceMs a `performance.now()` */
export function elapsed(sinceMs) {
  const seconds = (performance.now() - sinceMs) / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/**
 * Runs a long step and shows that it is alive: one line rewritten on a terminal, a line each 10 s elsewhere.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const start = performance.now();
  const terminal = process.stdout.isTTY === true;
  if (!terminal) say(`${label}…`);
  const tick = () => process.stdout.write(terminal ? `\r${label}… ${elapsed(start)} ` : `  … ${elapsed(start)}\n`);
  const timer = setInterval(tick, terminal ? 500 : 10_000);
  try {
    const result = await work();
    process.stdout.write(terminal ? `\r${label}: ${elapsed(start)}   \n` : `  done in ${elapsed(start)}\n`);
    return result;
  } catch (error) {
    if (terminal) process.stdout.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
