// Builds dist/: the extension, the CLI and the language server share chunks; the extension's entry is a file of its own;
// the webview is an entry and one chunk per page.
// `--watch` rebuilds on change. Budgets and the rule "only the extension sees vscode" are checked on every build.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { checkBudgets, webviewPages } from './lib/budgets.mjs';
import { buildCommonEntry, buildEntry } from './lib/buildEntry.mjs';
import { readBuiltinsOnUse } from './lib/builtinImports.mjs';
import { buildMerged } from './lib/mergeChunks.mjs';
import { oneByteSources } from './lib/oneByteSources.mjs';
import { oneSdkCore } from './lib/oneSdkCore.mjs';
import { slimLanguageClient } from './lib/slimLanguageClient.mjs';
import { usedOfJose } from './lib/usedOfJose.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'linked',
  logLevel: 'warning',
  define: { SWITCHBOARD_VERSION: JSON.stringify(version) },
};

/**
 * The SDK's packages each bring a schema validator, 150 KB that is evaluated at start, for a client or server that is
 * made without one. Ours are never.
 */
const noDefaultValidator = {
  name: 'no default validator',
  setup(build) {
    build.onResolve({ filter: /^\.\/ajvProvider-/ }, ({ path: name, importer }) =>
      /[\\/]shimsNode\.mjs$/.test(importer) ? { path: name, namespace: 'no-validator' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'no-validator' }, () => ({
      contents: "export class n { constructor() { throw new Error('jsonSchemaValidator is missing'); } }",
    }));
  },
};

/** jsonc-parser and friends ship UMD as "main", which breaks in a bundle: "module" first. */
const host = {
  ...shared,
  entryPoints: existing({
    extension: 'src/extension/activate.ts',
    cli: 'src/cli/main.ts',
    lsp: 'src/lsp/main.ts',
  }),
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  splitting: true,
  target: 'node20',
  external: ['vscode'],
  mainFields: ['module', 'main'],
  // Its modules for browsers: of CommonJS nothing can be left out.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/dist/index.js') },
  plugins: [noDefaultValidator, oneByteSources(), oneSdkCore(root), slimLanguageClient(), usedOfJose()],
  // CommonJS packages inside an ES module still call require() for node's own modules.
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
};

const webview = {
  ...shared,
  entryPoints: { app: 'webview/main.ts', appFrame: 'webview/appFrame.ts' },
  outdir: 'dist/webview',
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'browser',
  format: 'esm',
  splitting: true,
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

function existing(entries) {
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(path.join(root, file))));
}

/** What a user waits for: a window, a command, a verb. What a tool loads for itself comes later. */
const hostStarts = {
  isStart: (entryPoint) =>
    /^src\/(?:extension|cli|lsp)\//.test(entryPoint) && entryPoint !== host.entryPoints.extension,
  /** It finds the verb. */
  before: (entryPoint) => (entryPoint.startsWith('src/cli/') ? 'src/cli/run.ts' : undefined),
  /** Measured: to find, read and link one more module takes as long as about 6 KB more of compiled code. It is shipped too. */
  fileCost: 8_000,
};

/** What starts every page. */
const boot = 'webview/boot.tsx';

/** Each file of a page is a way through its service worker, the workbench and the server of the window. */
const webviewStarts = {
  isStart: (entryPoint) => entryPoint !== '' && !['webview/main.ts', 'webview/appFrame.ts', boot].includes(entryPoint),
  before: () => boot,
  fileCost: 20_000,
};

async function buildKnowledge() {
  const entry = path.join(root, 'src/core/knowledge/base/writeKnowledge.ts');
  if (!existsSync(entry)) return;
  const { build } = await import('esbuild');
  const outfile = path.join(dist, 'meta/build-knowledge.mjs');
  await build({
    ...shared,
    metafile: false,
    sourcemap: false,
    entryPoints: [entry],
    outfile,
    platform: 'node',
    format: 'esm',
    banner: host.banner,
    mainFields: host.mainFields,
    legalComments: 'none',
  });
  const { writeKnowledge } = await import(pathToFileURL(outfile).href);
  await writeKnowledge(path.join(root, 'media/knowledge'), path.join(dist, 'knowledge.bin'));
}

const quickQuery = { entryPoint: 'src/cli/quickQuery.ts', outfile: 'dist/quickQuery.cjs' };

/** A page names its files in its first line, so that they come at once and not one behind the other. */
function pageFiles(metafile) {
  const pages = webviewPages(metafile).map(({ name, files }) => [
    /(\w+)Page\.js$/.exec(name)?.[1],
    files.map((file) => path.posix.relative(webview.outdir, file)).filter((file) => file !== 'app.js'),
  ]);
  return { SWITCHBOARD_PAGE_FILES: JSON.stringify(Object.fromEntries(pages)) };
}

async function buildHost(esbuild, webviewBuild) {
  const chunks = await buildMerged(esbuild, host, hostStarts);
  const ofPages = pageFiles(await webviewBuild);
  const extension = await buildCommonEntry(
    esbuild,
    { ...shared, define: { ...shared.define, ...ofPages } },
    chunks,
    'extension',
  );
  const define = { ...shared.define, 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };
  const options = { ...shared, format: 'cjs', mainFields: host.mainFields, define };
  const built = await buildCommonEntry(esbuild, options, extension, 'cli');
  return buildEntry(esbuild, options, built, quickQuery);
}

async function buildAll() {
  const esbuild = await import('esbuild');
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.join(dist, 'meta'), { recursive: true });
  const webviewBuild = buildMerged(esbuild, webview, webviewStarts);
  const [hostMetafile, webviewMetafile] = await Promise.all([buildHost(esbuild, webviewBuild), webviewBuild]);
  const hostFiles = Object.keys(hostMetafile.outputs).filter((file) => file.endsWith('.js'));
  await readBuiltinsOnUse(hostFiles.map((file) => path.join(root, file)));
  await buildKnowledge();
  await writeFile(path.join(dist, 'meta/host.json'), JSON.stringify(hostMetafile));
  await writeFile(path.join(dist, 'meta/webview.json'), JSON.stringify(webviewMetafile));
  const thirdParty = await readFile(path.join(root, 'THIRD-PARTY.md'), 'utf8');
  return checkBudgets(hostMetafile, webviewMetafile, thirdParty);
}

/** While files change, the entry leads to the whole ES entry: names of chunks change with every build. */
const watchedEntry = `let entry;
exports.activate = async (context) => (entry = await import('./extension.js')).activate(context);
exports.deactivate = () => entry?.deactivate();
`;

async function watch() {
  const esbuild = await import('esbuild');
  const contexts = await Promise.all([esbuild.context(host), esbuild.context(webview)]);
  await mkdir(dist, { recursive: true });
  await writeFile(path.join(dist, 'extension.cjs'), watchedEntry);
  await writeFile(path.join(dist, 'cli.cjs'), "import('./cli.js');\n");
  await Promise.all(contexts.map((context) => context.watch()));
  console.log('Watching for changes; Ctrl+C ends.');
}

await ensureInstalled();
if (process.argv.includes('--watch')) {
  await watch();
} else {
  const started = Date.now();
  const problems = await buildAll();
  for (const problem of problems) console.error(`budget: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`Built dist/ in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
