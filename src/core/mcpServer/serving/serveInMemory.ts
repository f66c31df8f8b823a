import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { silentTap } from '../../wire/tap.ts';
import { ProtocolSession } from '../session/protocolSession.ts';
import { SessionTransport } from '../session/sessionTransport.ts';
import type { ServableServer } from '../servableServer.ts';

/** Serves the server's end of a linked pair in this process. Not tapped here: the client that uses the other end has its own tap. */
export function serveInMemory(server: ServableServer, end: Transport): void {
  const session = new ProtocolSession();
  const lifetime = server.host.lifetime.child();
  const handle = serveStdio(({ era }) => server.open(era, session), {
    transport: new SessionTransport(end, session, silentTap, { closed: () => lifetime.dispose() }),
    onerror: (error) => server.host.log.debug('protocol', { error }),
  });
  lifetime.defer(() => void handle.close());
}
