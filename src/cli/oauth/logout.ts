import { configFlag, serverNamed } from '../core/cliCore.ts';
import { withCore } from '../core/withCore.ts';
import { printLines } from '../support/print.ts';
import { defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'logout',
  about: `Revokes and deletes what a sign-in to a server granted to the command line. Sign-ins in the editor are its own.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: { config: configFlag },
  examples: ['switchboard logout github'],
} as const satisfies VerbTable;

export const logout = defineVerb(table, ({ flags, operands: [id = ''] }, io) =>
  withCore(flags, io, async (core) => {
    await core.reset(serverNamed(core, id).id, ['signIn']);
    printLines(io.stdout, `Signed out of ${id}.`);
    return 0;
  }),
);
