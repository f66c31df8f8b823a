import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    'cross-spawn',
    'eventsource-parser',
    'http-parser-js',
    'jsonc-parser',
    'ws',
    'yaml',
  ],
  'src/cli': ['src/base', 'src/core', 'src/cli', 'node:'],
  'src/lsp': ['src/base', 'src/contract', 'src/core', 'src/lsp', 'node:', 'jsonc-parser', 'vscode-languageserver'],
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

test('only webview/ui/components/kit.ts knows the UI toolkit, so that swapping it is a change of one file', () => {
  const users = readSources('webview').filter((source) =>
    importsOf(source).some((name) => name.startsWith('@vscode/webview-ui-toolkit')),
  );
  assert.deepEqual(
    users.map(({ file }) => file),
    ['webview/ui/components/kit.ts'],
  );
});

/** The rooms of src/core, each with the rooms it may use; `app` is the composition root and may use all. */
test('no two rooms of src/core import each other both ways', () => {
  const sources = readSources('src/core');
  const room = (file: string): string => file.split('/')[2] ?? '';
  const pairs = new Set<string>();
  for (const source of sources) {
    for (const imported of importsOf(source)) {
      if (imported.startsWith('src/core/') && room(imported) !== room(source.file))
        pairs.add(`${room(source.file)} ${room(imported)}`);
    }
  }
  assert.ok(pairs.size > 0, 'saw no import between rooms');
  const bothWays = [...pairs].filter((pair) => pairs.has(pair.split(' ').toReversed().join(' ')));
  assert.deepEqual(bothWays, []);
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
