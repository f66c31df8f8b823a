// @ts-check
// npm run eval:knowledge [-- dev|test|all] [-- path/to/other.jsonl]: how well the knowledge base answers, beside three baselines in the same run.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';

await main(async () => {
  await ensureInstalled();
  const args = [join(repoRoot, 'test/knowledge-eval/main.ts'), ...process.argv.slice(2)];
  return (await run(await modernNode(), args, { cwd: repoRoot })).code;
});
