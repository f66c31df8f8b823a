// @ts-check
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outDir, repoRoot, vsixPath } from './paths.mjs';
import { run } from './processes.mjs';
import { Trouble } from './say.mjs';
import { recompressZip } from './recompressZip.mjs';
import { readSources } from './sourceGraph.mjs';
import { packVsix } from './vsix.mjs';
import { listZip } from './zip.mjs';

const limitBytes = 1_780_000;
/** As it is published. */
const smallLimitBytes = 1_700_000;

/** All that may be in the package. `.vscodeignore` decides what is; this notices when it decides wrongly. */
const allowed = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^extension\/(readme|changelog|license|third-party)(\.md|\.txt)?$/i,
  /^extension\/media\/[\w-]+\.(png|svg|webp|md)$/,
  /^extension\/media\/skills\/[\w-]+\/SKILL\.md$/,
  /^extension\/media\/prompts\/[\w-]+\.prompt\.md$/,
  /^extension\/media\/templates\/(checks\.json|\w+\/[\w.]+)$/,
  /^extension\/media\/schemas\/[\w.-]+\.json$/,
  /^extension\/l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^extension\/dist\/(extension\.cjs|cli\.cjs|quickQuery\.cjs|lsp\.js)$/,
  /^extension\/dist\/chunks\/[\w.-]+\.js$/,
  /^extension\/dist\/webview\/[\w.-]+\.(js|css|ttf)$/,
  /^extension\/dist\/webview\/chunks\/[\w.-]+\.js$/,
  /^extension\/dist\/knowledge\.bin$/,
];
const needed = ['extension/package.json', 'extension/dist/extension.cjs', 'extension/dist/webview/app.js'];

/** @param {readonly string[]} names @returns {string[]} sentences; none means all is well */
export function packageProblems(names) {
  const strangers = names.filter((name) => !allowed.some((pattern) => pattern.test(name)));
  const missing = needed.filter((name) => !names.includes(name));
  return [
    ...strangers.map((name) => `${name} must not be in the package`),
    ...missing.map((name) => `${name} is not in the package`),
  ];
}

export async function build() {
  const { code, output } = await run(process.execPath, [join(repoRoot, 'scripts/build.mjs')], {
    cwd: repoRoot,
    quiet: true,
  });
  if (code !== 0) throw new Trouble(`The build failed:\n${output.trim()}`);
}

/** The entries of the repository that `.vscodeignore` lets in, at least in part. */
function packedEntries() {
  const lines = readFileSync(join(repoRoot, '.vscodeignore'), 'utf8').split('\n');
  const roots = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1).split('/')[0] ?? '');
  const patterns = roots.map((root) => new RegExp(`^${root.replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  return readdirSync(repoRoot).filter((name) => patterns.some((pattern) => pattern.test(name)));
}

/** vsce looks at every file below the folder before it ignores most: with nested node_modules that takes a minute. */
async function stage() {
  const [withShortKeys, minified] = [await shortKeys(), await minifier()];
  const dir = join(outDir, 'package');
  rmSync(dir, { recursive: true, force: true });
  for (const name of ['.vscodeignore', ...packedEntries()])
    cpSync(join(repoRoot, name), join(dir, name), { recursive: true });
  for (const name of readdirSync(join(dir, 'dist'), { encoding: 'utf8', recursive: true }))
    if (/\.c?js$/.test(name)) shrink(join(dir, 'dist', name), minified);
  for (const name of readdirSync(dir, { encoding: 'utf8', recursive: true }))
    if (/^(?:package[\w.-]*|l10n\W.*)\.json$/.test(name))
      rewrite(join(dir, name), name.startsWith('package') ? (texts) => texts : withShortKeys);
  return dir;
}

/** Neither maps nor lists of licences are in the package; 40 bytes in each of 260 files. @param {string} file @param {(name: string, text: string) => string} minified */
function shrink(file, minified) {
  const links = /(?:\/\*! For license information please see [^*]*\*\/\n?|\/\/# sourceMappingURL=\S+\n?)+$/;
  writeFileSync(file, minified(file, readFileSync(file, 'utf8').replace(links, '')));
}

/**
 * What esbuild has minified, minified once more: 3 % less. Where coverage is counted the code stays as the maps of
 * `dist/` have it. What it needs is installed by now. @returns {Promise<(name: string, text: string) => string>}
 */
async function minifier() {
  if (process.env['NODE_V8_COVERAGE'] !== undefined) return (_name, text) => text;
  const { minifySync } = await import('oxc-minify');
  return (name, text) => {
    const isModule = name.endsWith('.js');
    const { code, errors } = minifySync(name, text, {
      module: isModule,
      compress: { target: 'es2022' },
      mangle: { toplevel: isModule },
      codegen: { asciiOnly: true }, // see oneByteSources
    });
    if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
    return code;
  };
}

/** Indents are for those who edit. @param {string} file @param {(value: Record<string, string>) => object} change */
function rewrite(file, change) {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

/** What it needs is installed by now. @returns {Promise<(bundle: Record<string, string>) => object>} */
async function shortKeys() {
  const { shortTextKeys, textsOfVscode } = await import('./shortTextKeys.mjs');
  const kept = textsOfVscode(readSources(repoRoot, 'src/extension'));
  return (bundle) => shortTextKeys(bundle, kept);
}

/** Packs `dist/`, which must be built, and looks at what came out. `small` takes a minute more. */
export async function packageExtension({ small = false } = {}) {
  await packVsix(await stage(), vsixPath);
  if (small) await recompressZip(vsixPath);
  const { size } = statSync(vsixPath);
  const names = listZip(vsixPath).map((entry) => entry.name);
  const problems = packageProblems(names);
  const limit = small ? smallLimitBytes : limitBytes;
  if (size > limit) problems.push(`the package has ${size} bytes, over ${limit}`);
  if (problems.length > 0) throw new Trouble(`${vsixPath}: ${problems.join('; ')}.`);
  return { path: vsixPath, size, files: names.length };
}
