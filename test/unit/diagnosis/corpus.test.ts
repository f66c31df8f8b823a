import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../../src/core/diagnosis/diagnose.ts';
import { generalRules, rules as namingRules } from '../../../src/core/diagnosis/rules/table.ts';
import { connectionSetups } from './corpus/connections.ts';
import { containerSetups } from './corpus/containers.ts';
import { drawnSetups } from './corpus/draws/draws.ts';
import { knownSetups } from './corpus/known.ts';
import { networkSetups } from './corpus/network.ts';
import { onDiskSetups } from './corpus/onDisk.ts';
import { packageSetups } from './corpus/packages.ts';
import { programSetups } from './corpus/programs.ts';
import { reportedPackageSetups } from './corpus/reportedPackages.ts';
import { reportedRuntimeSetups } from './corpus/reportedRuntimes.ts';
import { reportedByOthers10 } from './corpus/reports/reportedByOthers10.ts';
import { reportedByOthers1 } from './corpus/reports/reportedByOthers1.ts';
import { reportedByOthers2 } from './corpus/reports/reportedByOthers2.ts';
import { reportedByOthers3 } from './corpus/reports/reportedByOthers3.ts';
import { reportedByOthers4 } from './corpus/reports/reportedByOthers4.ts';
import { reportedByOthers5 } from './corpus/reports/reportedByOthers5.ts';
import { reportedByOthers6 } from './corpus/reports/reportedByOthers6.ts';
import { reportedByOthers7 } from './corpus/reports/reportedByOthers7.ts';
import { reportedByOthers8 } from './corpus/reports/reportedByOthers8.ts';
import { reportedByOthers9 } from './corpus/reports/reportedByOthers9.ts';
import { runtimeSetups } from './corpus/runtimes.ts';
import { settingSetups } from './corpus/settings.ts';
import { evidenceOf } from './corpus/setup.ts';
import { siblingSetups } from './corpus/siblings.ts';
import { triedSetups } from './corpus/triedSetups.ts';

const draws = 29;
const rules = [...namingRules, ...generalRules];

const setups = [
  ...programSetups,
  ...packageSetups,
  ...settingSetups,
  ...runtimeSetups,
  ...connectionSetups,
  ...networkSetups,
  ...containerSetups,
  ...reportedPackageSetups,
  ...reportedRuntimeSetups,
  ...reportedByOthers10,
  ...reportedByOthers1,
  ...reportedByOthers2,
  ...reportedByOthers3,
  ...reportedByOthers4,
  ...reportedByOthers5,
  ...reportedByOthers6,
  ...reportedByOthers7,
  ...reportedByOthers8,
  ...reportedByOthers9,
  ...triedSetups,
  ...siblingSetups,
  ...onDiskSetups,
  ...knownSetups,
  ...drawnSetups('./own.json'),
  ...Array.from({ length: draws }, (_each, at) => drawnSetups(`./draw${at + 1}.json`)).flat(),
];

for (const setup of setups) {
  test(`diagnosed: ${setup.name}`, () => {
    const [first] = diagnose(evidenceOf(setup));
    assert.equal(first?.rule, setup.rule, first?.cause);
    assert.match(first.cause, setup.says);
    const kinds = first.remedies.map(({ cure }) => cure?.kind);
    assert.ok(first.remedies.length > 0, 'a remedy is named');
    if (setup.cure !== undefined) assert.ok(kinds.includes(setup.cure), kinds.join());
  });
}

test('the corpus is large, and each rule has a setup in it', () => {
  assert.ok(setups.length >= 150, String(setups.length));
  const met = new Set(setups.map(({ rule }) => rule));
  const unmet = rules.map(({ id }) => id).filter((id) => !met.has(id));
  assert.deepEqual(unmet, []);
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, 'names are unique');
  assert.equal(new Set(setups.map(({ name }) => name)).size, setups.length, 'names of setups are unique');
});
