// Every bad server beside a healthy one: whatever it does, only itself is harmed, and what it did is said.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { failOnLeaks } from '../support/leaks.ts';
import {
  type Row,
  answerRows,
  floodRows,
  httpRows,
  listRows,
  messageRows,
  stdioRows,
  webSocketRows,
} from './badServersTable.ts';
import { Neighbour, tryBadServer } from './support/tryBadServer.ts';

const uncaught: unknown[] = [];
const remember = (error: unknown): void => void uncaught.push(error);
process.on('uncaughtException', remember);
process.on('unhandledRejection', remember);
after(() => process.off('uncaughtException', remember).off('unhandledRejection', remember));

const wanted = new RegExp(process.env['BAD_SERVERS'] ?? '.');
const neighbour = new Neighbour();
after(() => neighbour[Symbol.asyncDispose]());

failOnLeaks();

function tryAll(rows: readonly Row[]): void {
  for (const row of rows)
    for (const transport of row.over)
      if (wanted.test(`${transport} ${row.way}`))
        test(`${row.way} over ${transport}: ${row.outcome.kind}, and its neighbour answers`, async () => {
          uncaught.length = 0;
          await tryBadServer(neighbour, row, transport);
          assert.deepEqual(uncaught, []);
        });
}

tryAll(answerRows);
tryAll(messageRows);
tryAll(floodRows);
tryAll(listRows);
tryAll(stdioRows);
tryAll(httpRows);
tryAll(webSocketRows);
