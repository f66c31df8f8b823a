// @ts-check
// The second pass of a build: every file of the first one is bundled again, with the chunks of a group
// (chunkGroups.mjs) in one file. A chunk's exports get its number behind their names, since names are short and repeat.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunkGroups, staticImports } from './chunkGroups.mjs';

/** @typedef {import('esbuild').Metafile} Metafile */
/** @typedef {Metafile['outputs']} Outputs */
/** Where a file of the first pass ends up. @typedef {{ readonly out: string, readonly files: readonly string[] }} Unit */

/**
 * @param {typeof import('esbuild')} esbuild @param {import('esbuild').BuildOptions & { absWorkingDir: string, outdir: string }} options
 * @param {import('./chunkGroups.mjs').Starts} starts @returns {Promise<Metafile>}
 */
export async function buildMerged(esbuild, options, starts) {
  const { absWorkingDir: root, outdir, ...rest } = options;
  const parts = `${outdir}/parts`;
  const first = await esbuild.build({
    ...rest,
    absWorkingDir: root,
    outdir: parts,
    banner: {},
    metafile: true,
    sourcemap: 'inline',
    legalComments: 'inline',
  });
  const { outputs } = first.metafile;
  const units = unitsOf(outputs, chunkGroups(outputs, starts), parts, outdir);
  const second = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    metafile: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'warning',
    format: 'esm',
    ...(rest.platform === 'node'
      ? forNode(rest)
      : { platform: /** @type {const} */ ('browser'), target: rest.target ?? 'esnext' }),
    outdir,
    entryPoints: [...new Set(units.values())].map(({ out, files }) => ({
      in: files.length > 1 ? `unit:${out}` : path.join(root, files[0] ?? ''),
      out: path.relative(outdir, out).replace(/\.(?:js|css)$/, ''),
    })),
    plugins: [joinUnits(outputs, units, root)],
  });
  await rm(path.join(root, parts), { recursive: true });
  return { inputs: first.metafile.inputs, outputs: describe(outputs, second.metafile.outputs, units) };
}

/** CommonJS packages inside an ES module still call require() for Node's own modules. Only what does pays for it. @param {import('esbuild').BuildOptions} first @returns {Pick<import('esbuild').BuildOptions, 'platform' | 'target' | 'external' | 'define' | 'inject'>} */
function forNode({ target, external = [] }) {
  return {
    platform: 'node',
    target: target ?? 'node20',
    external: ['node:*', ...external],
    define: { require: 'requireOfNode' },
    inject: [fileURLToPath(new URL('requireOfNode.mjs', import.meta.url))],
  };
}

/** @param {Outputs} outputs @param {readonly (readonly string[])[]} groups @param {string} parts @param {string} outdir @returns {Map<string, Unit>} */
function unitsOf(outputs, groups, parts, outdir) {
  const files = Object.keys(outputs).filter((file) => /\.(?:js|css)$/.test(file));
  /** @type {Map<string, Unit>} */
  const units = new Map(
    files.map((file) => [file, { out: shortName(file, files).replace(parts, outdir), files: [file] }]),
  );
  for (const [at, group] of groups.entries()) {
    const unit = { out: `${outdir}/chunks/shared${at}.js`, files: inOrder(outputs, group) };
    for (const file of group) units.set(file, unit);
  }
  return units;
}

/** Without its hash, which cannot be compressed and is written wherever it is imported; several of one name are numbered. @param {string} file @param {readonly string[]} files */
function shortName(file, files) {
  const plain = (/** @type {string} */ name) => name.replace(/-[0-9A-Z]{8}\.js$/, '');
  const alike = files.filter((other) => plain(other) === plain(file));
  if (plain(file) === file) return file;
  return `${plain(file)}${alike.length > 1 ? alike.indexOf(file) : ''}.js`;
}

/** Each behind those that it imports. @param {Outputs} outputs @param {readonly string[]} group */
function inOrder(outputs, group) {
  /** @type {Set<string>} */
  const placed = new Set();
  /** @param {string} file */
  const place = (file) => {
    if (placed.has(file)) return;
    for (const next of staticImports(outputs, file)) if (group.includes(next)) place(next);
    placed.add(file);
  };
  for (const file of group) place(file);
  return [...placed];
}

