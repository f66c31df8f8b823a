import type { Core } from '../core/app/core.ts';
import type { HeldDefinition } from '../core/servers/watchedDefinitions.ts';
import { describeDefinition } from '../core/trust/pins/describeDefinition.ts';
import { describePinChange } from '../core/trust/pins/pin.ts';
import { configFlag, trustFlag } from './core/cliCore.ts';
import { withServer } from './core/withCore.ts';
import { inputFlag } from './core/givenInputs.ts';
import { orNotTried } from './core/serverFailure.ts';
import { printJson, printLines, showProgress } from './support/print.ts';
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
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print what was accepted and what is left as JSON' },
  },
  examples: [
    'switchboard review github',
    'switchboard review github --accept 4f2a',
    'switchboard review github --config mcp.json --json',
  ],
  exit: { failed: 'something is left to review', notTried: 'the server is not approved, or cannot be connected' },
} as const satisfies VerbTable;

interface Shown {
  readonly held: HeldDefinition;
  readonly hash: string;
  readonly diff: string;
}

export const review = defineVerb(table, ({ flags, operands: [id = ''] }, io) =>
  withConnected(flags, id, io, (core) => reviewHeld(core, id, flags, io)),
);

type ReviewFlags = Parameters<typeof withServer>[0];

/** Connects to the server and reads all that it lists; 2 where that fails. */
export function withConnected(
  flags: ReviewFlags,
  id: string,
  io: CliIo,
  work: (core: Core) => number,
): Promise<number> {
  return withServer({ ...flags, newTools: 'hold' }, id, io, async (core, server) => {
    showProgress(io.stderr, `Reading the lists of ${id}`);
    await orNotTried(core, server, io, server.loadContents());
    return work(core);
  });
}

interface HeldFlags {
  readonly accept?: readonly string[] | undefined;
  readonly json: boolean;
}

function reviewHeld(core: Core, id: string, { accept = [], json }: HeldFlags, io: CliIo): number {
  const shown = core.held(id).flatMap((held) => shownOf(core, id, held));
  const unknown = accept.find((hash) => shown.every((one) => one.hash !== hash));
  if (unknown !== undefined)
    throw new UsageError(
      `Nothing that is held back has the hash ${unknown}: it may have changed again. Review it first.`,
    );
  const accepted = shown.filter(({ hash }) => accept.includes(hash));
  const left = shown.filter(({ hash }) => !accept.includes(hash));
  for (const { held, hash } of accepted) core.acceptDefinition(id, held, hash);
  if (json) printJson(io.stdout, { server: id, accepted: rowsOf(core, accepted), left: rowsOf(core, left) });
  else printLines(io.stdout, ...reviewLines(core, accepted, left));
  return left.length > 0 ? 1 : 0;
}

function reviewLines(core: Core, accepted: readonly Shown[], left: readonly Shown[]): readonly string[] {
  if (accepted.length + left.length === 0) return ['Nothing to review.'];
  const done = accepted.map(({ held }) => `accepted: ${describeDefinition(held)}`);
  return [...done, ...left.flatMap((one) => linesOf(core, one))];
}

/** For `--json`. */
export function rowsOf({ redactor }: Core, shown: readonly Shown[]): readonly object[] {
  return shown.map(({ held, hash, diff }) => ({ ...held, hash, diff: redactor.text(diff) }));
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
