import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import { packVsix } from '../../../scripts/lib/vsix.mjs';

type Manifest = Readonly<Record<string, unknown>>;

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

/** All that we declare and register, with handlers that do nothing: what VS Code itself takes for it. */
export async function packBareEntry(home: string): Promise<string> {
  const [folder, vsix] = [join(home, 'bare'), join(home, 'bare.vsix')];
  mkdirSync(folder);
  const { scripts: _scripts, devDependencies: _tools, dependencies: _libraries, ...kept } = readManifest(repoRoot);
  writeManifest(folder, { ...kept, main: './bareEntry.cjs' });
  copyFileSync(join(import.meta.dirname, 'bareEntry.cjs'), join(folder, 'bareEntry.cjs'));
  for (const name of ['package.nls.json', 'media', 'README.md', 'LICENSE'])
    cpSync(join(repoRoot, name), join(folder, name), { recursive: true });
  await packVsix(folder, vsix);
  return vsix;
}

/** Hello-world, woken by what wakes us. */
export async function packHello(home: string): Promise<string> {
  const [folder, vsix] = [join(home, 'hello'), join(home, 'hello.vsix')];
  cpSync(join(import.meta.dirname, '../hello'), folder, { recursive: true });
  writeManifest(folder, { ...readManifest(folder), activationEvents: readManifest(repoRoot)['activationEvents'] });
  await packVsix(folder, vsix);
  return vsix;
}
