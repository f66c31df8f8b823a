import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regressions } from '../bench/support/budgets.ts';
import { markdownTable } from '../bench/support/table.ts';
import { type Limit, type Row, pooled, row } from '../bench/support/row.ts';

const measured = (ours: readonly number[], limit: Limit | undefined): Row =>
  row({ name: 'a call', unit: 'ms', peerName: 'a peer', limit }, ours, Array<number>(ours.length).fill(1));
const steady = (value: number): readonly number[] => Array<number>(20).fill(value);
const scattered = [0.8, 1.2, 0.9, 1.3, 1, 1.4];

test('a row is over only where its whole interval is, and noisy where the limit lies within', () => {
  const verdicts = [
    measured(steady(1), { ratio: 1.1 }),
    measured(steady(1.2), { ratio: 1.1 }),
    measured(scattered, { ratio: 1.1 }),
    measured(scattered, undefined),
    measured(steady(1), { ratio: 1.1, ours: 0.5 }),
  ].map(({ verdict }) => verdict);
  assert.deepEqual(verdicts, ['ok', 'OVER', 'noisy', 'floor', 'OVER']);
});

test('a row that was measured once more is judged by all that was measured', () => {
  const both = pooled(measured(scattered, { ratio: 1.1 }), measured(steady(1), { ratio: 1.1 }));
  assert.deepEqual([both.n, both.verdict], [26, 'ok']);
});

test('a percentile is one of all that was measured, and its interval knows what was measured together', () => {
  const spec = { name: 'a call', unit: 'ms', peerName: 'a peer', limit: undefined };
  const slow = (every: number): readonly number[] =>
    Array.from({ length: 2_000 }, (_, at) => (at % every === 0 ? 5 : 1));
  const statistic = { part: 0.99, block: 100 };
  const one = row({ ...spec, statistic }, slow(50), slow(50));
  assert.deepEqual([one.ours, one.ratio, one.interval, one.n], [5, 1, { low: 1, high: 1 }, 2_000]);
  assert.match(markdownTable([one]), /a peer \(p99 of 2,000\)/);
  const burst = Array.from({ length: 2_000 }, (_, at) => (at < 40 ? 5 : 1)); // one bad moment: it may as well have been spared
  assert.deepEqual(row({ ...spec, statistic }, burst, slow(200)).interval, { low: 1, high: 5 });
});

test('a regression is what is slower than recorded beyond both intervals', () => {
  const occasion = { date: '2026-01-01', machine: 'm', load: 0, versions: {} };
  const budgets = { bench: { ...occasion, figures: [measured(scattered, { ratio: 2 })] } };
  assert.deepEqual(regressions([measured(steady(1.3), { ratio: 2 })], budgets), []);
  assert.match(regressions([measured(steady(1.8), { ratio: 2 })], budgets).join(''), /a call: 1\.80× at least/);
});

test('a promise in plain units alone is shown, and held to, without a ratio', () => {
  const plain = measured(steady(3), { ratio: Number.POSITIVE_INFINITY, ours: 50 });
  assert.match(markdownTable([plain]), /\| 50\.0 ms \| ok \|/);
  const kept = JSON.parse(JSON.stringify(plain)) as Row;
  assert.match(markdownTable([kept]), /\| 50\.0 ms \| ok \|/);
  const budgets = { bench: { date: '2026-01-01', machine: 'm', load: 0, versions: {}, figures: [kept] } };
  assert.deepEqual(regressions([{ ...plain, ratio: 9, interval: { low: 8, high: 10 } }], budgets), []);
});
