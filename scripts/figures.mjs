// @ts-check
// Prints the figures of the code that are kept low: cycles, dead exports, long functions and files.
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { functionSizes, isUsedInside, unusedExports } from './lib/codeFigures.mjs';
import { main } from './lib/main.mjs';
import { repoRoot } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { cycles, fileGraph, folderGraph, readSources, twoWayPairs } from './lib/sourceGraph.mjs';

/** Entry points are called by somebody outside. */
const entries = new Set([
  'src/extension/activate.ts',
  'src/cli/main.ts',
  'src/lsp/main.ts',
  'webview/boot.tsx',
  'src/core/knowledge/base/buildIndex.ts',
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

await main(async () => {
  const all = process.argv.includes('--all');
  const product = ['src', 'webview'].flatMap((folder) => readSources(repoRoot, folder));
  const tests = readSources(repoRoot, 'test');
  const scripts = readSources(repoRoot, 'scripts', ['.mjs']);
  const byFile = new Map(product.map((source) => [source.file, source]));
  const folders = folderGraph(product);
  const sizes = product.flatMap(functionSizes);
  const sorted = sizes.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const long = [...sizes, ...[...tests, ...scripts].flatMap(functionSizes)].filter(({ file, lines }) =>
    file.startsWith('test/e2e') || file.startsWith('test/bench') ? lines > 80 : lines > 60,
  );
  const unused = unusedExports(product, [...product, ...tests, ...scripts]).filter(({ file }) => !entries.has(file));
  const onlyTests = unusedExports(product, product).filter(
    ({ file, name }) =>
      !entries.has(file) &&
      !forTests.has(`${file} ${name}`) &&
      !isUsedInside(/** @type {import('./lib/sourceGraph.mjs').SourceFile} */ (byFile.get(file)), name),
  );
  const crowded = [...folders.keys()]
    .map((folder) => ({ folder, count: product.filter(({ file }) => path.posix.dirname(file) === folder).length }))
    .filter(({ count }) => count > 18);

  say(
    `${product.length} files in src and webview; a function has ${quantile(0.5, sorted)} lines (median), ${quantile(0.95, sorted)} (95 %)`,
  );
  show('folder pairs that import both ways', twoWayPairs(folders), all);
  show(
    'cycles of folders',
    cycles(folders).map((group) => group.join(' ')),
    all,
  );
  show(
    'cycles of files',
    cycles(fileGraph(product)).map((group) => group.join(' ')),
    all,
  );
  show(
    'exports that nobody imports',
    unused.map(({ file, name }) => `${file} ${name}`),
    all,
  );
  show(
    'exports that only tests use',
    onlyTests.map(({ file, name }) => `${file} ${name}`),
    all,
  );
  show(
    'functions over 60 lines (80 in e2e and bench)',
    long.map(({ file, line, lines }) => `${lines} ${file}:${line}`),
    all,
  );
  show(
    'files over 400 lines',
    fileLengths()
      .filter(({ lines }) => lines > 400)
      .map(({ file, lines }) => `${lines} ${file}`),
    all,
  );
  show(
    'folders over 18 files',
    crowded.map(({ folder, count }) => `${count} ${folder}`),
    all,
  );
});
