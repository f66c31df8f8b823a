// @ts-check
// npm run trials [-- servers|clients] [part of a name …]: servers and clients of others beside a bare client of the SDK;
// writes docs/compatibility.md. Needs about 3 GB for their packages, which nothing else installs.
import { join } from 'node:path';
import { ensureInstalled, ensureNested } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { build } from './lib/packageExtension.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { withProgress } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  for (const part of ['servers', 'clients']) await ensureNested(join(repoRoot, 'test/trials', part));
  await withProgress('Building', () => build());
  const args = [join(repoRoot, 'test/trials/main.ts'), ...process.argv.slice(2)];
  return (await run(await modernNode(), args, { cwd: repoRoot })).code;
});
