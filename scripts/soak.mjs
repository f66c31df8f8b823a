// @ts-check
// npm run soak [-- minutes]: how the heap grows while agents call servers that crash and restart.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';

await main(async () => {
  await ensureInstalled();
  const args = [join(repoRoot, 'test/bench/soak.ts'), ...process.argv.slice(2)];
  return (await run(await modernNode(), args, { cwd: repoRoot })).code;
});
