import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { failOnLeaks } from '../../support/leaks.ts';
import type { Row } from '../badServersTable.ts';
import type { BadTransport } from './badServer.ts';
import { isLong } from './form.ts';
import { Neighbour, tryBadServer } from './tryBadServer.ts';

/** A pattern for "transport way"; without it, and without FAULTS_LONG=1, every third way over one of its transports. */
const wanted = process.env['BAD_SERVERS'];
const shortShare = 3;

/** A test for each way, in one file: they share a healthy neighbour. */
export function tryAll(rows: readonly Row[]): void {
  const uncaught: unknown[] = [];
  const remember = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', remember);
  process.on('unhandledRejection', remember);
  after(() => process.off('uncaughtException', remember).off('unhandledRejection', remember));
  const neighbour = new Neighbour();
  after(async () => {
    if (isLong) console.log(neighbour.report());
    await neighbour[Symbol.asyncDispose]();
  });
  failOnLeaks();
  for (const [at, row] of rows.entries())
    for (const transport of transportsFor(row, at))
      test(`${row.way} over ${transport}: ${row.outcome.kind}, and its neighbour answers`, async () => {
        uncaught.length = 0;
        await tryBadServer(neighbour, row, transport);
        assert.deepEqual(uncaught, []);
      });
}

function transportsFor({ way, over }: Row, at: number): readonly BadTransport[] {
  if (wanted !== undefined) return over.filter((transport) => new RegExp(wanted).test(`${transport} ${way}`));
  if (isLong) return over;
  return at % shortShare === 0 ? [over[(at / shortShare) % over.length]!] : [];
}
