// @ts-check
// npm run bench [-- part of a name]: every figure is a ratio against a named peer, measured in the same run.
import { join } from 'node:path';
import { ensureFixtures, ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { withProgress } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureFixtures('test/fixtures/servers', 'test/conformance');
  const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const small = wanted.length === 0 || wanted.some((part) => 'size'.includes(part)); // as published, which takes a minute
  await withProgress('Building and packaging', () => build().then(() => packageExtension({ small })));
  const args = [join(repoRoot, 'test/bench/main.ts'), ...process.argv.slice(2)];
  return (await run(await modernNode(), args, { cwd: repoRoot })).code;
});
