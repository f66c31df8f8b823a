// @ts-check
// Builds and packs out/mcp-switchboard.vsix, looks at what is in it, and writes its bill of materials.
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { say } from './lib/say.mjs';
import { writeBillOfMaterials } from './lib/sbom.mjs';

await main(async () => {
  await ensureInstalled();
  await build();
  const { path, size, files } = await packageExtension();
  say(`${path}: ${files} files, ${Math.ceil(size / 1024)} KB`);
  const bill = writeBillOfMaterials();
  say(`${bill.path}: ${bill.components} packages`);
});
