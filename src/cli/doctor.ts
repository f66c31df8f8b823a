import { Lifetime } from '../base/lifetime.ts';
import { diagnoseKimi, formatDiagnosis } from '../core/kimi/tools/doctor.ts';
import { cliServerHost } from './support/cliServerHost.ts';
import { printJson, printText, showProgress } from './support/print.ts';
import { defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'doctor',
  about: 'Shows which Kimi was found, which backend is used, and why the others are not available.',
  operands: [{ name: 'SUBJECT', what: 'what to examine: kimi', values: ['kimi'] }],
  flags: { json: { type: 'switch', meaning: 'print JSON' } },
  examples: ['switchboard doctor kimi --json'],
  exit: { failed: 'no backend is available' },
} as const satisfies VerbTable;

export const doctor = defineVerb(table, async ({ flags }, io) => {
  const lifetime = new Lifetime();
  try {
    const host = { ...cliServerHost(io), lifetime };
    showProgress(io.stderr, 'Looking for Kimi');
    const diagnosis = await diagnoseKimi(host, io.stop);
    if (flags.json) printJson(io.stdout, diagnosis);
    else printText(io.stdout, formatDiagnosis(diagnosis));
    return diagnosis.forReading === undefined ? 1 : 0;
  } finally {
    lifetime.dispose();
  }
});
