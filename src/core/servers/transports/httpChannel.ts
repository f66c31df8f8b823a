import {
  type FetchLike,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import type { Tap } from '../../wire/tap.ts';
import type { HttpLaunch } from '../model/launch.ts';
import { type Channel, Meter } from './channel.ts';
import { HttpExchanges } from './httpExchanges.ts';
import { LocalHttpTransport, localHttpFetch } from '../../fastPath/localHttp/localHttpTransport.ts';
import { type LocalAddress, localAddressOf } from '../../http/localAddress.ts';
import { localFetch } from '../../http/localFetch.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import { deliveredId } from './eventStream.ts';
import { observedFetch } from './observedFetch.ts';
import type { SigningProvider } from './signingProvider.ts';
import { streamBackoff } from './streamBackoff.ts';
import { takeMessages } from './takeMessages.ts';
import { addressOf, withoutUserInfo } from '../model/urlCredentials.ts';

interface HttpChannelOptions {
  readonly tap: Tap;
  readonly gate: MessageGate;
  readonly authProvider?: SigningProvider | undefined;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
}

/** The stream of a legacy session is reopened a few times; after that the health check decides. */
const reconnectionOptions = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 4,
};

export function httpChannel(given: HttpLaunch, options: HttpChannelOptions): Channel {
  const launch = withoutUserInfo(given);
  const meter = new Meter();
  const { gate } = options;
  const exchanges = new HttpExchanges();
  const address = addressOf(launch.url);
  const local = localAddressOf(address);
  const localClient = local && localClientOf(local, options.fastPath);
  let failure: unknown;
  let messages = 0;
  const observed = observedFetch({
    tap: options.tap,
    meter,
    exchanges,
    gate,
    deliver: (message) => {
      messages++;
      deliver(message);
    },
    ...(localClient && { fetch: localClient }),
    failed: (error) => {
      failure = error;
    },
  });
  const common = {
    fetch: options.authProvider?.signed?.(observed) ?? observed,
    requestInit: { headers: { ...launch.headers } },
    ...(options.authProvider && { authProvider: options.authProvider }),
  };
  const forSdk = { ...common, reconnectionOptions, reconnectionScheduler: streamBackoff(() => messages) };
  const open = (): Transport => {
    if (launch.kind === 'sse') return new SSEClientTransport(local?.address ?? address, common);
    if (!local || !options.fastPath) return new StreamableHTTPClientTransport(local?.address ?? address, forSdk);
    const note = (exchange: HttpExchange): void => exchanges.note(exchange);
    return new LocalHttpTransport({ ...options, server: local, headers: launch.headers, meter, note }, forSdk);
  };
  const transport = open();
  const deliver = takeMessages(transport, (message, extra) => {
    if (!('id' in message) || message.id !== deliveredId) deliver(message, extra);
  });
  return {
    kind: launch.kind,
    transport,
    meter,
    gate,
    exchanges,
    pipe: false,
    knowsSizes: false,
    lastFailure: () => failure,
    // The library behind it would open a new stream, which is a new session without a handshake.
    isFatal: (error) => error instanceof SseError,
  };
}

/** The global `fetch` cannot connect to a socket path, and its idle connections block a server that serves one at a time. */
function localClientOf(local: LocalAddress, fastPath: boolean): FetchLike | undefined {
  if (fastPath) return localHttpFetch(local);
  return local.socketPath === undefined ? undefined : localFetch(local);
}
