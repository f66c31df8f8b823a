// @ts-check
import { delimiter, dirname } from 'node:path';
import { run } from './processes.mjs';
import { Unavailable } from './say.mjs';

const windows = process.platform === 'win32';
const networkWords =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d|ENOTCACHED)\b/;

/** @param {string} node the Node that npm itself and its children run on */
function npmEnvironment(node) {
  // Set by an outer `npm start`; they describe that package, not the one npm is called for here.
  const outer = /^npm_(package|lifecycle|command|config_local_prefix)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
  return { ...env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {string} node
 */
function callNpm(args, cwd, node) {
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=2000',
  ];
  return run('npm', [...args, ...flags], { cwd, quiet: true, shell: windows, env: npmEnvironment(node) });
}

/** @param {string} what @param {string} output */
function failure(what, output) {
  const network = networkWords.exec(output)?.[1];
  const errors = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log|_logs/.test(line));
  const reason = network
    ? `the npm registry cannot be reached (${network}). Check the network, the proxy and \`npm config get registry\``
    : `npm says:\n${(errors.length > 0 ? errors : output.trim().split('\n')).slice(0, 8).join('\n')}\nMend that`;
  return new Unavailable(`Could not get ${what}: ${reason}, then run the same command again.`);
}

/**
 * Runs npm without package scripts, twice at most; a failure names what could not be installed.
 * @param {readonly string[]} args
 * @param {{ cwd: string, what: string, node?: string, second?: readonly string[] }} options `second`: other arguments
 *   for the second try
 */
export async function npm(args, { cwd, what, node = process.execPath, second = args }) {
  const first = await callNpm(args, cwd, node);
  if (first.code === 0) return;
  const { code, output } = await callNpm(second, cwd, node);
  if (code !== 0) throw failure(what, output);
}
