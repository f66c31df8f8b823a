import {
  type AuthProvider,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Fault } from '../../../base/fault.ts';
import type { Tap } from '../../traffic/tap.ts';
import type { HttpLaunch } from '../launch.ts';
import { type Channel, Meter } from './channel.ts';
import { HttpExchanges } from './httpExchanges.ts';
import { observedFetch } from './observedFetch.ts';
import { localSocketOf, socketFetch } from './socketFetch.ts';

export interface HttpChannelOptions {
  readonly tap: Tap;
  readonly maxMessageBytes: number;
  readonly authProvider?: AuthProvider | undefined;
}

/** The stream of a legacy session is asked for again a few times; after that the health check decides. */
const reconnectionOptions = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 4,
};

export function httpChannel(launch: HttpLaunch, options: HttpChannelOptions): Channel {
  const meter = new Meter();
  const exchanges = new HttpExchanges();
  const address = addressOf(launch.url);
  const socket = localSocketOf(address);
  let failure: unknown;
  const fetch = observedFetch({
    tap: options.tap,
    meter,
    exchanges,
    maxMessageBytes: options.maxMessageBytes,
    ...(socket && { fetch: socketFetch(socket.path) }),
    failed: (error) => {
      failure = error;
    },
  });
  const common = {
    fetch,
    requestInit: { headers: { ...launch.headers } },
    ...(options.authProvider && { authProvider: options.authProvider }),
  };
  const url = socket?.address ?? address;
  const transport =
    launch.kind === 'sse'
      ? new SSEClientTransport(url, common)
      : new StreamableHTTPClientTransport(url, { ...common, reconnectionOptions });
  return {
    kind: launch.kind,
    transport,
    meter,
    exchanges,
    pipe: false,
    knowsSizes: false,
    lastFailure: () => failure,
    // The library behind it would open a new stream, which is a new session that nobody initialized.
    isFatal: (error) => error instanceof SseError,
  };
}

export function addressOf(url: string): URL {
  if (!URL.canParse(url)) throw new Fault('config/invalid', `Not a valid address: ${url}`);
  return new URL(url);
}
