import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkGroups } from '../../../scripts/lib/chunkGroups.mjs';

type Outputs = Parameters<typeof chunkGroups>[0];

interface Chunk {
  readonly bytes?: number;
  readonly imports?: readonly string[];
  readonly external?: readonly string[];
  readonly entryPoint?: string;
}

function outputsOf(chunks: Readonly<Record<string, Chunk>>): Outputs {
  return Object.fromEntries(
    Object.entries(chunks).map(([file, { bytes = 1_000, imports = [], external = [], entryPoint }]) => [
      file,
      {
        bytes,
        inputs: {},
        exports: [],
        imports: [
          ...imports.map((path) => ({ path, kind: 'import-statement' as const })),
          ...external.map((path) => ({ path, kind: 'import-statement' as const, external: true })),
        ],
        ...(entryPoint !== undefined && { entryPoint }),
      },
    ]),
  );
}

const starts = { isStart: (entryPoint: string): boolean => entryPoint !== '', fileCost: 6_000 };
const sorted = (groups: ReturnType<typeof chunkGroups>): readonly string[] =>
  groups.map((group) => group.toSorted().join(' ')).toSorted();

test('chunks that the same starts load become one file', () => {
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['a.js', 'b.js'] },
    'call.js': { entryPoint: 'src/cli/call.ts', imports: ['a.js', 'b.js'] },
    'a.js': { bytes: 500_000 },
    'b.js': { imports: ['a.js'] },
  });
  assert.deepEqual(sorted(chunkGroups(outputs, starts)), ['a.js b.js']);
});

test('a large chunk is not loaded by a start that does without it', () => {
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['small.js', 'large.js'] },
    'help.js': { entryPoint: 'src/cli/help.ts', imports: ['small.js'] },
    'small.js': {},
    'large.js': { bytes: 500_000 },
  });
  assert.deepEqual(chunkGroups(outputs, starts), []);
});

test('nor by way of what a chunk imports', () => {
  const others = ['serve', 'tap', 'bridge'].map((name) => [
    `${name}.js`,
    { entryPoint: `src/cli/${name}.ts`, imports: ['large.js'] },
  ]);
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['small.js', 'glue.js'] },
    'call.js': { entryPoint: 'src/cli/call.ts', imports: ['small.js', 'glue.js'] },
    'help.js': { entryPoint: 'src/cli/help.ts', imports: ['small.js'] },
    ...(Object.fromEntries(others) as Record<string, Chunk>),
    'small.js': {},
    'glue.js': { imports: ['large.js'] },
    'large.js': { bytes: 500_000 },
  });
  assert.deepEqual(sorted(chunkGroups(outputs, starts)), ['glue.js large.js']);
});

test('a chunk that imports node:http stays away from a start without it', () => {
  const both = {
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['a.js'] },
    'tap.js': { entryPoint: 'src/cli/tap.ts', imports: ['a.js', 'b.js'] },
    'a.js': {},
  };
  assert.deepEqual(sorted(chunkGroups(outputsOf({ ...both, 'b.js': {} }), starts)), ['a.js b.js']);
  const http = outputsOf({ ...both, 'b.js': { external: ['node:http'] } });
  assert.deepEqual(chunkGroups(http, starts), []);
});

test('what the command line can load is not joined with what only the extension loads', () => {
  const outputs = outputsOf({
    'extension.js': { entryPoint: 'src/extension/activate.ts', imports: ['shared.js', 'window.js'] },
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['shared.js'] },
    'shared.js': {},
    'window.js': { bytes: 10, external: ['vscode'] },
  });
  assert.deepEqual(chunkGroups(outputs, starts), []);
});

test('two chunks with a third file between them are not joined, for they would import each other', () => {
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['top.js', 'bottom.js'] },
    'call.js': { entryPoint: 'src/cli/call.ts', imports: ['top.js', 'bottom.js'] },
    'tool.js': { entryPoint: 'src/cli/tool.ts', imports: ['bottom.js'] },
    'top.js': { imports: ['tool.js'] },
    'bottom.js': {},
  });
  assert.deepEqual(chunkGroups(outputs, starts), []);
});

test('what is loaded with every start is joined with what all of them need beside it', () => {
  const outputs = outputsOf({
    'boot.js': { entryPoint: 'webview/boot.tsx', imports: ['kit.js'] },
    'inspector.js': { entryPoint: 'webview/pages/inspectorPage.tsx', imports: ['list.js'] },
    'traffic.js': { entryPoint: 'webview/pages/trafficPage.tsx', imports: ['list.js'] },
    'kit.js': { bytes: 150_000 },
    'list.js': {},
  });
  const isStart = (entryPoint: string): boolean => /pages/.test(entryPoint);
  assert.deepEqual(sorted(chunkGroups(outputs, { isStart, before: () => 'webview/boot.tsx', fileCost: 6_000 })), [
    'kit.js list.js',
  ]);
  assert.deepEqual(chunkGroups(outputs, { isStart, fileCost: 6_000 }), []);
});

test('the more a file costs, the more that is not needed comes with one', () => {
  const outputs = outputsOf({
    'inspector.js': { entryPoint: 'webview/pages/inspectorPage.tsx', imports: ['a.js', 'b.js'] },
    'traffic.js': { entryPoint: 'webview/pages/trafficPage.tsx', imports: ['a.js'] },
    'a.js': {},
    'b.js': { bytes: 10_000 },
  });
  assert.deepEqual(chunkGroups(outputs, starts), []);
  assert.deepEqual(sorted(chunkGroups(outputs, { ...starts, fileCost: 20_000 })), ['a.js b.js']);
});
