import path from 'node:path';
import { addChecks } from '../../core/checks/write/addChecks.ts';
import { callsInRecording } from '../../core/checks/write/callsInRecording.ts';
import { exportFormats, exportText, exportTraffic } from '../../core/traffic/export/exportTraffic.ts';
import type { RecordingReader } from '../../core/traffic/recording/recordingReader.ts';
import { Redactor } from '../../core/trust/redaction/redact.ts';
import { cliFiles } from '../core/cliSources.ts';
import { openRecording } from '../core/openRecording.ts';
import { printLines, printText } from '../support/print.ts';
import { productVersion } from '../support/version.ts';
import { UsageError } from '../support/usageError.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'export',
  about: `Writes a recording (*.mcptrace) for other programs: HAR for browsers' tools, OTLP/JSON lines for trace viewers,
one HTML page, or Markdown; or its tool calls as a check file (*.mcptest.json). Secrets are redacted.`,
  operands: [{ name: 'RECORDING', what: 'one recording' }],
  flags: {
    format: { type: 'choice', values: [...exportFormats, 'checks'], default: 'html', meaning: 'form of the file' },
    out: {
      type: 'text',
      value: 'FILE',
      otherwise: 'stdout',
      meaning: 'file to write; checks are added to those in it',
    },
    server: { type: 'text', value: 'NAME', meaning: 'with checks: the server, where the recording has several' },
  },
  notes: 'HTML and Markdown hold the first 5,000 rows and say how many are left out; HAR and OTLP hold all requests.',
  examples: [
    'switchboard export session.mcptrace --format har --out session.har',
    'switchboard export session.mcptrace --format checks --out notes.mcptest.json',
  ],
} as const satisfies VerbTable;

export const exportRecording = defineVerb(table, async ({ flags, operands: [file = ''] }, io) => {
  const reader = await openRecording(path.resolve(io.cwd, file), new Redactor());
  try {
    await reader.indexed;
    if (reader.problem !== undefined) printLines(io.stderr, `${file} was read in part: ${reader.problem}`);
    const out = flags.out === undefined ? undefined : path.resolve(io.cwd, flags.out);
    if (flags.format === 'checks') {
      await exportChecks(reader, flags.server, out, io);
      return reader.problem === undefined ? 0 : 1;
    }
    const choice = { format: flags.format, version: productVersion(), signal: io.stop };
    if (out !== undefined) await exportTraffic(reader, out, choice);
    else for await (const part of exportText(reader, choice)) printText(io.stdout, part.replace(/\n$/, ''));
    return reader.problem === undefined ? 0 : 1;
  } finally {
    reader.dispose();
  }
});

/** Each answered call once. A call with a redacted value cannot be made again. */
async function exportChecks(
  reader: RecordingReader,
  wanted: string | undefined,
  out: string | undefined,
  io: CliIo,
): Promise<void> {
  const byServer = await callsInRecording(reader);
  const names = [...byServer.keys()];
  const server = wanted ?? (names.length === 1 ? names[0] : undefined);
  const found = server === undefined ? undefined : byServer.get(server);
  if (server === undefined || !found)
    throw new UsageError(
      names.length === 0
        ? 'The recording has no answered tool call.'
        : `Name a server with --server: ${names.join(', ')}.`,
    );
  if (found.redacted > 0) printLines(io.stderr, `${found.redacted} calls with redacted values were left out.`);
  const add = (text: string | undefined): string => addChecks(text, out ?? 'checks', server, found.calls);
  if (out === undefined) printText(io.stdout, add(undefined).replace(/\n$/, ''));
  else await cliFiles(io).edit(out, add);
}
