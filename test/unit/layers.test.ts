import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cycles, fileGraph, folderGraph, twoWayPairs } from '../../scripts/lib/sourceGraph.mjs';
import { type SourceFile, importsOf, readSources } from '../support/sources.ts';

/** The picture in ARCHITECTURE.md, as an allow-list: a folder may import what its line names, and nothing else. */
const layers: Record<string, readonly string[]> = {
  'src/base': ['src/base'],
  'src/contract': ['src/base', 'src/contract'],
  'src/core': [
    'src/base',
    'src/contract',
    'src/core',
    'node:',
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/node',
    '@modelcontextprotocol/server',
    '@preact/signals-core',
    'eventsource-parser',
    'http-parser-js',
    'diff',
    'jsonc-parser',
    'ws',
    'yaml',
  ],
  'src/cli': ['src/base', 'src/core', 'src/cli', 'node:'],
  'src/lsp': [
    'src/base',
    'src/contract',
    'src/core',
    'src/lsp',
    'node:',
    'jsonc-parser',
    'vscode-languageserver-protocol',
  ],
  'src/extension': [
    'src/base',
    'src/contract',
    'src/core',
    'src/extension',
    'node:',
    '@preact/signals-core',
    'vscode',
    'vscode-languageclient',
  ],
  webview: [
    'src/base',
    'src/contract',
    'webview',
    'preact',
    '@preact/signals',
    '@preact/signals-core',
    '@vscode/webview-ui-toolkit',
    '@vscode/codicons',
  ],
};

function fits(imported: string, allowed: string): boolean {
  return imported === allowed || imported.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`);
}

function strayImports(source: SourceFile, allowed: readonly string[]): string[] {
  return importsOf(source)
    .filter((imported) => !allowed.some((entry) => fits(imported, entry)))
    .map((imported) => `${source.file} imports ${imported}`);
}

for (const [folder, allowed] of Object.entries(layers)) {
  test(`${folder} imports only what the layer order allows`, () => {
    const sources = readSources(folder);
    assert.ok(sources.length > 0, `saw no file in ${folder}`);
    assert.ok(sources.flatMap(importsOf).length > 0, `saw no import in ${folder}`);
    assert.deepEqual(
      sources.flatMap((source) => strayImports(source, allowed)),
      [],
    );
  });
}

test('the language server takes types from the packages of its protocol, and no code', () => {
  const taken = readSources('src/lsp').flatMap(({ file, text }) =>
    [...text.matchAll(/^import (?!type ).*from 'vscode-.*/gm)].map(([line]) => `${file}: ${line}`),
  );
  assert.deepEqual(taken, []);
});

test('only webview/ui/components/kit.ts knows the UI toolkit, so that swapping it is a change of one file', () => {
  const users = readSources('webview').filter((source) =>
    importsOf(source).some((name) => name.startsWith('@vscode/webview-ui-toolkit')),
  );
  assert.deepEqual(
    users.map(({ file }) => file),
    ['webview/ui/components/kit.ts'],
  );
});

/** The rooms of src/core: each may use those before it, and no other. */
const coreRooms = [
  'ports',
  'process',
  'files',
  'store',
  'wire',
  'http',
  'config',
  'source',
  'trust',
  'telemetry',
  'traffic',
  'fastPath',
  'diagnosis',
  'servers',
  'lint',
  'mcpApps',
  'calls',
  'mcpServer',
  'checks',
  'kimi',
  'knowledge',
  'manifest',
  'embedded',
  'gateway',
  'proxy',
  'app',
];
const products: ReadonlySet<string> = new Set(['kimi', 'knowledge', 'manifest']);

function roomImports(): readonly { readonly from: string; readonly to: string; readonly what: string }[] {
  const roomOf = (file: string): string => file.split('/')[2] ?? '';
  return readSources('src/core').flatMap((source) =>
    importsOf(source)
      .filter((imported) => imported.startsWith('src/core/') && roomOf(imported) !== roomOf(source.file))
      .map((imported) => ({
        from: roomOf(source.file),
        to: roomOf(imported),
        what: `${source.file} imports ${imported}`,
      })),
  );
}

test('a room of src/core uses only rooms before it', () => {
  const imports = roomImports();
  assert.ok(imports.length > 100, 'saw no import between rooms');
  assert.deepEqual(
    imports.filter(({ from, to }) => coreRooms.indexOf(to) >= coreRooms.indexOf(from)).map(({ what }) => what),
    [],
  );
  assert.deepEqual(new Set(imports.flatMap(({ from, to }) => [from, to])), new Set(coreRooms));
});

test('a product knows the server runtime and nothing of the other products', () => {
  const crossing = roomImports().filter(({ from, to }) => products.has(from) && products.has(to));
  assert.deepEqual(
    crossing.map(({ what }) => what),
    [],
  );
});

test('the gateway does not reach into the embedded server', () => {
  const reaching = roomImports().filter(({ from, to }) => from === 'gateway' && to === 'embedded');
  assert.deepEqual(
    reaching.map(({ what }) => what),
    [],
  );
});

/** Pairs of folders that may import each other for now. It may only shrink. */
const allowedCycles: readonly string[] = [];

test('no folder imports another one round in a circle, anywhere', () => {
  const sources = [...readSources('src'), ...readSources('webview')];
  assert.ok(sources.length > 700, 'saw too few files');
  assert.deepEqual(
    cycles(folderGraph(sources)).map((group) => group.join(' ')),
    allowedCycles,
  );
  assert.deepEqual(cycles(fileGraph(sources)), []);
});

test('a circle of folders is found', () => {
  const file = (name: string, ...imports: string[]): SourceFile => ({
    file: name,
    text: imports.map((other) => `import { x } from '${other}';`).join('\n'),
  });
  const sources = [file('a/x.ts', '../b/y.ts'), file('b/y.ts', './c/z.ts'), file('b/c/z.ts', '../../a/x.ts')];
  assert.deepEqual(cycles(folderGraph(sources)), [['a', 'b', 'b/c']]);
  assert.deepEqual(
    twoWayPairs(folderGraph([file('a/x.ts', '../b/y.ts'), file('b/y.ts', '../a/z.ts'), file('a/z.ts')])),
    ['a <-> b'],
  );
});

test('server text never becomes markup: no code writes innerHTML', () => {
  const sources = readSources('webview');
  assert.ok(sources.length > 0);
  const offenders = sources.filter(({ text }) =>
    /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b/.test(text),
  );
  assert.deepEqual(
    offenders.map(({ file }) => file),
    [],
  );
});
