// @ts-check
// npm run soak [-- minutes]: agents call servers that crash, restart and flood; every answer is looked at.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';

await main(async () => {
  await ensureInstalled();
  const args = [join(repoRoot, 'test/soak/main.ts'), ...process.argv.slice(2)];
  return (await run(await modernNode(), args, { cwd: repoRoot })).code;
});
