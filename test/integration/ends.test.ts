// Every way to end × every verb that starts servers × ten servers that are hard to end: nothing stays. A part of the
// table is run; FAULTS_LONG=1 runs all of it.
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { Host, stubbornKinds, verbs, ways } from './support/endsFixture.ts';

const isLong = process.env['FAULTS_LONG'] === '1';
const isLinux = process.platform === 'linux'; // the only system that shows each process to the test

const [kindNames, verbNames, wayNames] = [stubbornKinds, verbs, ways].map(Object.keys) as [
  string[],
  string[],
  string[],
];

function isPossible(verb: string, way: string): boolean {
  return !ways[way]!.byInput || verb === 'gateway' || verb === 'tap';
}

const table = kindNames.flatMap((kind) =>
  verbNames.flatMap((verb) => wayNames.filter((way) => isPossible(verb, way)).map((way) => ({ kind, verb, way }))),
);

/** Each kind, each verb and each way at least once. */
const short = new Set(Array.from({ length: 14 }, (_, at) => table[(at * 17) % table.length]));

describe('ends', { concurrency: 3, skip: !isLinux }, () => {
  for (const row of table) {
    if (!isLong && !short.has(row)) continue;
    const { kind, verb, way } = row;
    test(`${way} of "${verb}" leaves nothing of a server of the kind ${kind}`, async (t) => {
      const host = new Host(verb, kind, way);
      t.after(() => host.dispose());
      await host.running();
      ways[way]!.end(host);
      if (ways[way]!.needsNext) {
        await once(host.child, 'exit');
        await host.next();
      }
      await until(() => host.left().length === 0, 'no process is left');
    });
  }
});
