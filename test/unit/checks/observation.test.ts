import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Observation,
  type ObservedCheck,
  changesBetween,
  noiseBetween,
} from '../../../src/core/checks/bisect/observation.ts';

const none = new Map();
const surface = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  tools: { add: { name: 'add', inputSchema: { type: 'object' } } },
  resources: {},
  templates: {},
  prompts: {},
};

function at(check: Partial<ObservedCheck> = {}, tools: object = surface.tools): Observation {
  return {
    checks: { sum: { status: 'passed', ms: 10, results: [{ n: 3 }], ...check } },
    surface: { ...surface, tools } as Observation['surface'] & object,
  };
}

function kinds(good: Observation, here: Observation): readonly string[] {
  return changesBetween(good, here, none).map(({ kind, subject }) => `${kind} ${subject}`);
}

test('the same is no change', () => assert.deepEqual(kinds(at(), at()), []));

test('a status, a result, what is offered and a class of latency are changes', () => {
  assert.deepEqual(kinds(at(), at({ status: 'failed', reason: 'x' })), ['result sum']);
  assert.deepEqual(kinds(at(), at({ results: [{ n: 4 }] })), ['result sum']);
  assert.deepEqual(kinds(at(), at({}, {})), ['surface tools/add']);
  assert.deepEqual(kinds(at(), at({ ms: 80 })), ['latency sum']);
});

test('a little slower, or three times of almost nothing, is no class', () => {
  assert.deepEqual(kinds(at(), at({ ms: 55 })), []);
  assert.deepEqual(kinds(at({ ms: 100 }), at({ ms: 290 })), []);
});

test('a server that does not start any more is one change', () => {
  assert.deepEqual(kinds(at(), { failure: 'gone', checks: {} }), ['result server']);
});

test('what differs at the same commit is no change at another', () => {
  const [first, second, later] = ['2026-01-01T10:00:00Z', '2026-01-01T10:00:02Z', '2026-02-01T10:00:00Z'].map((time) =>
    at({ results: [{ time, n: 3 }] }),
  );
  const noise = noiseBetween(first!, second!);
  assert.deepEqual(changesBetween(first!, later!, noise), []);
  assert.equal(changesBetween(first!, at({ results: [{ time: 'never', n: 3 }] }), noise).length, 1);
});
