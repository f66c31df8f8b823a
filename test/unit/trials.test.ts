import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/sources.ts';
import { trialClients } from '../trials/clients.ts';
import { rowsOf } from '../trials/compatibility.ts';
import { trialServers } from '../trials/servers.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Versions by package, with the real one behind `npm:name@version`. */
function pinned(part: string): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(projectRoot, 'test/trials', part, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as Manifest;
  return new Map(Object.entries(dependencies).map(([name, version]) => [name, version.replace(/^npm:.*@/, '')]));
}

const names = (list: readonly { readonly package: string }[]): readonly string[] =>
  list.map((one) => one.package).toSorted();

test('the trials have at least 40 servers and 8 clients of others, each at an exact version', () => {
  const [servers, clients] = [pinned('servers'), pinned('clients')];
  assert.ok(trialServers.length >= 40 && trialClients.length >= 8);
  assert.deepEqual(names(trialServers), [...servers.keys()].toSorted());
  for (const name of names(trialClients)) assert.ok(clients.has(name), name);
  for (const [name, version] of [...servers, ...clients]) assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
});

for (const [part, list] of [
  ['servers', trialServers],
  ['clients', trialClients],
] as const)
  test(`docs/compatibility.md has a row for each of the ${part}, at the version that is pinned`, () => {
    const versions = pinned(part);
    const rows = rowsOf(part);
    assert.deepEqual(rows.map(([name]) => name).toSorted(), names(list));
    for (const [name = '', version] of rows) assert.equal(version, versions.get(name), name);
    for (const row of rows) assert.match(row.at(-1) ?? '', /^\d{4}-\d\d-\d\d$/, row[0]);
  });
