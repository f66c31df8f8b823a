import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesBetween } from '../../../src/core/checks/parity/compare.ts';

const legacy = '2025-11-25, direct';
const modern = '2026-07-28, direct';

function proposalOf(what: string, before: unknown, now: unknown): string | undefined {
  const seen = (value: unknown): Readonly<Record<string, unknown>> =>
    what.startsWith('tools/') ? { tools: { [what.slice('tools/'.length)]: value } } : { [what]: value };
  const [difference, ...more] = differencesBetween([
    { way: legacy, seen: seen(before) },
    { way: modern, seen: seen(now) },
  ]);
  assert.deepEqual([difference?.what, more], [what, []]);
  return difference?.proposal;
}

test('a difference between the versions names the proposal that asks for it', () => {
  assert.equal(proposalOf('unknown resource', 'error -32002', 'error -32602'), 'SEP-2164');
  assert.equal(proposalOf('unknown method', 'ended: timeout', 'error -32601'), 'SEP-2575');
  assert.equal(proposalOf('call of ask', { isError: true }, 'error -32021'), 'SEP-2575');
  assert.equal(proposalOf('call of ask', { isError: true }, { resultType: 'input_required' }), 'SEP-2322');
  assert.equal(proposalOf('tools/rows', {}, { outputSchema: { type: 'array' } }), 'SEP-2106');
  assert.equal(proposalOf('tools/rows', {}, { inputSchema: { type: 'object', oneOf: [{}] } }), 'SEP-2106');
});

test('a difference that no proposal asks for names none', () => {
  assert.equal(proposalOf('unknown resource', 'error -32602', 'error -32002'), undefined);
  assert.equal(proposalOf('unknown tool', 'a result with isError', 'error -32602'), undefined);
  assert.equal(proposalOf('tools/rows', { outputSchema: { type: 'object' } }, { description: 'Rows' }), undefined);
});

test('ways of one version that differ from each other are a defect, whatever a proposal says', () => {
  const [difference] = differencesBetween([
    { way: legacy, seen: { 'unknown resource': 'error -32002' } },
    { way: modern, seen: { 'unknown resource': 'error -32602' } },
    { way: '2026-07-28, through the gateway', seen: { 'unknown resource': 'error -32002' } },
  ]);
  assert.equal(difference?.proposal, undefined);
});

test('ways that show the same have no difference', () => {
  const seen = { tools: { a: { description: 'A' } }, resources: ['x'] };
  assert.deepEqual(
    differencesBetween([
      { way: legacy, seen },
      { way: modern, seen },
    ]),
    [],
  );
});
