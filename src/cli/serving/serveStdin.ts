import { whenAborted } from '../../base/async.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { ServableServer } from '../../core/mcpServer/servableServer.ts';
import { type StreamOptions, serveStream } from '../../core/mcpServer/serving/serveStream.ts';
import { flushed, keepForProtocol } from '../support/stdio.ts';
import type { CliIo } from '../support/verb.ts';

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
  const orphaned = hangUpWithParent(io);
  try {
    await connection.closed;
    await flushed(output);
  } finally {
    stopped.dispose();
    orphaned.dispose();
    clearInterval(awake);
  }
}

const parent = process.ppid;
const lookEveryMs = 500;

/**
 * After the end of the input, calls under way are finished: a pipeline waits for them. Where the process that started us
 * was killed, nothing does, and a run of Kimi would go on for minutes: this is a hang-up.
 */
function hangUpWithParent({ stdin }: CliIo): Disposable {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    if (process.ppid === parent) return;
    clearInterval(timer); // a second signal would not wait
    process.kill(process.pid, 'SIGHUP');
  };
  const watch = (): void => {
    timer = setInterval(look, lookEveryMs).unref();
  };
  stdin.once('end', watch);
  return disposable(() => {
    stdin.off('end', watch);
    clearInterval(timer);
  });
}
