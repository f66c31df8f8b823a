// @ts-check
import { parseArgs } from 'node:util';
import { UsageError } from './main.mjs';

/**
 * The options of a script; what it does not know becomes a sentence.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} O
 * @param {O} options
 */
export function readOptions(options) {
  try {
    return parseArgs({ options, allowPositionals: false, args: process.argv.slice(2) }).values;
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.split('. ')[0];
    throw new UsageError(`${reason}. --help lists what there is.`);
  }
}

/** @param {string} text */
export function portNumber(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--port wants a number from 1 to 65535, not "${text}".`);
  return port;
}
