// @ts-check
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { npm } from './npm.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { Trouble } from './say.mjs';

const limitBytes = 2 * 1024 * 1024;
/** The language server is started by the command line, as a process of its own. */
const entries = ['dist/cli.cjs', 'dist/quickQuery.cjs', 'dist/lsp.js'];
const copied = ['dist/knowledge.bin', 'LICENSE', 'THIRD-PARTY.md'];
const kept = ['keywords', 'homepage', 'bugs', 'license', 'repository', 'bin', 'type'];

/** @typedef {{ outputs: Record<string, { imports: readonly { path: string, external?: boolean }[] }> }} Metafile */

/** What the entries import, directly or not; the extension's own chunks are not among it. @returns {string[]} */
function bundledFiles() {
  const text = readFileSync(join(repoRoot, 'dist/meta/host.json'), 'utf8');
  const { outputs } = /** @type {Metafile} */ (JSON.parse(text));
  const found = new Set(entries);
  for (const file of found)
    for (const { path, external } of outputs[file]?.imports ?? []) if (!external) found.add(posix.normalize(path));
  return [...found];
}

function manifest() {
  const whole = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'));
  const { name, version } = /** @type {{ name: string, version: string }} */ (whole);
  return {
    name,
    version,
    ...Object.fromEntries(kept.map((key) => [key, whole[key]])),
    description: 'Serve, call, record and inspect MCP servers from the command line',
    engines: { node: '>=22.13' },
  };
}

/** @param {string} dir */
function stage(dir) {
  rmSync(dir, { recursive: true, force: true });
  for (const file of [...bundledFiles(), ...copied]) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(join(repoRoot, file), join(dir, file));
  }
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  cpSync(join(repoRoot, 'docs/cli.md'), join(dir, 'README.md'));
}

/** Packs the command line of `dist/`, which must be built, for npm. @param {string} target */
export async function packageCommandLine(target = outDir) {
  const dir = join(target, 'cli-package');
  stage(dir);
  await npm(['pack', '--pack-destination', target], { cwd: dir, what: 'the package of the command line' });
  const { name, version } = manifest();
  const path = join(target, `${name}-${version}.tgz`);
  const { size } = statSync(path);
  if (size > limitBytes) throw new Trouble(`${path} has ${size} bytes, over ${limitBytes}.`);
  return { path, size };
}
