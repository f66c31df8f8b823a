import { type AuthProvider, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Tap } from '../../wire/tap.ts';
import type {
  HttpLaunch,
  Launch,
  MemoryLaunch,
  ServerLimits,
  StdioLaunch,
  TransportKind,
  WebSocketLaunch,
} from '../model/launch.ts';
import { MessageGate } from '../../wire/messageGate.ts';
import { MessageIntake } from '../../wire/messageIntake.ts';
import { type Channel, Meter } from './channel.ts';
import { childEnvironment, variable } from '../../process/childEnvironment.ts';
import { findProgram } from '../../process/findProgram.ts';
import { takeMessages } from './takeMessages.ts';
import { StdioTransport } from './stdioTransport.ts';
import { addressOf } from '../model/urlCredentials.ts';

interface ChannelOptions {
  readonly tap: Tap;
  readonly limits: ServerLimits;
  readonly authProvider?: AuthProvider | undefined;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
}

type LaunchOf<K extends TransportKind> = Extract<Launch, { readonly kind: K }>;
type Openers = {
  readonly [K in TransportKind]: (launch: LaunchOf<K>, options: ChannelOptions) => Promise<Channel>;
};

/**
 * One for each transport of `config/model/transports.ts`, and our own server's. What speaks HTTP is loaded on use:
 * importing `node:http` costs 17 ms, because an ES import reads every export and one of them loads all of undici.
 */
const openers: Openers = {
  memory: memoryChannel,
  stdio: stdioChannel,
  http: openHttp,
  sse: openHttp,
  ws: webSocketChannel,
};

/** A new channel to the server; each connection attempt gets its own. */
export async function openChannel<K extends TransportKind>(
  launch: LaunchOf<K>,
  options: ChannelOptions,
): Promise<Channel> {
  return openers[launch.kind as K](launch, options);
}

function gateFor({ tap, limits }: ChannelOptions): MessageGate {
  return new MessageGate(limits, { slowed: () => tap.state('the server floods: its output is read more slowly') });
}

async function openHttp(launch: HttpLaunch, options: ChannelOptions): Promise<Channel> {
  const { httpChannel } = await import('./httpChannel.ts');
  return httpChannel(launch, { ...options, gate: gateFor(options) });
}

/** Nothing can hold a server in this process back: its messages wait, and others have their turn. */
async function memoryChannel(launch: MemoryLaunch, options: ChannelOptions): Promise<Channel> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const gate = gateFor(options);
  const deliver = takeMessages(ours, (message) => intake.push([message]));
  const intake = new MessageIntake(gate, unpausable, deliver);
  await launch.serve(theirs);
  return { kind: 'memory', transport: ours, meter: new Meter(), gate, pipe: true, knowsSizes: false };
}

const unpausable = { pause: () => {}, resume: () => {}, failed: () => {} };

async function webSocketChannel(launch: WebSocketLaunch, options: ChannelOptions): Promise<Channel> {
  const meter = new Meter();
  const gate = gateFor(options);
  const { tap, limits } = options;
  const { maxMessageBytes, connectTimeoutMs } = limits;
  addressOf(launch.url);
  const { WebSocketTransport } = await import('./webSocketTransport.ts');
  const transport = new WebSocketTransport({
    launch,
    maxMessageBytes,
    handshakeTimeoutMs: connectTimeoutMs,
    tap,
    meter,
    gate,
  });
  const lastFailure = (): unknown => transport.failure;
  return { kind: 'ws', transport, meter, gate, pipe: true, knowsSizes: true, lastFailure };
}

async function stdioChannel(launch: StdioLaunch, options: ChannelOptions): Promise<Channel> {
  const meter = new Meter();
  const gate = gateFor(options);
  const { tap, limits } = options;
  const search = { cwd: launch.cwd ?? process.cwd(), path: variable(launch.env, 'PATH') };
  const { program, searchPath } = await findProgram(launch.command, search);
  const env = childEnvironment(launch.env, searchPath);
  const transport = new StdioTransport({
    launch,
    env,
    program: launch.program ?? program,
    searchPath,
    maxMessageBytes: limits.maxMessageBytes,
    tap,
    meter,
    gate,
  });
  return { kind: 'stdio', transport, meter, gate, pipe: true, knowsSizes: true, process: transport };
}
