import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { deferred } from '../../../base/async.ts';
import type { Era } from '../../../contract/inspector.ts';
import { FeatureRegistry } from '../handlers/featureRegistry.ts';
import { ProtocolSession } from '../session/protocolSession.ts';
import { messageLimit } from '../../wire/budgets.ts';
import { watchSubscriptions } from '../session/subscriptionListen.ts';
import type { ServableServer } from '../servableServer.ts';
import { DirectToolCalls } from '../../fastPath/serving/directToolCalls.ts';
import { directTool } from '../handlers/directTool.ts';
import { StreamChannel } from './streamConnection.ts';

export interface StreamOptions {
  readonly maxMessageBytes?: number;
  /** Serves requests that come before the handshake. */
  readonly lenient?: boolean;
  /** Continues after the end of the input, until it is ended. */
  readonly stayAlive?: boolean;
}

export interface StreamConnection {
  /** Settles when the connection is over, by either side. */
  readonly closed: Promise<void>;
  /** Accepts no new requests, finishes those in flight, then closes. */
  finish(): Promise<void>;
  /** Closes at once; what is in flight is cancelled. */
  abort(): Promise<void>;
}

/** Serves one client over a pair of streams: stdio, a socket, or two pipes in a test. */
export function serveStream(
  server: ServableServer,
  reader: Readable,
  writer: Writable,
  options: StreamOptions = {},
): StreamConnection {
  const { log } = server.host;
  const lifetime = server.host.lifetime.child();
  const session = new ProtocolSession({
    lenient: options.lenient ?? false,
    listens: (request) => watchSubscriptions(server, request, lifetime),
  });
  const over = deferred<void>();
  const tap = server.openTap();
  tap.state('client connected');
  const wire = new StreamChannel(reader, writer, {
    session,
    tap,
    log,
    maxMessageBytes: options.maxMessageBytes ?? messageLimit.default,
    onEnd: () => {
      if (!options.stayAlive) void finish();
    },
    onClosed: () => over.resolve(),
  });
  const open = async ({ era }: { readonly era: Era }): Promise<McpServer> => {
    const mcp = await server.open(era, session);
    wire.answerDirectly(era === 'legacy' && server.fastPath ? directCallsOf(server, mcp, wire) : undefined);
    return mcp;
  };
  const handle = serveStdio(open, {
    transport: wire,
    onerror: (error) => log.debug('protocol', { error }),
  });
  const finish = async (): Promise<void> => {
    session.shutdown();
    await Promise.race([session.whenIdle(), over.promise]);
    await handle.close();
  };
  const abort = (): Promise<void> => {
    session.shutdown();
    return handle.close();
  };
  lifetime.defer(() => void abort());
  void over.promise.then(() => {
    tap.closed('client disconnected');
    lifetime.dispose();
  });
  return { closed: over.promise, finish, abort };
}

/** Only the embedded server has plain tools; what a gateway passes on is never plain. */
function directCallsOf(
  { features, host }: ServableServer,
  mcp: McpServer,
  wire: StreamChannel,
): DirectToolCalls | undefined {
  if (!(features instanceof FeatureRegistry)) return undefined;
  return new DirectToolCalls({
    tool: (name) => directTool({ features, log: host.log, server: mcp.server }, name),
    send: (message) => void wire.send(message as unknown as JSONRPCMessage),
  });
}
