// @ts-check
// npm run fuzz [-- --cases N --seed S target…]: texts of any kind for everything that reads what others wrote.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';

await main(async () => {
  await ensureInstalled();
  const args = [join(repoRoot, 'test/fuzz/main.ts'), ...process.argv.slice(2)];
  return (await run(await modernNode(), args, { cwd: repoRoot })).code;
});
