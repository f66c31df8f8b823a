import path from 'node:path';
import { plainText } from '../../base/text/plainText.ts';
import { reporterNames, reporters } from '../../core/checks/report/reporters.ts';
import { exitCodeOf } from '../../core/checks/report/summary.ts';
import { configFlag, trustAllFlag } from '../core/cliCore.ts';
import { findCheckFiles } from '../core/findCheckFiles.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { runCheckFiles } from '../core/runCheckFiles.ts';
import { printText } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import { defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'check',
  about: `Runs checks against servers: files *.mcptest.json, or all below the current folder. Servers run side by side, the
checks of one server one after the other. The first run of a check with a snapshot writes it.`,
  operands: [{ name: 'FILES', what: 'check files', many: true }],
  flags: {
    reporter: { type: 'choice', values: reporterNames, default: 'spec', meaning: 'form of the report' },
    update: { type: 'switch', meaning: 'write snapshots that differ anew' },
    bail: { type: 'switch', meaning: 'stop at the first check that fails' },
    shard: { type: 'text', value: 'I/N', meaning: 'run only part I of N' },
    environment: { type: 'text', value: 'NAME', meaning: 'use the variables that the files have for it' },
    config: configFlag,
    input: inputFlag,
    trust: trustAllFlag,
  },
  examples: [
    'switchboard check',
    'switchboard check notes.mcptest.json --trust --reporter junit',
    'switchboard check --shard 1/3 --reporter github',
  ],
  exit: {
    failed: 'a check fails',
    notTried: 'a check could not be run, a check file has a mistake, or there is none',
  },
} as const satisfies VerbTable;

export const check = defineVerb(table, async ({ flags, operands }, io) => {
  const shard = flags.shard === undefined ? undefined : readShard(flags.shard);
  const files = findCheckFiles(operands, io.cwd);
  if (files.length === 0) throw new UsageError(`There is no file *.mcptest.json in ${io.cwd}.`);
  const { report, redactor } = await runCheckFiles(files, { ...flags, shard }, io);
  // Redacted before it is a document: the hashes of a page's policy look like secrets.
  const text = reporters[flags.reporter](redactor.value(report) as typeof report, io.cwd);
  printText(io.stdout, plainText(text).replace(/\n$/, ''));
  return exitCodeOf(report);
});

function readShard(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(`--shard must be I/N with I from 1 to N, not "${path.basename(text)}".`);
}
