import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fuzz, keptInputs, runCase } from '../../fuzz/fuzz.ts';
import { targets } from '../../fuzz/targets.ts';
import { failOnLeaks } from '../../support/leaks.ts';

after(() => targets.forEach((target) => target.dispose?.()));
failOnLeaks();

/** The long form is `npm run fuzz`. */
const cases = 400;
const seed = 20_261_117;

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
