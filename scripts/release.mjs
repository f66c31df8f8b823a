// @ts-check
// npm run release -- TAG: all files of a release in out/release, with checksums, bill of materials and notes.
// Without a tag: the same with the notes of what is not released yet, to look at.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { packageCommandLine } from './lib/packageCommandLine.mjs';
import { build, packageExtension } from './lib/packageExtension.mjs';
import { outDir, repoRoot } from './lib/paths.mjs';
import { assertTag, releaseNotes } from './lib/releaseNotes.mjs';
import { say } from './lib/say.mjs';
import { writeBillOfMaterials } from './lib/sbom.mjs';

/** As `sha256sum --check` reads it. @param {string} folder */
function writeChecksums(folder) {
  const lines = readdirSync(folder)
    .toSorted()
    .map((file) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
      return `${digest}  ${file}\n`;
    });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

await main(async () => {
  const [tag] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'));
  if (tag !== undefined) assertTag(tag, version);
  const changelog = readFileSync(join(repoRoot, 'CHANGELOG.md'), 'utf8');
  const notes = releaseNotes(changelog, tag === undefined ? 'Unreleased' : version);
  await ensureInstalled();
  await build();
  const parts = [await packageExtension({ small: true }), await packageCommandLine(), writeBillOfMaterials()];
  const folder = join(outDir, 'release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path } of parts)
    cpSync(
      path,
      join(folder, basename(path).replace(/^mcp-switchboard(?=\.(?:vsix|cdx))/, `mcp-switchboard-${version}`)),
    );
  writeChecksums(folder);
  writeFileSync(join(outDir, 'release-notes.md'), notes);
  for (const file of readdirSync(folder)) say(join(folder, file));
});
