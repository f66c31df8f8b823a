import type { ClientRequests } from '../../core/servers/model/clientRequests.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { showProgress } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';
import { type CliCore, type CoreFlags, connectServer, openCore, serverNamed } from './cliCore.ts';
import { orNotTried } from './serverFailure.ts';

/** Opens the core for some work; whatever comes of it, what was started has ended afterwards. */
export async function withCore<T>(
  flags: CoreFlags,
  io: CliIo,
  work: (core: CliCore) => Promise<T>,
  clientRequests: ClientRequests = {},
): Promise<T> {
  const core = await openCore(flags, io, clientRequests);
  try {
    return await work(core);
  } finally {
    await Promise.all(core.servers.value.map((server) => server.stop()));
    core.dispose();
  }
}

/** The same for one server, which is connected first; 2 where that fails. */
export function withServer<T>(
  flags: CoreFlags,
  id: string,
  io: CliIo,
  work: (core: CliCore, server: ManagedServer) => Promise<T>,
): Promise<T> {
  return withCore(flags, io, async (core) => {
    const server = serverNamed(core, id);
    showProgress(io.stderr, `Connecting to ${id}`);
    await orNotTried(core, server, io, connectServer(core, server));
    return work(core, server);
  });
}
