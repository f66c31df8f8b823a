import { orAborted } from '../base/async.ts';
import type { Core } from '../core/app/core.ts';
import type { HeldDefinition } from '../core/servers/watchedDefinitions.ts';
import { describeDefinition } from '../core/trust/pins/describeDefinition.ts';
import { describePinChange } from '../core/trust/pins/pin.ts';
import { configFlag, connectServer, explainFailure, openCore, serverNamed } from './core/cliCore.ts';
import { inputFlag } from './core/givenInputs.ts';
import { printLines } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'review',
  about: `Shows what a server says about itself and no user has accepted: tools, instructions, prompts, resources and resource
templates that have changed, or that came after the first list. Each has a hash; --accept accepts exactly what was shown.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    accept: { type: 'text', value: 'HASH', many: true, meaning: 'accept the definition with this hash' },
    config: configFlag,
    input: inputFlag,
    trust: { type: 'switch', meaning: 'approve the server if it is not approved yet, and remember the approval' },
  },
  examples: ['switchboard review github', 'switchboard review github --accept 4f2a'],
  exit: { failed: 'something is left to review', notTried: 'the server is not approved, or cannot be connected' },
} as const satisfies VerbTable;

interface Shown {
  readonly held: HeldDefinition;
  readonly hash: string;
  readonly diff: string;
}

export const review = defineVerb(table, ({ flags, operands: [id = ''] }, io) =>
  withConnected(flags, id, io, (core) => reviewHeld(core, id, flags.accept ?? [], io)),
);

type ReviewFlags = Parameters<typeof openCore>[0];

/** Connects to the server and reads all that it lists; 2 where that fails. */
export async function withConnected(
  flags: ReviewFlags,
  id: string,
  io: CliIo,
  work: (core: Core) => number,
): Promise<number> {
  const core = await openCore({ ...flags, newTools: 'hold' }, io);
  try {
    const server = serverNamed(core, id);
    try {
      await orAborted(connectServer(core, server), io.stop);
      await orAborted(server.loadContents(), io.stop);
    } catch (error) {
      printLines(io.stderr, ...explainFailure(core, server, error));
      return 2;
    }
    return work(core);
  } finally {
    await Promise.all(core.servers.value.map((one) => one.stop()));
    core.dispose();
  }
}

function reviewHeld(core: Core, id: string, accepted: readonly string[], io: CliIo): number {
  const shown = core.held(id).flatMap((held) => shownOf(core, id, held));
  const unknown = accepted.find((hash) => shown.every((one) => one.hash !== hash));
  if (unknown !== undefined)
    throw new UsageError(
      `Nothing that is held back has the hash ${unknown}: it may have changed again. Review it first.`,
    );
  for (const { held, hash } of shown.filter((one) => accepted.includes(one.hash))) {
    core.acceptDefinition(id, held, hash);
    printLines(io.stdout, `accepted: ${describeDefinition(held)}`);
  }
  const left = shown.filter(({ hash }) => !accepted.includes(hash));
  for (const one of left) printLines(io.stdout, ...linesOf(core, one));
  if (shown.length === 0) printLines(io.stdout, 'Nothing to review.');
  return left.length > 0 ? 1 : 0;
}

export function shownOf(core: Core, id: string, held: HeldDefinition): readonly Shown[] {
  const comparison = core.compareDefinition(id, held);
  return comparison
    ? [{ held, hash: comparison.hash, diff: comparison.changes.map(describePinChange).join('\n') }]
    : [];
}

export function linesOf({ redactor }: Core, { held, hash, diff }: Shown): readonly string[] {
  const lines = redactor.text(diff).split('\n');
  return [`${describeDefinition(held)}: ${held.reason}`, `  hash: ${hash}`, ...lines.map((line) => `  ${line}`), ''];
}
