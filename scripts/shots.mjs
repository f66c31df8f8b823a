// @ts-check
// npm run shots: what only a window shows, in four themes, in out/shots.
// `npm run shots -- walk [english|chinese] [220|400|1100] [dark-2026…] [view…]` takes every view of every page at three
// widths in out/walk, in a browser alone, with `axe` what axe finds in each; `-- themes` renews the colours that it has from VS Code.
// `npm run shots -- pictures` takes those of the README and of the walkthrough instead, in docs/pictures and media; `-- film`
// makes its film.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFixtures, ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { outDir, repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { withProgress } from './lib/say.mjs';
import { workbenchVariable, withTestWorkbench } from './lib/testWorkbench.mjs';

/** @param {string} file @param {NodeJS.ProcessEnv} [env] */
const take = async (file, env) =>
  (await run(await modernNode(), [join(repoRoot, file), ...process.argv.slice(2)], { env })).code;

await main(async () => {
  await ensureInstalled();
  await ensureFixtures('test/fixtures/servers');
  if (process.argv.includes('walk')) {
    await withProgress('Building', build);
    return take('test/webview/walk.ts', process.env);
  }
  const { path } = await withProgress('Building and packaging', () => build().then(() => packageExtension()));
  const wanted = ['pictures', 'film', 'themes'].find((name) => process.argv.includes(name)) ?? 'shots';
  if (wanted === 'shots') rmSync(join(outDir, 'shots'), { recursive: true, force: true });
  const home = wanted === 'shots' || wanted === 'themes' ? {} : { home: '/home/ada' }; // of no machine: pictures show paths
  return withTestWorkbench({ vsixes: [path], ...home }, async (workbench) => {
    const env = { ...process.env, [workbenchVariable]: JSON.stringify(workbench) };
    return take(`test/e2e/${wanted}.ts`, env);
  });
});
