// @ts-check
// Builds and packs out/mcp-switchboard.vsix and the command line for npm (out/*.tgz), looks at what is in them, and
// writes the bill of materials.
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { packageCommandLine } from './lib/packageCommandLine.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { say } from './lib/say.mjs';
import { writeBillOfMaterials } from './lib/sbom.mjs';

await main(async () => {
  await ensureInstalled();
  await build();
  const { path, size, files } = await packageExtension({ small: true });
  say(`${path}: ${files} files, ${Math.ceil(size / 1024)} KB`);
  const cli = await packageCommandLine();
  say(`${cli.path}: ${Math.ceil(cli.size / 1024)} KB`);
  const bill = writeBillOfMaterials();
  say(`${bill.path}: ${bill.components} packages`);
});
