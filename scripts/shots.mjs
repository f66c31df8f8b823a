// @ts-check
// npm run shots: pictures of every view in four themes and of a narrow side bar, in out/shots.
// `npm run shots -- walk [english|chinese] [220|400|1100] [dark-2026…] [view…]` takes every view of every page at three widths in out/walk.
// `npm run shots -- pictures` takes those of the README and of the walkthrough instead, in docs/pictures and media; `-- film`
// makes its film.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { outDir, repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { withProgress } from './lib/say.mjs';
import { workbenchVariable, withTestWorkbench } from './lib/testWorkbench.mjs';

await main(async () => {
  await ensureInstalled();
  const { path } = await withProgress('Building and packaging', () => build().then(packageExtension));
  const wanted = ['pictures', 'film', 'walk'].find((name) => process.argv.includes(name)) ?? 'shots';
  if (wanted === 'shots') rmSync(join(outDir, 'shots'), { recursive: true, force: true });
  const home = wanted === 'shots' || wanted === 'walk' ? {} : { home: '/home/ada' }; // of no machine: pictures show paths
  return withTestWorkbench({ vsixes: [path], ...home }, async (workbench) => {
    const env = { ...process.env, [workbenchVariable]: JSON.stringify(workbench) };
    return (await run(await modernNode(), [join(repoRoot, `test/e2e/${wanted}.ts`), ...process.argv.slice(2)], { env }))
      .code;
  });
});
