// @ts-check
// Builds and packs out/mcp-switchboard.vsix, and looks at what is in it.
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { say } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  await build();
  const { path, size, files } = await packageExtension();
  say(`${path}: ${files} files, ${Math.ceil(size / 1024)} KB`);
});
