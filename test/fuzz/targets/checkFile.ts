import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';
import type { Dice } from '../dice.ts';
import { type FuzzTarget, assertInside } from '../target.ts';

export const checkFile: FuzzTarget = {
  name: 'checkFile',
  promise: 'nothing throws, and every problem and check has its place in the text',
  make: (dice) => JSON.stringify(fileOf(dice), undefined, dice.below(3)),
  run: (input) => {
    const { checkFile: read, problems } = readCheckFile('/ws/a.mcptest.json', input);
    for (const { span, message } of problems) assertInside(input, span, message);
    for (const { span, id } of read?.checks ?? []) assertInside(input, span, id);
  },
};

const values = [
  null,
  1,
  'x',
  '${env:A}',
  '${input:key}',
  '${a}',
  'tools',
  { $ref: '#' },
  ['a'],
  { isError: true },
  true,
];

function fileOf(dice: Dice): unknown {
  return {
    mcptest: 1,
    server: dice.chance(60) ? 'demo' : { command: 'node', args: ['a.js'] },
    ...(dice.chance(40) && { variables: { a: dice.pick(values), token: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' } }),
    ...(dice.chance(20) && { environments: { ci: { a: dice.pick(values) } } }),
    ...(dice.chance(20) && { inputs: [{ id: 'key', type: 'promptString', description: 'd' }] }),
    checks: dice.times(4, () => checkOf(dice)),
  };
}

function checkOf(dice: Dice): unknown {
  const verb = dice.pick(['call', 'read', 'prompt', 'complete', 'list', 'steps', 'nothing']);
  const step = { [verb]: dice.pick(values), args: { a: dice.pick(values) }, expect: expectation(dice) };
  return { id: dice.pick(['a', 'b', 'c', '__proto__']), ...(verb === 'steps' ? { steps: [step, step] } : step) };
}

function expectation(dice: Dice): unknown {
  const key = dice.pick(['text', 'schema', 'error', 'isError', 'json', 'snapshot', 'contains', 'matches', 'maxMs']);
  return { [key]: dice.pick(values) };
}
