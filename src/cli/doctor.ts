import { Lifetime } from '../base/lifetime.ts';
import { diagnoseKimi, formatDiagnosis } from '../core/kimi/tools/doctor.ts';
import { configFlag } from './core/cliCore.ts';
import { diagnoseServers } from './core/diagnoseServers.ts';
import { inputFlag } from './core/givenInputs.ts';
import { cliServerHost } from './serving/cliServerHost.ts';
import { printJson, printText, showProgress } from './support/print.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'doctor',
  forms: ['[SERVER...] [flags]', 'kimi [--json]'],
  about: `Connects to servers and tells why one fails: the cause, the line that proves it, where to change it, and what helps.
Of one that fails it tries more: the login shell's PATH, versions, who holds a port, other paths of the same host.
"kimi" shows which Kimi was found, which backend is used, and why the others are not available.`,
  operands: [{ name: 'SERVER', what: 'a server, or kimi', values: ['kimi'], many: true }],
  flags: {
    config: configFlag,
    input: inputFlag,
    fix: { type: 'integer', value: 'N', meaning: 'do what has this number, and try again', range: { min: 1, max: 99 } },
    value: { type: 'text', value: 'TEXT', meaning: 'with --fix: the value that it asks for' },
    yes: { type: 'switch', meaning: 'do it without asking' },
    registry: { type: 'switch', meaning: 'also ask the package registry about an unknown package' },
    report: { type: 'switch', meaning: 'print a redacted text for an issue: versions, entry, findings, last output' },
    json: { type: 'switch', meaning: 'print JSON' },
  },
  examples: [
    'switchboard doctor',
    'switchboard doctor github --fix 1 --yes',
    'switchboard doctor github --report',
    'switchboard doctor kimi --json',
  ],
  exit: {
    failed: 'a server fails, or no backend of Kimi is available',
    notTried: 'a server is not approved, or an entry cannot be used',
  },
} as const satisfies VerbTable;

export const doctor = defineVerb(table, ({ flags, operands }, io) =>
  operands.length === 1 && operands[0] === 'kimi' ? examineKimi(flags.json, io) : diagnoseServers(operands, flags, io),
);

async function examineKimi(json: boolean, io: CliIo): Promise<number> {
  const lifetime = new Lifetime();
  try {
    const host = { ...cliServerHost(io), lifetime };
    showProgress(io.stderr, 'Looking for Kimi');
    const diagnosis = await diagnoseKimi(host, io.stop);
    if (json) printJson(io.stdout, diagnosis);
    else printText(io.stdout, formatDiagnosis(diagnosis));
    return diagnosis.forReading === undefined ? 1 : 0;
  } finally {
    lifetime.dispose();
  }
}
