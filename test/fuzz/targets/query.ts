import assert from 'node:assert/strict';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import { fields, parseQuery } from '../../../src/contract/traffic/trafficQuery.ts';
import { tokenize } from '../../../src/contract/traffic/trafficTokens.ts';
import { type FuzzTarget, assertInside } from '../target.ts';

const rows: readonly TrafficRow[] = [
  { seq: 1, at: 1, ms: 0, server: 's', connection: 'c', direction: 'toServer', kind: 'request', bytes: 9, method: 'tools/call', name: 'add', id: 1 },
  { seq: 2, at: 2, ms: 1, server: 's', connection: 'c', direction: 'toClient', kind: 'response', bytes: 1e6, status: 'ok', durationMs: 3.5, pair: 1 },
  { seq: 3, at: 3, ms: 2, server: '', connection: '', direction: 'none', kind: 'stderr', bytes: 0, preview: 'x' },
].map((row) => row as TrafficRow); // prettier-ignore
const context = { isPinned: () => true, isPending: () => false, body: () => '{"a":1}', fits: () => true };
const words = [
  'add',
  '"a phrase"',
  '/a+/',
  '-x',
  '>5ms',
  '<=2kb',
  '1..9',
  'error,ok',
  '-',
  ':',
  '"',
  '/',
  '*',
  'tools/*',
];

export const query: FuzzTarget = {
  name: 'query',
  promise: 'every text is a query or says what is wrong and where',
  make: (dice) => {
    const names = [...fields.keys()];
    const term = () =>
      dice.chance(70) ? `${dice.pick(['', '-'])}${dice.pick(names)}:${dice.pick(words)}` : dice.pick(words);
    return dice.times(5, term).join(' ');
  },
  run: (input) => {
    tokenize(input);
    const read = parseQuery(input);
    if (read.kind === 'invalid')
      assertInside(input, { offset: read.from, length: read.end - read.from }, read.problem.code);
    if (read.kind !== 'some') return;
    for (const row of rows) assert.equal(typeof read.test(row, context, rows[0]), 'boolean');
    for (const { texts } of read.patterns) texts(rows[0]!, context);
  },
};
