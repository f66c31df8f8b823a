import type { Core } from '../core/app/core.ts';
import { describeDefinition } from '../core/trust/pins/describeDefinition.ts';
import { linesOf, rowsOf, shownOf, withConnected } from './review.ts';
import { configFlag } from './core/cliCore.ts';
import { inputFlag } from './core/givenInputs.ts';
import { printJson, printLines } from './support/print.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'approve',
  about: `Approves how a server is started or connected, and accepts all that it has changed in its definitions. Everything is
shown. To see first and accept one by one, use switchboard review.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    config: configFlag,
    input: inputFlag,
    json: { type: 'switch', meaning: 'print what was accepted as JSON' },
  },
  examples: ['switchboard approve github', 'switchboard approve github --config mcp.json --json'],
  exit: { notTried: 'the server cannot be connected' },
} as const satisfies VerbTable;

export const approve = defineVerb(table, ({ flags, operands: [id = ''] }, io) =>
  withConnected({ ...flags, trust: true }, id, io, (core) => acceptAll(core, id, flags.json, io)),
);

/** What is shown is what is accepted: the hash is of the same text. */
function acceptAll(core: Core, id: string, json: boolean, io: CliIo): number {
  const shown = core.held(id).flatMap((held) => shownOf(core, id, held));
  for (const { held, hash } of shown) core.acceptDefinition(id, held, hash);
  if (json) {
    printJson(io.stdout, { server: id, accepted: rowsOf(core, shown) });
    return 0;
  }
  for (const one of shown) printLines(io.stdout, ...linesOf(core, one));
  for (const { held } of shown) printLines(io.stdout, `accepted: ${describeDefinition(held)}`);
  printLines(io.stdout, `${id} is approved.`);
  return 0;
}
