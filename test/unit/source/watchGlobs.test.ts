import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedGlob, watchGlobs } from '../../../src/core/source/watchGlobs.ts';
import { entryOf } from '../config/support.ts';

test('globs count from the folder of the workspace, absolute ones from the last folder that they name', () => {
  const { includes } = watchGlobs(['src/**/*.ts', './a.js', '${workspaceFolder}/b/*.js', '/lib/x/**/*.py'], '/w');
  assert.deepEqual(includes, [
    { base: '/w', pattern: 'src/**/*.ts' },
    { base: '/w', pattern: 'a.js' },
    { base: '/w', pattern: 'b/*.js' },
    { base: '/lib/x', pattern: '**/*.py' },
  ]);
});

test('what is behind a ! does not count, and packages never do', () => {
  const { includes, isExcluded } = watchGlobs(['**/*.ts', '!gen/**', '!**/*.{test,spec}.ts'], '/w');
  assert.equal(includes.length, 1);
  const files = ['src/a.ts', 'gen/a.ts', 'src/a.spec.ts', 'src/node_modules/x/a.ts', '.git/a.ts'];
  assert.deepEqual(
    files.map((file) => isExcluded(`/w/${file}`)),
    [false, true, true, true, true],
  );
});

test('the proposed glob is beside the file that the server runs, with its ending', () => {
  const of = (body: object) => proposedGlob(entryOf({ ...body }));
  assert.equal(of({ command: 'node', args: ['--import', 'tsx', 'src/server.ts'] }), 'src/**/*.ts');
  assert.equal(of({ command: 'node', args: ['server.mjs'], cwd: '${workspaceFolder}/mine' }), 'mine/**/*.mjs');
  assert.equal(of({ command: 'uv', args: ['run', 'notes'] }), '**/*.py');
  assert.equal(of({ command: 'cargo', args: ['run'] }), '**/*.rs');
});
