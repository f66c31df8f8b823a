import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureVscodeServer } from '../../scripts/lib/vscodeServerPackage.mjs';
import { distDir, vsixPath } from '../../scripts/lib/paths.mjs';
import { row } from './support/row.ts';
import type { Bench } from './support/row.ts';

interface Output {
  readonly bytes: number;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}

type Outputs = Readonly<Record<string, Output>>;

/** The bytes of a built file and of all that it imports: at once, or also later on demand. */
function bytesFrom(outputs: Outputs, entry: string, alsoLater: boolean): number {
  const seen = new Set([entry]);
  for (const file of seen) {
    const imports = outputs[file]?.imports ?? [];
    const followed = imports.filter((one) => !one.external && (alsoLater || one.kind === 'import-statement'));
    for (const { path } of followed) seen.add(path);
  }
  return [...seen].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}

function activationBytes(): readonly [number, number] {
  const { outputs } = JSON.parse(readFileSync(join(distDir, 'meta/host.json'), 'utf8')) as { outputs: Outputs };
  return [bytesFrom(outputs, 'dist/extension.cjs', false), bytesFrom(outputs, 'dist/extension.cjs', true)];
}

/** VS Code's own Git extension, packed as tightly as a vsix is. */
async function gitExtensionBytes(): Promise<number> {
  const { serverMain } = await ensureVscodeServer();
  const extensions = join(dirname(serverMain), '../extensions');
  return execFileSync('tar', ['-czf', '-', '-C', extensions, 'git'], { maxBuffer: 1 << 28 }).length;
}

export const sizes: Bench = {
  name: 'size',
  inVscode: false,
  run: async () => {
    const [atOnce, inAll] = activationBytes();
    const loaded = { name: 'bytes loaded at activation', unit: 'B', peerName: 'the extension without lazy loading' };
    const packed = { name: '.vsix size', unit: 'B', peerName: "VS Code's built-in Git extension, gzipped" };
    return [
      row({ ...loaded, limit: { ratio: 0.5, ours: 100 * 1024 } }, [atOnce], [inAll]),
      row({ ...packed, limit: { ratio: 8, ours: 1_700_000 } }, [statSync(vsixPath).size], [await gitExtensionBytes()]),
    ];
  },
};
