// Sizes and import rules that a build must keep, read from the esbuild metafiles.

const KB = 1024;
const ACTIVATION_LIMIT = 24 * KB;
const WEBVIEW_LIMIT = 350 * KB;
const entry = 'dist/extension.cjs';
/** What a command line loads before it does anything: `--help`, and the verbs that open the core. */
const START_LIMITS = { 'src/cli/run.ts': 25 * KB, 'src/cli/list.ts': 850 * KB, 'src/cli/call.ts': 850 * KB };
/** What the language server loads before the first problem of a file is shown. */
const LANGUAGE_LIMIT = 220 * KB;
const STYLE_LIMIT = 28_575;

/** Every output file that loading `entry` loads at once: static imports only. */
export function staticClosure(outputs, entry) {
  const seen = new Set();
  const queue = [entry];
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (seen.has(file) || !outputs[file]) continue;
    seen.add(file);
    for (const { path, kind, external } of outputs[file].imports) {
      if (!external && kind === 'import-statement') queue.push(path);
    }
  }
  return [...seen];
}

function fullClosure(outputs, entry) {
  const seen = new Set();
  const queue = [entry];
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (seen.has(file) || !outputs[file]) continue;
    seen.add(file);
    for (const { path, external } of outputs[file].imports) if (!external) queue.push(path);
  }
  return [...seen];
}

/** An ES import of `node:http` loads all of undici, 17 ms: it waits for the first server that is reached over HTTP. */
function startProblems({ outputs }) {
  return Object.entries(START_LIMITS).flatMap(([entryPoint, limit]) => {
    const file = Object.keys(outputs).find((name) => outputs[name].entryPoint === entryPoint);
    if (file === undefined) return [`${entryPoint} is no chunk of its own`];
    const files = [...new Set([...staticClosure(outputs, 'dist/cli.cjs'), ...staticClosure(outputs, file)])];
    const bytes = bytesOf(outputs, files);
    const http = files.filter((name) => outputs[name].imports.some(({ path }) => path === 'node:http'));
    const tooLarge = bytes > limit ? [`${entryPoint} loads ${bytes} bytes, over ${limit}`] : [];
    return tooLarge.concat(http.map((name) => `${entryPoint} loads node:http with ${name}`));
  });
}

/** The entry is bundled apart from the chunks: a module with state of its own would exist twice. */
function doubledState({ inputs }) {
  const withState = /signals-core|src\/base\/(?:l10n|fault|log)\.ts/;
  return Object.keys(inputs)
    .filter((file) => withState.test(file))
    .map((file) => `activation loads ${file}, which must exist once`);
}

function importsVscode(output) {
  return output.imports.some(({ path, external }) => external && path === 'vscode');
}

export function bytesOf(outputs, files) {
  return files.reduce((sum, file) => sum + outputs[file].bytes, 0);
}

/** What each page of the webview loads before it shows its data: the entry, what starts every page, and its chunk. */
export function webviewPages({ outputs }) {
  const files = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const pages = files.filter((file) => outputs[file].entryPoint?.startsWith('webview/pages/'));
  if (pages.length === 0) throw new Error('the webview bundle has no page');
  const boot = files.find((file) => outputs[file].entryPoint === 'webview/boot.tsx');
  if (boot === undefined) throw new Error('what starts a page is no chunk of its own');
  const common = ['dist/webview/app.js', boot].flatMap((file) => staticClosure(outputs, file));
  return pages.map((page) => {
    const loaded = [...new Set([...common, ...staticClosure(outputs, page)])];
    return { name: page, files: loaded, bytes: bytesOf(outputs, loaded) };
  });
}

/** The npm packages whose code is in the bundles. */
export function bundledPackages(...metafiles) {
  const names = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].toSorted();
}

/** Answers with sentences; none means all is well. */
export function checkBudgets(host, webview, thirdPartyText) {
  const problems = [];
  const files = Object.keys(host.outputs);
  if (!files.includes(entry)) return [`${entry} was not built`];

  const activation = bytesOf(host.outputs, staticClosure(host.outputs, entry));
  if (activation > ACTIVATION_LIMIT) problems.push(`activation loads ${activation} bytes, over ${ACTIVATION_LIMIT}`);

  const language = bytesOf(host.outputs, staticClosure(host.outputs, 'dist/lsp.js'));
  if (language > LANGUAGE_LIMIT) problems.push(`the language server loads ${language} bytes, over ${LANGUAGE_LIMIT}`);

  problems.push(...doubledState(host.outputs[entry]), ...startProblems(host));
  for (const { name, bytes } of webviewPages(webview))
    if (bytes > WEBVIEW_LIMIT) problems.push(`the page ${name} loads ${bytes} bytes, over ${WEBVIEW_LIMIT}`);

  const style = webview.outputs['dist/webview/app.css']?.bytes ?? 0;
  if (style > STYLE_LIMIT) problems.push(`the style sheet has ${style} bytes, over ${STYLE_LIMIT}`);

  for (const program of ['dist/cli.cjs', 'dist/lsp.js'].filter((file) => files.includes(file))) {
    for (const file of fullClosure(host.outputs, program)) {
      if (importsVscode(host.outputs[file])) problems.push(`${program} reaches ${file}, which imports vscode`);
    }
  }
  const unlisted = bundledPackages(host, webview).filter((name) => !thirdPartyText.includes(`| ${name} |`));
  for (const name of unlisted) problems.push(`${name} is bundled but not listed in THIRD-PARTY.md`);
  return problems;
}
