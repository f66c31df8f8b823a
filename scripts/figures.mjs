// @ts-check
// Prints the figures of the code that are kept low: cycles, dead exports, untranslated texts, long functions and files.
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { functionSizes, isUsedInside, longFunctions, unusedExports } from './lib/codeFigures.mjs';
import { fixedSleeps } from './lib/fixedSleeps.mjs';
import { main } from './lib/main.mjs';
import { repoRoot } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { untranslatedTexts } from './lib/userTexts.mjs';
import { cycles, fileGraph, folderGraph, readSources, twoWayPairs } from './lib/sourceGraph.mjs';

/** Entry points are called from outside of the sources. */
const entries = new Set([
  'src/extension/activate.ts',
  'src/cli/main.ts',
  'src/lsp/main.ts',
  'webview/main.ts',
  'src/cli/quickQuery.ts',
  'src/core/knowledge/base/writeKnowledge.ts',
]);

/** Used by tests alone, and why that is right. */
const forTests = new Map([
  ['src/base/lifetime.ts watchLifetimes', 'the leak check must see every lifetime from outside'],
  ['src/lsp/document/schema.ts schemaOf', 'writes media/schemas, which are shipped'],
]);

/** @param {string} title @param {readonly string[]} rows @param {boolean} all */
function show(title, rows, all) {
  say(`${title.padEnd(52)} ${rows.length}`);
  for (const row of rows.slice(0, all ? undefined : 5)) say(`    ${row}`);
  if (!all && rows.length > 5) say(`    … ${rows.length - 5} more (--all shows them)`);
}

/** @param {number} part @param {readonly number[]} sorted */
function quantile(part, sorted) {
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
}

/** Every text file of the project's own code, with its length. @returns {{ file: string, lines: number }[]} */
function fileLengths() {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.mjs'], {
    cwd: repoRoot,
    encoding: 'utf8',
  });
  return listed.stdout
    .trim()
    .split('\n')
    .map((file) => ({ file, lines: readFileSync(path.join(repoRoot, file), 'utf8').split('\n').length - 1 }));
}

/** @typedef {import('./lib/sourceGraph.mjs').SourceFile} SourceFile */
/** @typedef {{ product: SourceFile[], tests: SourceFile[], scripts: SourceFile[] }} Sources */

/** @returns {Sources} */
function readAll() {
  return {
    product: ['src', 'webview'].flatMap((folder) => readSources(repoRoot, folder)),
    tests: readSources(repoRoot, 'test'),
    scripts: readSources(repoRoot, 'scripts', ['.mjs']),
  };
}

/** @param {Sources} sources */
function deadExports({ product, tests, scripts }) {
  return unusedExports(product, [...product, ...tests, ...scripts])
    .filter(({ file }) => !entries.has(file))
    .map(({ file, name }) => `${file} ${name}`);
}

/** @param {Sources} sources */
function exportsForTests({ product }) {
  const byFile = new Map(product.map((source) => [source.file, source]));
  return unusedExports(product, product)
    .filter(({ file, name }) => !entries.has(file) && !forTests.has(`${file} ${name}`))
    .filter(({ file, name }) => !isUsedInside(/** @type {SourceFile} */ (byFile.get(file)), name))
    .map(({ file, name }) => `${file} ${name}`);
}

/** @param {Sources} sources */
function untranslatedRows({ product }) {
  return untranslatedTexts(product).map(({ file, line, text }) => `${file}:${line} ${text}`);
}

/** @param {Sources} sources */
function crowdedFolders({ product }) {
  return [...folderGraph(product).keys()]
    .map((folder) => ({ folder, count: product.filter(({ file }) => path.posix.dirname(file) === folder).length }))
    .filter(({ count }) => count > 18)
    .map(({ folder, count }) => `${count} ${folder}`);
}

function longFiles() {
  const long = fileLengths().filter(({ lines }) => lines > 400);
  return long.map(({ file, lines }) => `${lines} ${file}`);
}

/** @param {Sources} sources */
function sleepRows({ tests }) {
  return fixedSleeps(tests.filter(({ file }) => /^test\/(?:unit|integration)\//.test(file)));
}

/** @param {ReadonlyMap<string, ReadonlySet<string>>} graph */
function cycleRows(graph) {
  return cycles(graph).map((group) => group.join(' '));
}

await main(async () => {
  const all = process.argv.includes('--all');
  const sources = readAll();
  const { product } = sources;
  const folders = folderGraph(product);
  const sizes = product.flatMap(functionSizes).map(({ lines }) => lines);
  const sorted = sizes.toSorted((a, b) => a - b);
  const [median, high] = [quantile(0.5, sorted), quantile(0.95, sorted)];
  say(`${product.length} files in src and webview; a function has ${median} lines (median), ${high} (95 %)`);
  show('folder pairs that import both ways', twoWayPairs(folders), all);
  show('cycles of folders', cycleRows(folders), all);
  show('cycles of files', cycleRows(fileGraph(product)), all);
  show('exports that nobody imports', deadExports(sources), all);
  show('exports that only tests use', exportsForTests(sources), all);
  show('untranslated user texts', untranslatedRows(sources), all);
  show('fixed sleeps in unit and integration tests', sleepRows(sources), all);
  show('functions over 60 lines (80 in e2e and bench)', longFunctions(Object.values(sources).flat()), all);
  show('files over 400 lines', longFiles(), all);
  show('folders over 18 files', crowdedFolders(sources), all);
});
