import path from 'node:path';
import { sameJson } from '../../base/json.ts';
import { plainText } from '../../base/text/plainText.ts';
import { type Baseline, readBaseline, writeBaseline } from '../../core/checks/baseline/baselineFile.ts';
import { type Drift, type DriftClass, driftOf } from '../../core/checks/baseline/drift.ts';
import { type Surface, surfaceOf } from '../../core/checks/baseline/surface.ts';
import { inEachEra } from '../../core/checks/eras.ts';
import { configFlag, trustFlag } from '../core/cliCore.ts';
import { withServer } from '../core/withCore.ts';
import { cliFiles } from '../core/cliSources.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const classes = ['breaking', 'compatible', 'wording'] as const satisfies readonly DriftClass[];

const table = {
  name: 'baseline',
  about: `Writes all that a server offers (tools, schemas, texts, annotations, resources, prompts, capabilities, in each
protocol version that it speaks) to a file for review, or compares it with that file.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    check: { type: 'switch', meaning: 'compare, and write nothing' },
    'fail-on': {
      type: 'choice',
      values: classes,
      default: 'breaking',
      meaning: 'with --check: the mildest change that fails; breaking, then compatible, then wording',
    },
    out: { type: 'text', value: 'FILE', otherwise: 'SERVER.mcpbaseline.json', meaning: 'file of the baseline' },
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print the changes as JSON' },
  },
  examples: ['switchboard baseline notes', 'switchboard baseline notes --check --config mcp.json --trust --json'],
  exit: {
    failed: 'with --check: there is a change of that class',
    notTried: 'the server cannot be connected, or there is no baseline',
  },
} as const satisfies VerbTable;

interface Compared {
  readonly server: string;
  readonly file: string;
  readonly drift: readonly Drift[];
  readonly written: boolean;
}

export const baseline = defineVerb(table, async ({ flags, operands: [id = ''] }, io) => {
  const file = path.resolve(io.cwd, flags.out ?? `${id.replaceAll(/[^\w.-]/g, '_')}.mcpbaseline.json`);
  const files = cliFiles(io);
  const before = await readBaseline(files, file).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  if (flags.check && !before) throw new UsageError(`There is no baseline in ${file}. Run the command without --check.`);
  return withServer(flags, id, io, async (core, server) => {
    showProgress(io.stderr, `Reading what ${id} offers`);
    const reading = inEachEra(server, () => surfaceOf(server));
    const found = await orNotTried(core, server, io, reading);
    const surfaces = Object.fromEntries(found.map((one) => [one.protocolVersion, one] as const));
    const now: Baseline = { mcpbaseline: 1, server: id, surfaces };
    const drift = before ? driftBetween(before, now) : [];
    const written = !flags.check && !sameJson(before, now);
    if (written) await writeBaseline(files, file, now);
    print({ server: id, file, drift, written }, flags.json, io, (text) => core.redactor.text(plainText(text)));
    const failing = new Set<DriftClass>(classes.slice(0, classes.indexOf(flags['fail-on']) + 1));
    return flags.check && drift.some((one) => failing.has(one.class)) ? 1 : 0;
  });
});

/** Each version with itself; one that is gone is a break, one that is new is not. */
function driftBetween(before: Baseline, now: Baseline): readonly Drift[] {
  const versions = [...new Set([...Object.keys(before.surfaces), ...Object.keys(now.surfaces)])];
  return versions.flatMap((version): readonly Drift[] => {
    const [old, is]: readonly (Surface | undefined)[] = [before.surfaces[version], now.surfaces[version]];
    const inVersion = (drift: Drift): Drift => ({ ...drift, subject: `${drift.subject} (${version})` });
    if (old && is) return driftOf(old, is).map(inVersion);
    const message = is ? `The server also speaks ${version} now.` : `The server no longer speaks ${version}.`;
    return [{ class: is ? 'compatible' : 'breaking', subject: 'server', message }];
  });
}

function print(compared: Compared, json: boolean, io: CliIo, clean: (text: string) => string): void {
  const { server, file, drift, written } = compared;
  if (json) return printJson(io.stdout, compared);
  const rows = drift.map((one) => clean(`${one.class.padEnd(10)}  ${one.subject}: ${one.message}`));
  const end = written ? `Written: ${path.relative(io.cwd, file)}` : `${server} is as its baseline says.`;
  printLines(io.stdout, ...rows, ...(written || drift.length === 0 ? [end] : []));
}
