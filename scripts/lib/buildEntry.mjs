// @ts-check
// Entries that are one file each, bundled apart from the chunks; all that is lazy leads to these.
import { rm } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {import('esbuild').Metafile} Metafile */

/** @typedef {import('esbuild').BuildOptions & { absWorkingDir: string }} Options */

/**
 * An entry as CommonJS instead of the ES module that was built. VS Code loads an ES module in many asynchronous steps,
 * each of which waits for a window that is busy starting, and `require` in one; Node loads its whole loader of modules
 * before it, which takes a tenth of the time in which it starts.
 * @param {typeof import('esbuild')} esbuild @param {Options} options @param {Metafile} host @param {string} name
 * @returns {Promise<Metafile>}
 */
export async function buildCommonEntry(esbuild, options, host, name) {
  const esEntry = `dist/${name}.js`;
  const { [esEntry]: replaced, [`${esEntry}.map`]: _map, ...outputs } = host.outputs;
  const entry = { entryPoint: replaced?.entryPoint ?? '', outfile: `dist/${name}.cjs` };
  const built = await buildEntry(esbuild, { ...options, format: 'cjs' }, { ...host, outputs }, entry);
  const files = [esEntry, `${esEntry}.map`].map((file) => path.join(options.absWorkingDir, file));
  await Promise.all(files.map((file) => rm(file, { force: true })));
  return built;
}

/**
 * @param {typeof import('esbuild')} esbuild @param {Options} options @param {Metafile} host
 * @param {{ readonly entryPoint: string, readonly outfile: string }} entry @returns {Promise<Metafile>}
 */
export async function buildEntry(esbuild, options, { inputs, outputs }, { entryPoint, outfile }) {
  const { absWorkingDir: root } = options;
  const { metafile } = await esbuild.build({
    ...options,
    metafile: true,
    entryPoints: [entryPoint],
    outfile,
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    plugins: [lazyChunks(outputs, root, outfile)],
  });
  const entry = metafile.outputs[outfile];
  if (!entry) throw new Error(`${outfile} was not built`);
  const imports = entry.imports.map((one) => (one.kind === 'dynamic-import' ? chunkOf(one, outfile) : one));
  return { inputs, outputs: { ...outputs, [outfile]: { ...entry, imports, entryPoint } } };
}

/** @param {Metafile['outputs'][string]['imports'][number]} lazy @param {string} outfile */
function chunkOf({ path: name, kind }, outfile) {
  return { path: path.posix.join(path.posix.dirname(outfile), name), kind };
}

/** @param {Metafile['outputs']} outputs @param {string} root @param {string} outfile @returns {import('esbuild').Plugin} */
function lazyChunks(outputs, root, outfile) {
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
