import { whenAborted } from '../../base/async.ts';
import type { ServableServer } from '../../core/mcpServer/servableServer.ts';
import { type StreamOptions, serveStream } from '../../core/mcpServer/serving/serveStream.ts';
import { flushed, keepForProtocol } from './stdio.ts';
import type { CliIo } from './verb.ts';

export interface StdinFlags extends StreamOptions {
  /** Continue after the end of the input, until a signal. */
  readonly stayAlive: boolean;
}

/** Serves stdin and stdout until the input ends or a signal comes; what is under way is finished first. */
export async function serveStdin(server: ServableServer, flags: StdinFlags, io: CliIo): Promise<void> {
  const output = keepForProtocol(io.stdout);
  const connection = serveStream(server, io.stdin, output, flags);
  const awake = flags.stayAlive ? setInterval(() => {}, 60_000) : undefined;
  const stopped = whenAborted(io.stop, () => void connection.finish());
  try {
    await connection.closed;
    await flushed(output);
  } finally {
    stopped.dispose();
    clearInterval(awake);
  }
}
