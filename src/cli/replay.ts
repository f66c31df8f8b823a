import path from 'node:path';
import { whenAborted } from '../base/async.ts';
import { LineReader } from '../core/process/lineReader.ts';
import { readMessages } from '../core/wire/messageLine.ts';
import { RecordedResponses } from '../core/traffic/recording/recordedResponses.ts';
import type { RecordingReader } from '../core/traffic/recording/recordingReader.ts';
import { Replay } from '../core/traffic/recording/replay.ts';
import type { WireMessage } from '../core/wire/wireMessage.ts';
import { openRecording } from './core/openRecording.ts';
import { flushed, keepForProtocol } from './support/stdio.ts';
import { printLines } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'replay',
  about: `Serves the responses of a recording (*.mcptrace) over stdio. A request is matched by its method and arguments.
Repeated requests get the recorded responses in order, then the last one again. A redacted value in the recording
matches any value.`,
  operands: [{ name: 'FILE', what: 'one recording' }],
  flags: { server: { type: 'text', value: 'NAME', meaning: 'server to use if the recording has several' } },
  notes: `A request that is not in the recording gets an error response and is reported on stderr.`,
  examples: ['switchboard replay session.mcptrace --server github'],
  exit: { failed: 'a request was not in the recording' },
} as const satisfies VerbTable;

const maxMessageBytes = 64 * 1024 * 1024;

export const replay = defineVerb(table, async ({ flags, operands: [file = ''] }, io) => {
  const reader = await openRecording(path.resolve(io.cwd, file));
  try {
    await reader.indexed;
    const answers = await readAnswers(reader, flags.server);
    return await serve(new Replay(answers, (miss) => printLines(io.stderr, miss)), io);
  } finally {
    reader.dispose();
  }
});

async function readAnswers(reader: RecordingReader, server: string | undefined): Promise<RecordedResponses> {
  const answers = await RecordedResponses.read(reader, server);
  const names = answers.servers.map((name) => JSON.stringify(name)).join(', ');
  if (server !== undefined && !answers.servers.includes(server))
    throw new UsageError(`The recording has no server "${server}". It has ${names || 'none'}.`);
  if (server === undefined && answers.servers.length > 1)
    throw new UsageError(`The recording has several servers: select one with --server. It has ${names}.`);
  return answers;
}

async function serve(replaying: Replay, io: CliIo): Promise<number> {
  const output = keepForProtocol(io.stdout);
  let last = Promise.resolve();
  const answer = async (before: Promise<void>, message: WireMessage): Promise<void> => {
    const lines = (await replaying.handle(message)).map((each) => `${JSON.stringify(each)}\n`);
    await before; // responses are sent in the order of their requests
    if (lines.length > 0) output.write(lines.join(''));
  };
  const lines = new LineReader(
    maxMessageBytes,
    (line) => {
      for (const read of readMessages(line.toString('utf8').trim()))
        if (read.kind === 'message') last = answer(last, read.message as WireMessage);
    },
    ({ bytes }) => printLines(io.stderr, `A message of ${bytes} bytes exceeds the limit and was skipped`),
  );
  await inputEnd(io, lines);
  await last;
  await flushed(output);
  const { answered, missed } = replaying.counts;
  printLines(io.stderr, `${answered} answered, ${missed} not in the recording`);
  return missed > 0 ? 1 : 0;
}

function inputEnd(io: CliIo, lines: LineReader): Promise<void> {
  return new Promise((resolve) => {
    const stopped = whenAborted(io.stop, () => resolve());
    io.stdin.on('data', (chunk: Buffer) => lines.push(chunk));
    io.stdin.once('error', () => resolve());
    io.stdin.once('end', () => {
      stopped.dispose();
      lines.flush();
      resolve();
    });
  });
}
