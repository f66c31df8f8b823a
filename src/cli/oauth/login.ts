import { configFlag, connectServer, serverNamed, trustFlag } from '../core/cliCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { withCore } from '../core/withCore.ts';
import { printLines, showProgress } from '../support/print.ts';
import { defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';
import { signInAsk } from './signInAsk.ts';

const table = {
  name: 'login',
  about: `Signs in to a server that requires it: opens its sign-in page, and waits for the browser to return. What is granted is
kept in the keychain of the system, or else in a file that only you can read, and used by the other commands.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    yes: { type: 'switch', meaning: 'sign in although the service does not say that it supports PKCE' },
    print: { type: 'switch', meaning: 'print the address of the sign-in page, and open no browser' },
  },
  examples: ['switchboard login github', 'switchboard login github --print'],
  exit: { notTried: 'the server is not approved, cannot be connected, or refuses the sign-in' },
} as const satisfies VerbTable;

export const login = defineVerb(table, ({ flags, operands: [id = ''] }, io) => {
  let opened = 0;
  const signIn = signInAsk(flags, io, () => void opened++);
  return withCore({ ...flags, signIn }, io, async (core) => {
    const server = serverNamed(core, id);
    showProgress(io.stderr, `Connecting to ${id}`);
    await orNotTried(core, server, io, connectServer(core, server));
    printLines(io.stdout, opened > 0 ? `Signed in to ${id}.` : `${id} is connected: no sign-in was needed.`);
    return 0;
  });
});
