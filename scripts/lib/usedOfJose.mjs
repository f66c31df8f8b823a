// @ts-check
// The SDK's client loads all of jose for the few functions that it calls: encryption, sets of keys and X.509 are most of it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @param {string} source what it calls of the module, which it names `jose` @returns {string[]} */
export function namesOfJose(source) {
  return [...new Set([...source.matchAll(/\bjose\.(\w+)/g)].map(([, name = '']) => name))].toSorted();
}

/** @returns {import('esbuild').Plugin} */
export function usedOfJose() {
  return {
    name: 'used of jose',
    setup(build) {
      build.onResolve({ filter: /^jose$/ }, ({ kind, importer }) =>
        kind === 'dynamic-import' ? { path: 'jose', namespace: 'used-of-jose', pluginData: { importer } } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'used-of-jose' }, async ({ pluginData }) => {
        const { importer } = /** @type {{ importer: string }} */ (pluginData);
        const names = namesOfJose(await readFile(importer, 'utf8'));
        if (names.length === 0) throw new Error(`${importer} loads jose and calls nothing of it by that name.`);
        return { contents: `export { ${names.join(', ')} } from 'jose';`, resolveDir: path.dirname(importer) };
      });
    },
  };
}
