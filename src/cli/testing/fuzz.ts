import { orAborted } from '../../base/async.ts';
import { plainText } from '../../base/text/plainText.ts';
import { type FuzzReport, describeArgs, fuzzServer } from '../../core/checks/fuzz/fuzzServer.ts';
import { configFlag, trustFlag } from '../core/cliCore.ts';
import { withServer } from '../core/withCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import { defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'fuzz',
  about: `Calls the tools of a server with inputs made from their schemas: missing, wrong, at the bounds and beyond, empty,
huge. Only tools that are marked read-only are called, unless --all says otherwise.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    seed: {
      type: 'integer',
      value: 'N',
      range: { min: 0, max: 4_294_967_295 },
      default: 1,
      meaning: 'decides what is combined',
    },
    tool: { type: 'text', value: 'NAME', meaning: 'only this tool' },
    'per-tool': {
      type: 'integer',
      value: 'N',
      range: { min: 1, max: 100_000 },
      default: 100,
      meaning: 'most inputs of a tool',
    },
    timeout: {
      type: 'integer',
      value: 'SECONDS',
      range: { min: 1, max: 600 },
      default: 10,
      meaning: 'time-out of a call',
    },
    all: { type: 'switch', meaning: 'also call tools that may change or destroy something' },
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print the failures as JSON' },
  },
  examples: ['switchboard fuzz notes', 'switchboard fuzz notes --tool find_notes --seed 7 --json'],
  exit: {
    failed: 'an input shows a fault of the server',
    notTried: 'the server cannot be connected, or no tool may be called',
  },
} as const satisfies VerbTable;

export const fuzz = defineVerb(table, ({ flags, operands: [id = ''] }, io) =>
  withServer(flags, id, io, async (core, server) => {
    const running = fuzzServer(server, {
      seed: flags.seed,
      perTool: flags['per-tool'],
      timeoutMs: flags.timeout * 1_000,
      isEveryTool: flags.all,
      only: flags.tool,
      signal: io.stop,
      onInput: (tool, done) => showProgress(io.stderr, `${tool} (${done})`),
    });
    const report = await orAborted(running, io.stop);
    if (report.tools.length === 0) throw new UsageError(noTool(report, flags.tool));
    if (flags.json) printJson(io.stdout, core.redactor.value(report));
    else printLines(io.stdout, ...linesOf(report).map((line) => core.redactor.text(plainText(line))));
    return report.failures.length > 0 ? 1 : 0;
  }),
);

function noTool({ skipped }: FuzzReport, only: string | undefined): string {
  if (skipped.length > 0)
    return 'No tool is marked read-only. Run again with --all to call tools that may change something.';
  return only === undefined ? 'The server has no tools.' : `The server has no tool "${only}".`;
}

function linesOf({ failures, inputs, tools, skipped, seed }: FuzzReport): readonly string[] {
  const found = failures.flatMap(({ tool, label, message, args }) => [
    `✖ ${tool}, ${label}: ${message}`,
    `    ${describeArgs(args)}`,
  ]);
  const left = skipped.length > 0 ? `; not called, because they may change something: ${skipped.join(', ')}` : '';
  return [...found, `${inputs} inputs for ${tools.length} tools, seed ${seed}: ${failures.length} faults${left}`];
}
