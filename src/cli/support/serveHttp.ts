import { whenAborted } from '../../base/async.ts';
import { LoopbackServer } from '../../core/mcpServer/serving/http/serveLoopback.ts';
import type { ServableServer } from '../../core/mcpServer/servableServer.ts';
import type { ServeFlags } from './serveFlags.ts';
import { type CliIo, UsageError } from './verb.ts';

const minTokenLength = 32;

/** Serves until a signal comes. One line on stdout tells who started us where to call. */
export async function serveHttp(server: ServableServer, flags: ServeFlags, io: CliIo): Promise<void> {
  const loopback = new LoopbackServer(server, {
    port: flags.port,
    ...(flags.socket !== undefined && { socketPath: flags.socket }),
    ...tokenFrom(io),
    maxBodyBytes: flags.maxMessageBytes,
  });
  const address = await loopback.start();
  io.stdout.write(`${JSON.stringify(address)}\n`);
  await new Promise<void>((resolve) => void whenAborted(io.stop, resolve));
  await loopback.finish();
}

/** By the environment and not by a flag: other users can read the arguments of a process. */
function tokenFrom({ env }: CliIo): { readonly token?: string } {
  const token = env['SWITCHBOARD_TOKEN'];
  if (token === undefined || token === '') return {};
  if (!/^\S+$/.test(token) || token.length < minTokenLength) {
    throw new UsageError(`SWITCHBOARD_TOKEN must have at least ${minTokenLength} characters and no blanks.`);
  }
  return { token };
}
