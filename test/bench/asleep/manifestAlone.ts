import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import { packVsix } from '../../../scripts/lib/vsix.mjs';

/** All that we declare, with an entry that does nothing: what VS Code itself takes for it. */
export async function packManifestAlone(home: string): Promise<string> {
  const [folder, vsix] = [join(home, 'manifest'), join(home, 'manifest.vsix')];
  mkdirSync(folder);
  const manifest = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { scripts: _scripts, devDependencies: _tools, dependencies: _libraries, ...kept } = manifest;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...kept, main: './empty.cjs' }));
  writeFileSync(join(folder, 'empty.cjs'), 'exports.activate = () => {};\n');
  for (const name of ['package.nls.json', 'media', 'README.md', 'LICENSE'])
    cpSync(join(repoRoot, name), join(folder, name), { recursive: true });
  await packVsix(folder, vsix);
  return vsix;
}
