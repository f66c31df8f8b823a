import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMask, findNoise, maskOf } from '../../../src/core/checks/snapshot/noise.ts';
import { snapshotPath } from '../../../src/core/checks/snapshot/snapshotFile.ts';

const run = (at: string, id: string) => ({
  content: [{ type: 'text', text: `Made at ${at}` }],
  structuredContent: { id, kept: 'tea', n: 3 },
});
const first = run('2026-11-17T10:00:00Z', '3f2b8c1e-7d4a-4c6b-9e5f-1a2b3c4d5e6f');
const second = run('2026-11-17T10:00:02Z', 'a1b2c3d4-7d4a-4c6b-9e5f-1a2b3c4d5e6f');

test('what differs between two runs is noise, by its place and kind', () => {
  assert.deepEqual(findNoise(first, second), [
    { at: '/content/0/text', as: 'iso-time' },
    { at: '/structuredContent/id', as: 'uuid' },
  ]);
  assert.deepEqual(findNoise(first, first), []);
});

test('a masked value equals that of another run, and the rest of the text still counts', () => {
  const mask = maskOf(findNoise(first, second));
  assert.deepEqual(applyMask(first, mask), applyMask(second, mask));
  assert.notDeepEqual(applyMask(run('never', 'x'), mask), applyMask(first, mask));
  const changed = { ...first, content: [{ type: 'text', text: 'Born at 2026-11-17T10:00:00Z' }] };
  assert.notDeepEqual(applyMask(changed, mask), applyMask(first, mask));
});

test('noise of no known kind is masked as a whole', () => {
  assert.deepEqual(findNoise({ a: 'red' }, { a: 'blue' }), [{ at: '/a', as: 'any' }]);
  assert.deepEqual(applyMask({ a: 'green' }, maskOf([{ at: '/a' }])), { a: '«any»' });
  assert.deepEqual(findNoise({ a: [1] }, { a: [1, 2] }), [{ at: '/a', as: 'any' }]);
});

test('each kind of noise is told from the others', () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['took 12 ms', 'took 1.5 ms', 'duration'],
    ['at 1763373600', 'at 1763373611', 'epoch'],
    ['http://127.0.0.1:4411/x', 'http://127.0.0.1:39999/x', 'port'],
    ['in /tmp/abc-1', 'in /tmp/xyz-2', 'path'],
    ['sha deadbeef0123', 'sha 0123456789ab', 'hex'],
    ['4:25:39 PM', '4:25:41 PM', 'iso-time'],
  ];
  for (const [a, b, as] of pairs) assert.deepEqual(findNoise(a, b), [{ at: '', as }], as);
});

test('a snapshot lies beside its file, one for each step', () => {
  assert.equal(snapshotPath('/w/notes.mcptest.json', 'add', 0), '/w/__mcp__/notes/add.json');
  assert.equal(snapshotPath('/w/notes.mcptest.jsonc', 'add', 1), '/w/__mcp__/notes/add.2.json');
});
