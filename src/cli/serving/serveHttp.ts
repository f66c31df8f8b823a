import { whenAborted } from '../../base/async.ts';
import { LoopbackServer } from '../../core/mcpServer/serving/http/serveLoopback.ts';
import type { ServableServer } from '../../core/mcpServer/servableServer.ts';
import { printJson } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';

const minTokenLength = 32;

interface HttpOptions {
  readonly port: number;
  readonly socket: string | undefined;
  readonly maxMessageBytes: number;
}

/** Serves until a signal arrives. One line on stdout gives the address to the parent process. */
export async function serveHttp(server: ServableServer, options: HttpOptions, io: CliIo): Promise<void> {
  const loopback = new LoopbackServer(server, {
    port: options.port,
    ...(options.socket !== undefined && { socketPath: options.socket }),
    ...tokenFrom(io),
    maxBodyBytes: options.maxMessageBytes,
  });
  const address = await loopback.start();
  // The editor prefers another port to none; here a user has named one, and clients expect it.
  if (options.port !== 0 && options.socket === undefined && new URL(address.url).port !== String(options.port)) {
    loopback.dispose();
    throw new UsageError(`Port ${options.port} is in use. Choose another with --port, or leave it out.`);
  }
  printJson(io.stdout, address, 0);
  await new Promise<void>((resolve) => void whenAborted(io.stop, resolve));
  await loopback.finish();
}

/** From the environment, not a flag: other users can read the arguments of a process. */
function tokenFrom({ env }: CliIo): { readonly token?: string } {
  const token = env['SWITCHBOARD_TOKEN'];
  if (token === undefined || token === '') return {};
  if (!/^\S+$/.test(token) || token.length < minTokenLength) {
    throw new UsageError(`SWITCHBOARD_TOKEN must have at least ${minTokenLength} characters and no blanks.`);
  }
  return { token };
}