/** @param {Outputs} outputs @param {ReadonlyMap<string, Unit>} units @param {string} root @returns {import('esbuild').Plugin} */
function joinUnits(outputs, units, root) {
  const byOut = new Map([...units.values()].map((unit) => [unit.out, unit]));
  /** @param {string} file @param {string} name */
  const exported = (file, name) => {
    const files = units.get(file)?.files ?? [];
    return files.length > 1 ? `${name}_${files.indexOf(file)}` : name;
  };
  return {
    name: 'join units',
    setup(build) {
      build.onResolve({ filter: /requireOfNode\.mjs$/ }, ({ path: file }) => ({ path: file, sideEffects: false }));
      build.onResolve({ filter: /^unit:/ }, ({ path: out }) => ({ path: out.slice(5), namespace: 'unit' }));
      build.onResolve({ filter: /^pair:/ }, ({ path: pair }) => ({ path: pair.slice(5), namespace: 'pair' }));
      build.onResolve({ filter: /./, namespace: 'pair' }, ({ path: out }) => ({ path: out, external: true }));
      build.onResolve({ filter: /^\.\.?\// }, ({ path: name, importer, kind }) => {
        const from = path.relative(root, importer);
        const file = path.posix.join(path.posix.dirname(from), name);
        const [mine, theirs] = [units.get(from), units.get(file)];
        if (!mine || !theirs) return undefined;
        if (kind === 'dynamic-import') return { path: relativeTo(mine.out, theirs.out), external: true };
        return mine === theirs ? { path: path.join(root, file) } : { path: `${from}|${name}`, namespace: 'bridge' };
      });
      build.onLoad({ filter: /./, namespace: 'unit' }, ({ path: out }) => {
        const lines = (byOut.get(out)?.files ?? []).map((file) => {
          const names = (outputs[file]?.exports ?? []).map((name) => `${name} as ${exported(file, name)}`);
          return `export{${names.join()}}from${JSON.stringify(path.join(root, file))};`;
        });
        return { contents: lines.join('\n'), resolveDir: root };
      });
      // What a chunk imports from one of another file, by the names that this one has there.
      build.onLoad({ filter: /./, namespace: 'bridge' }, async ({ path: bridge }) => {
        const [from = '', name = ''] = bridge.split('|');
        const file = path.posix.join(path.posix.dirname(from), name);
        const names = importedNames(await readFile(path.join(root, from), 'utf8'), name);
        const list = names.map((each) => `${exported(file, each)} as ${each}`);
        return { contents: `export{${list.join()}}from"pair:${units.get(from)?.out}|${units.get(file)?.out}";` };
      });
      // All that one file imports from another, in one statement: each of them is resolved at every start.
      build.onLoad({ filter: /./, namespace: 'pair' }, async ({ path: pair }) => {
        const [mine = '', theirs = ''] = pair.split('|');
        const names = new Set();
        for (const from of byOut.get(mine)?.files ?? []) {
          const text = await readFile(path.join(root, from), 'utf8');
          for (const file of byOut.get(theirs)?.files ?? []) {
            const imported = importedNames(text, relativeTo(from, file));
            for (const name of imported) names.add(exported(file, name));
          }
        }
        return { contents: `export{${[...names].join()}}from${JSON.stringify(relativeTo(mine, theirs))};` };
      });
    },
  };
}

/** @param {string} from @param {string} to */
function relativeTo(from, to) {
  const place = path.posix.relative(path.posix.dirname(from), to);
  return place.startsWith('.') ? place : `./${place}`;
}

/** Only these are passed on, for what is imported from outside a bundle stays in it. @param {string} text @param {string} from */
function importedNames(text, from) {
  const statements = text.matchAll(/import\{([^}]*)\}from"([^"]+)"/g);
  const lists = [...statements].filter(([, , source]) => source === from).map(([, list = '']) => list.split(','));
  return [...new Set(lists.flat().map((each) => each.split(' as ')[0] ?? ''))].filter((each) => each !== '');
}

/**
 * The second pass, told by the sources of the first one.
 * @param {Outputs} first @param {Outputs} second @param {ReadonlyMap<string, Unit>} units @returns {Outputs}
 */
function describe(first, second, units) {
  const byOut = new Map([...units.values()].map((unit) => [unit.out, unit]));
  return Object.fromEntries(
    Object.entries(second).map(([out, output]) => {
      const files = byOut.get(out)?.files ?? [];
      const inputs = Object.assign({}, ...files.map((file) => first[file]?.inputs));
      const entryPoint = files.length === 1 ? first[files[0] ?? '']?.entryPoint : undefined;
      const imports = output.imports.map((one) => {
        const file = path.posix.join(path.posix.dirname(out), one.path);
        return byOut.has(file) ? { path: file, kind: one.kind } : one;
      });
      const { entryPoint: _, ...told } = output;
      return [out, { ...told, inputs, imports, ...(entryPoint !== undefined && { entryPoint }) }];
    }),
  );
}
