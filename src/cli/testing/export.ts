import path from 'node:path';
import { exportFormats, exportText, exportTraffic } from '../../core/traffic/export/exportTraffic.ts';
import { Redactor } from '../../core/trust/redaction/redact.ts';
import { openRecording } from '../core/openRecording.ts';
import { printLines, printText } from '../support/print.ts';
import { productVersion } from '../support/version.ts';
import { defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'export',
  about: `Writes a recording (*.mcptrace) for other programs: HAR for browsers' tools, OTLP/JSON lines for trace viewers,
one HTML page, or Markdown. Secrets are redacted.`,
  operands: [{ name: 'RECORDING', what: 'one recording' }],
  flags: {
    format: { type: 'choice', values: exportFormats, default: 'html', meaning: 'form of the file' },
    out: { type: 'text', value: 'FILE', otherwise: 'stdout', meaning: 'file to write' },
  },
  notes: 'HTML and Markdown hold the first 5,000 rows and say how many are left out; HAR and OTLP hold all requests.',
  examples: ['switchboard export session.mcptrace --format har --out session.har'],
} as const satisfies VerbTable;

export const exportRecording = defineVerb(table, async ({ flags, operands: [file = ''] }, io) => {
  const reader = await openRecording(path.resolve(io.cwd, file), new Redactor());
  try {
    await reader.indexed;
    if (reader.problem !== undefined) printLines(io.stderr, `${file} was read in part: ${reader.problem}`);
    const choice = { format: flags.format, version: productVersion(), signal: io.stop };
    if (flags.out !== undefined) await exportTraffic(reader, path.resolve(io.cwd, flags.out), choice);
    else for await (const part of exportText(reader, choice)) printText(io.stdout, part.replace(/\n$/, ''));
    return reader.problem === undefined ? 0 : 1;
  } finally {
    reader.dispose();
  }
});
