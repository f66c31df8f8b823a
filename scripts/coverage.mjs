// @ts-check
// npm run coverage [-- suite…]: which lines run in the tests, all suites together; fails where too few of src/core do.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CoverageReader, processesIn } from './lib/v8Coverage.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, UsageError } from './lib/main.mjs';
import { build } from './lib/packageExtension.mjs';
import { outDir, repoRoot } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { readSources } from './lib/sourceGraph.mjs';
import { filesOf, suites } from './lib/suites.mjs';

const dir = join(outDir, 'coverage');
const wantedInCore = 0.9;

/** @typedef {Map<string, Set<number>>} Lines file → lines that ran */

/** @param {Lines} lines @returns {import('./lib/v8Coverage.mjs').Ran} */
function addTo(lines) {
  return (file, line) => {
    const known = lines.get(file) ?? new Set();
    lines.set(file, known.add(line));
  };
}

/** The test file of a process, if it is one that runs a test file. @param {readonly { url: string }[]} scripts */
function testOf(scripts) {
  return scripts
    .find(({ url }) => /\/test\/.*\.test\.ts$/.test(url))
    ?.url.replace(/^.*?(?=test\/(?:unit|integration|security)\/)/, '');
}

/** @param {CoverageReader} reader @param {string} suite @param {Lines} lines @param {Record<string, Record<string, number[]>>} tests */
function readSuite(reader, suite, lines, tests) {
  const add = addTo(lines);
  for (const scripts of processesIn(join(dir, suite))) {
    /** @type {Lines} */
    const own = new Map();
    const addOwn = addTo(own);
    reader.read(scripts, (file, line) => (add(file, line), addOwn(file, line)));
    const test = testOf(scripts);
    if (test) tests[test] = Object.fromEntries([...own].map(([file, ran]) => [file, [...ran]]));
  }
  rmSync(join(dir, suite), { recursive: true, force: true });
}

/** @param {string} file */
function roomOf(file) {
  return file
    .split('/')
    .slice(0, file.startsWith('src/core/') ? 3 : 2)
    .join('/');
}

/** @typedef {{ room: string, code: number, ran: number }} Room */

/** @param {CoverageReader} reader @param {Lines} lines @returns {Room[]} */
function roomsOf(reader, lines) {
  /** @type {Map<string, Room>} */
  const rooms = new Map();
  for (const { file } of ['src', 'webview'].flatMap((folder) => readSources(repoRoot, folder))) {
    const room = rooms.get(roomOf(file)) ?? { room: roomOf(file), code: 0, ran: 0 };
    room.code += reader.codeOf(file).size;
    room.ran += lines.get(file)?.size ?? 0;
    rooms.set(room.room, room);
  }
  return [...rooms.values()].filter(({ code }) => code > 0).toSorted((a, b) => a.room.localeCompare(b.room));
}

/** Lines of src that no test runs, as `file:line`. @param {CoverageReader} reader @param {Lines} lines @returns {string[]} */
function missedLines(reader, lines) {
  return readSources(repoRoot, 'src').flatMap(({ file }) =>
    [...reader.codeOf(file).keys()].filter((line) => !lines.get(file)?.has(line)).map((line) => `${file}:${line}`),
  );
}

/** @param {readonly Room[]} rooms */
function share(rooms) {
  const sum = (/** @type {'code' | 'ran'} */ key) => rooms.reduce((total, room) => total + room[key], 0);
  return sum('ran') / Math.max(1, sum('code'));
}

/** @param {string} name @param {readonly Room[]} rooms */
function show(name, rooms) {
  const code = rooms.reduce((total, room) => total + room.code, 0);
  say(`${name.padEnd(28)} ${String(code).padStart(7)} ${(100 * share(rooms)).toFixed(1).padStart(6)} %`);
}

/** @param {readonly string[]} names */
async function runSuites(names) {
  await build();
  let failed = 0;
  for (const name of names) {
    process.env['NODE_V8_COVERAGE'] = join(dir, name);
    failed += (await suites[name]?.run(filesOf(name, [])))?.failed ?? 0;
  }
  delete process.env['NODE_V8_COVERAGE'];
  return failed;
}

await main(async () => {
  const all = Object.keys(suites).filter((name) => name !== 'check');
  const names = process.argv.length > 2 ? process.argv.slice(2) : all;
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new UsageError(`Unknown suite ${unknown}; there are ${all.join(', ')}.`);
  await ensureInstalled();
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const failed = await runSuites(names);
  const reader = new CoverageReader(repoRoot);
  /** @type {Lines} */
  const lines = new Map();
  /** @type {Record<string, Record<string, number[]>>} */
  const tests = {};
  for (const name of names) readSuite(reader, name, lines, tests);
  writeFileSync(join(dir, 'tests.json'), JSON.stringify(tests));
  writeFileSync(join(dir, 'missed.txt'), missedLines(reader, lines).join('\n'));
  const rooms = roomsOf(reader, lines);
  say(`\n${'room'.padEnd(28)} ${'lines'.padStart(7)} ${'run'.padStart(8)}`);
  for (const room of rooms) show(room.room, [room]);
  const core = rooms.filter(({ room }) => room.startsWith('src/core'));
  show('src/core', core);
  show('all', rooms);
  return failed > 0 || share(core) < wantedInCore ? 1 : 0;
});
