import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { fuzz, keptInputs, runCase } from '../../fuzz/fuzz.ts';
import type { FuzzTarget } from '../../fuzz/target.ts';
import { targets } from '../../fuzz/targets.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { projectRoot } from '../../support/sources.ts';

after(() => targets.forEach((target) => target.dispose?.()));
failOnLeaks();

/** The long form is `npm run fuzz`. */
const cases = 400;
const seed = 20_261_117;

test('every kept case belongs to a target', () => {
  const owned = targets.flatMap(({ name }) => keptInputs(name).map((kept) => kept.name));
  assert.deepEqual(owned.toSorted(), readdirSync(path.join(projectRoot, 'test/fuzz/kept')).toSorted());
});

test('a target that throws is a finding with its text', async () => {
  const bad: FuzzTarget = {
    name: 'bad',
    promise: 'no x',
    make: (dice) => dice.pick(['x', 'y']),
    run: (input) => assert.ok(!input.includes('x')),
  };
  const { findings } = await fuzz(bad, { cases: 50, seed });
  assert.ok(findings.length > 0 && findings.every(({ input }) => input.includes('x')));
});

for (const target of targets) {
  test(`${target.name}, ${cases} random and mutated texts: ${target.promise}`, async () => {
    const { findings } = await fuzz(target, { cases, seed });
    assert.deepEqual(
      findings.map(({ input, error }) => [input, error]),
      [],
    );
  });

  for (const { name, input } of keptInputs(target.name))
    test(`${name}, which once broke it`, async () => void (await runCase(target, input)));
}
