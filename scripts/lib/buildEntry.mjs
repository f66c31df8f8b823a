// @ts-check
// The extension's entry, a CommonJS file of its own: VS Code loads an ES module in many asynchronous steps, each of
// which waits for a window that is busy starting, and `require` in one. All that is lazy leads to the ES chunks.
import { rm } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {import('esbuild').Metafile} Metafile */

const [esEntry, outfile] = ['dist/extension.js', 'dist/extension.cjs'];

/**
 * Replaces the ES entry of `host` by the CommonJS one.
 * @param {typeof import('esbuild')} esbuild @param {import('esbuild').BuildOptions & { absWorkingDir: string }} options
 * @param {Metafile} host @returns {Promise<Metafile>}
 */
export async function buildEntry(esbuild, options, host) {
  const { absWorkingDir: root } = options;
  const { [esEntry]: replaced, [`${esEntry}.map`]: _map, ...outputs } = host.outputs;
  const entryPoint = replaced?.entryPoint ?? '';
  const { metafile } = await esbuild.build({
    ...options,
    metafile: true,
    entryPoints: [entryPoint],
    outfile,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    plugins: [lazyChunks(outputs, root)],
  });
  await Promise.all([esEntry, `${esEntry}.map`].map((file) => rm(path.join(root, file), { force: true })));
  const entry = metafile.outputs[outfile];
  if (!entry) throw new Error(`${outfile} was not built`);
  const imports = entry.imports.map((one) => (one.kind === 'dynamic-import' ? chunkOf(one) : one));
  return { inputs: host.inputs, outputs: { ...outputs, [outfile]: { ...entry, imports, entryPoint } } };
}

/** @param {Metafile['outputs'][string]['imports'][number]} lazy */
function chunkOf({ path: name, kind }) {
  return { path: path.posix.join(path.posix.dirname(outfile), name), kind };
}

/** @param {Metafile['outputs']} outputs @param {string} root @returns {import('esbuild').Plugin} */
function lazyChunks(outputs, root) {
  return {
    name: 'lazy chunks',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const source = path.relative(root, path.join(resolveDir, name)).replaceAll('\\', '/');
        const chunk = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === source);
        if (chunk === undefined) return { errors: [{ text: `${source} has no chunk of its own` }] };
        return { path: `./${path.posix.relative(path.posix.dirname(outfile), chunk)}`, external: true };
      });
    },
  };
}
