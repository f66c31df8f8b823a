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

const isStart = (entryPoint: string): boolean => entryPoint !== '';
const sorted = (groups: ReturnType<typeof chunkGroups>): readonly string[] =>
  groups.map((group) => group.toSorted().join(' ')).toSorted();

test('chunks that the same starts load become one file', () => {
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['a.js', 'b.js'] },
    'call.js': { entryPoint: 'src/cli/call.ts', imports: ['a.js', 'b.js'] },
    'a.js': { bytes: 500_000 },
    'b.js': { imports: ['a.js'] },
  });
  assert.deepEqual(sorted(chunkGroups(outputs, isStart)), ['a.js b.js']);
});

test('a large chunk is not loaded by a start that does without it', () => {
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['small.js', 'large.js'] },
    'help.js': { entryPoint: 'src/cli/help.ts', imports: ['small.js'] },
    'small.js': {},
    'large.js': { bytes: 500_000 },
  });
  assert.deepEqual(chunkGroups(outputs, isStart), []);
});

test('a chunk that imports node:http stays away from a start without it', () => {
  const starts = {
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['a.js'] },
    'tap.js': { entryPoint: 'src/cli/tap.ts', imports: ['a.js', 'b.js'] },
    'a.js': {},
  };
  assert.deepEqual(sorted(chunkGroups(outputsOf({ ...starts, 'b.js': {} }), isStart)), ['a.js b.js']);
  const http = outputsOf({ ...starts, 'b.js': { external: ['node:http'] } });
  assert.deepEqual(chunkGroups(http, isStart), []);
});

test('what the command line can load is not joined with what only the extension loads', () => {
  const outputs = outputsOf({
    'extension.js': { entryPoint: 'src/extension/activate.ts', imports: ['shared.js', 'window.js'] },
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['shared.js'] },
    'shared.js': {},
    'window.js': { bytes: 10, external: ['vscode'] },
  });
  assert.deepEqual(chunkGroups(outputs, isStart), []);
});

test('two chunks with a third file between them are not joined, for they would import each other', () => {
  const outputs = outputsOf({
    'list.js': { entryPoint: 'src/cli/list.ts', imports: ['top.js', 'bottom.js'] },
    'call.js': { entryPoint: 'src/cli/call.ts', imports: ['top.js', 'bottom.js'] },
    'tool.js': { entryPoint: 'src/cli/tool.ts', imports: ['bottom.js'] },
    'top.js': { imports: ['tool.js'] },
    'bottom.js': {},
  });
  assert.deepEqual(chunkGroups(outputs, isStart), []);
});
