import assert from 'node:assert/strict';
import { manifestTemplate } from '../../../src/core/manifest/read/template.ts';
import { readManifest } from '../../../src/core/manifest/read/readManifest.ts';
import { buildTable, emptyTable } from '../../../src/core/manifest/toolTable.ts';
import { SchemaMaker } from '../../unit/webview/form/schemaMaker.ts';
import type { Dice } from '../dice.ts';
import { type FuzzTarget, assertInside } from '../target.ts';

const rules = {
  prefix: 't_',
  reserved: new Set(['t_reserved']),
  runnerOf: () => async () => ({ content: [], isError: false }),
};

export const manifest: FuzzTarget = {
  name: 'manifest',
  promise: 'nothing throws, every problem has its place, and no two tools share a name',
  make: (dice) =>
    dice.chance(30) ? manifestTemplate('hello') : JSON.stringify(manifestOf(dice), undefined, dice.below(3)),
  run: (input) => {
    const [one, two] = [readManifest('/m/a.json', input), readManifest('/m/b.json', input.replace('echo', 'other'))];
    for (const { span, code } of one.problems) assertInside(input, span, code);
    const { tools } = buildTable([one, two], rules, emptyTable);
    assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
  },
};

const names = ['echo', 'Echo', 'e.cho', 'reserved', '__proto__', 'x'.repeat(130), 'a b'];

function manifestOf(dice: Dice): unknown {
  const schemas = new SchemaMaker(dice.below(2 ** 31));
  const tool = (): unknown => ({
    name: dice.pick(names),
    description: 'd',
    inputSchema: dice.chance(50) ? { type: 'object', properties: { a: schemas.schema() } } : schemas.schema(),
    ...(dice.chance(30) && { outputSchema: schemas.schema(), annotations: schemas.value() }),
  });
  const prompt = (): unknown => ({
    name: dice.pick(names),
    arguments: [{ name: 'a' }],
    messages: [{ role: 'user', text: 'Look at {{a}} {{b' }],
  });
  return {
    id: 'm',
    tools: dice.times(4, tool),
    prompts: dice.times(2, prompt),
    implementation: { methods: { echo: 'echo', Echo: { method: 'x', timeoutMs: dice.below(9) }, 'e.cho': 1 } },
  };
}
