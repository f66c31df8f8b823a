// @ts-check
// Replaces @vscode/spdlog, whose native part would have to be compiled: same interface, plain appends.
// Without it VS Code writes no log files, and the Output panel of an extension stays empty.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = /** @type {const} */ (['trace', 'debug', 'info', 'warning', 'error', 'critical']);

class Logger {
  #file;
  #level = 0;
  #plain = false;

  /** @param {string} _type @param {string} _name @param {string} file */
  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  /** @param {number} level @param {string} message */
  #write(level, message) {
    if (level < this.#level) return;
    const stamp = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#plain ? message : `${stamp} [${names[level]}] ${message}\n`);
  }

  trace = (/** @type {string} */ message) => this.#write(0, message);
  debug = (/** @type {string} */ message) => this.#write(1, message);
  info = (/** @type {string} */ message) => this.#write(2, message);
  warn = (/** @type {string} */ message) => this.#write(3, message);
  error = (/** @type {string} */ message) => this.#write(4, message);
  critical = (/** @type {string} */ message) => this.#write(5, message);
  getLevel = () => this.#level;
  setLevel = (/** @type {number} */ level) => void (this.#level = level);
  clearFormatters = () => void (this.#plain = true);
  setPattern() {}
  flush() {}
  drop() {}
}

/** @param {string} name @param {string} file */
const create = async (name, file) => new Logger('rotating', name, file);

// One by one: VS Code imports these by name, and Node finds names in CommonJS only when written this way.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
