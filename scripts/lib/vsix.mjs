// @ts-check
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modernNode } from './modernNode.mjs';
import { repoRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { Trouble } from './say.mjs';

/** Packs the extension in `dir` into `vsix`. @param {string} dir @param {string} vsix */
export async function packVsix(dir, vsix) {
  mkdirSync(dirname(vsix), { recursive: true });
  const vsce = join(repoRoot, 'node_modules/@vscode/vsce/vsce');
  const args = [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  const { code, output } = await run(await modernNode(), args, { cwd: dir, quiet: true });
  if (code !== 0) throw new Trouble(`vsce could not package ${dir}:\n${output.trim()}`);
  return output;
}
