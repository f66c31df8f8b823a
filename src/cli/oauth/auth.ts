import { stepText } from '../../core/servers/oauth/steps/stepText.ts';
import { type CliCore, configFlag, serverNamed, trustFlag } from '../core/cliCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { orNotTried, serverFailure } from '../core/serverFailure.ts';
import { withCore } from '../core/withCore.ts';
import { type Failure, failureLines } from '../support/failure.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';
import { signInAsk } from './signInAsk.ts';

type SignInView = Awaited<ReturnType<CliCore['signIn']>>;
type SignInStep = SignInView['steps'][number];

const table = {
  name: 'auth',
  about: `Shows how signing in to a server goes, step by step: each exchange, what the specification says of it, and who must
act. Secrets are redacted. Without --login it is done with what is stored, and no page is opened.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    login: { type: 'switch', meaning: 'open the sign-in page where one is needed' },
    print: { type: 'switch', meaning: 'print the address of the sign-in page, and open no browser' },
    yes: { type: 'switch', meaning: 'sign in although the service does not say that it supports PKCE' },
    json: { type: 'switch', meaning: 'print the steps and the claims of the token as JSON' },
  },
  examples: ['switchboard auth github', 'switchboard auth github --login', 'switchboard auth github --json'],
  exit: { failed: 'the server cannot be signed in to', notTried: 'the server is not approved' },
} as const satisfies VerbTable;

export const auth = defineVerb(table, ({ flags, operands: [id = ''] }, io) => {
  const signIn = flags.login || flags.print ? signInAsk(flags, io) : undefined;
  return withCore({ ...flags, ...(signIn && { signIn }) }, io, async (core) => {
    const server = serverNamed(core, id);
    if (core.entry(id)) await orNotTried(core, server, io, core.approve(id));
    showProgress(io.stderr, `Connecting to ${id}`);
    const failure = await server.start().then(
      () => undefined,
      (error: unknown) => serverFailure(core, server, error),
    );
    await report(core, id, failure, flags.json, io);
    return failure ? 1 : 0;
  });
});

async function report(
  core: CliCore,
  id: string,
  failure: Failure | undefined,
  json: boolean,
  io: CliIo,
): Promise<void> {
  const view = core.redactor.value(await core.signIn(id)) as SignInView;
  if (json)
    return printJson(
      io.stdout,
      { server: id, isSignedIn: failure === undefined, ...view, ...(failure && { failure }) },
      2,
    );
  for (const step of view.steps) printLines(io.stdout, ...linesOf(step));
  printLines(io.stdout, ...tokenLines(view), ...(failure ? failureLines(failure) : [`${id} is connected.`]));
}

const actors: Readonly<Record<NonNullable<SignInStep['actor']>, string>> = {
  server: 'the server',
  authorizationServer: 'the authorization server',
  client: 'MCP Switchboard',
  user: 'you',
};
const marks: Readonly<Record<SignInStep['verdict'], string>> = { ok: 'ok   ', deviation: 'note ', wrong: 'WRONG' };

function linesOf(step: SignInStep): readonly string[] {
  const { verdict, rule, actor } = step;
  const who = actor === undefined ? [] : [`must act: ${actors[actor]}`];
  const details = verdict === 'ok' ? [] : [...(rule === undefined ? [] : [rule]), ...who];
  const line = `${marks[verdict]} ${stepText(step).replace(/^sign-in: /, '')}`;
  return details.length === 0 ? [line] : [line, `      ${details.join('; ')}`];
}

function tokenLines({ token }: SignInView): readonly string[] {
  if (!token) return [];
  const { issuer, type, scope = '', expiresAt, isRenewable, claims, doubts } = token;
  const expiry = expiresAt === undefined ? '' : `, expires ${new Date(expiresAt).toISOString()}`;
  return [
    `token: ${type} of ${issuer}${expiry}${isRenewable ? ', renewed by itself' : ''}`,
    ...(scope === '' ? [] : [`scope: ${scope}`]),
    claims ? `claims: ${JSON.stringify(claims)}` : 'The token is opaque: it says nothing of itself.',
    ...doubts,
  ];
}
