import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cureEntry } from '../../../src/core/diagnosis/cureEntry.ts';
import { diagnoseUnresolved } from '../../../src/core/diagnosis/unresolved.ts';
import { type BrokenSetup, evidenceOf } from './corpus/setup.ts';

const nothing = { name: 'x', rule: 'x', says: /x/ } satisfies BrokenSetup;
const machine = (files: readonly string[] = []) => evidenceOf({ ...nothing, files }).machine;

test('a variable that is not set becomes an input wherever the entry writes it', () => {
  const missing = { name: 'MOON_KEY', reference: '${env:MOON_KEY}' };
  const one = {
    place: 'env.K',
    reason: 'unset',
    message: 'The environment variable MOON_KEY is not set.',
    missing,
  } as const;
  const [found] = diagnoseUnresolved([one], machine());
  assert.deepEqual([found?.cause, found?.place], [one.message, { kind: 'entry', path: ['env', 'K'] }]);
  const raw = { command: 'moon', args: ['--key', 'k ${env:MOON_KEY}'], env: { K: '${env:MOON_KEY}', L: null } };
  const { body, inputs } = cureEntry(raw, found!.remedies[0]!.cure!, { isSecret: () => false });
  assert.deepEqual(body, {
    command: 'moon',
    args: ['--key', 'k ${input:moon-key}'],
    env: { K: '${input:moon-key}', L: null },
  });
  assert.deepEqual(
    inputs.map(({ id, password }) => [id, password]),
    [['moon-key', true]],
  );
});

test('an input that is not declared keeps its name', () => {
  const missing = { name: 'my Key', reference: '${input:my Key}' };
  const [found] = diagnoseUnresolved([{ place: 'url', reason: 'unsupported', message: 'x', missing }], machine());
  const raw = { url: 'https://moon.example.org/${input:my Key}' };
  const { body, inputs } = cureEntry(raw, found!.remedies[0]!.cure!, { isSecret: () => false });
  assert.deepEqual([body, inputs.map(({ id }) => id)], [raw, ['my Key']]);
});

test('an input that is declared under almost the same name is used first', () => {
  const missing = { name: 'moon_key', reference: '${input:moon_key}', near: 'moon-key' };
  const [found] = diagnoseUnresolved([{ place: 'env.K', reason: 'unsupported', message: 'x', missing }], machine());
  const [first, second] = found?.remedies ?? [];
  const raw = { command: 'moon', env: { K: 'k ${input:moon_key}' } };
  const { body, inputs, asked } = cureEntry(raw, first!.cure!, { isSecret: () => false });
  assert.deepEqual([body, inputs, asked], [{ command: 'moon', env: { K: 'k ${input:moon-key}' } }, [], 'moon-key']);
  assert.match(second?.text ?? '', /^Ask for moon_key/);
});

test('for a file of variables that is missing those beside it are offered, and a copy of its example', () => {
  const files = ['.env.local', '.env.example', 'prod.env', 'notes.txt'].map((name) => `/work/app/${name}`);
  const one = { place: 'envFile', reason: 'unset', message: 'x', missingFile: '/work/app/.env' } as const;
  const [found] = diagnoseUnresolved([one], machine(files));
  const texts = found?.remedies.map(({ text }) => text);
  assert.deepEqual(texts, ['Use .env.local', 'Use prod.env', 'Copy /work/app/.env.example to it', 'Remove "envFile"']);
});

test('what only the user can give has no cure of ours', () => {
  assert.deepEqual(diagnoseUnresolved([{ place: 'url', reason: 'closed', message: 'x' }], machine()), []);
});
