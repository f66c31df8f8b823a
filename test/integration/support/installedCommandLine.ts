import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { packageCommandLine } from '../../../scripts/lib/packageCommandLine.mjs';

/** Where `npm install -g` puts the package, below a folder. */
export function installedPackage(folder: string): string {
  return path.join(folder, 'prefix/lib/node_modules/mcp-switchboard');
}

/** Nothing but the installed command, a Node and a shell's own programs. */
export function installedEnvironment(folder: string): { readonly PATH: string; readonly HOME: string } {
  return { PATH: `${folder}/prefix/bin:${path.dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder };
}

/** Packs the built command line and installs it as a user does. */
export async function installCommandLine(folder: string): Promise<void> {
  const { path: file } = await packageCommandLine(folder);
  const options = ['--offline', '--no-audit', '--no-fund', '--prefix', path.join(folder, 'prefix')];
  execFileSync('npm', ['install', '-g', file, ...options], { env: installedEnvironment(folder), stdio: 'pipe' });
}
