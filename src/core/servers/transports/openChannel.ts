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
import { type Channel, Meter } from './channel.ts';
import { childEnvironment, mergePaths, variable } from '../../process/childEnvironment.ts';
import { findOnPath } from '../../process/findOnPath.ts';
import { addressOf, httpChannel } from './httpChannel.ts';
import { loginShellPath } from '../../process/loginShell.ts';
import { StdioTransport } from './stdioTransport.ts';
import { WebSocketTransport } from './webSocketTransport.ts';

interface ChannelOptions {
  readonly tap: Tap;
  readonly limits: ServerLimits;
  readonly authProvider?: AuthProvider | undefined;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
}

type LaunchOf<K extends TransportKind> = Extract<Launch, { readonly kind: K }>;
type Openers = {
  readonly [K in TransportKind]: (launch: LaunchOf<K>, options: ChannelOptions) => Channel | Promise<Channel>;
};

/** One for each transport of `config/model/transports.ts`, and our own server's. */
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

function openHttp(launch: HttpLaunch, options: ChannelOptions): Promise<Channel> | Channel {
  return httpChannel(launch, { ...options, maxMessageBytes: options.limits.maxMessageBytes });
}

async function memoryChannel(launch: MemoryLaunch): Promise<Channel> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await launch.serve(theirs);
  return { kind: 'memory', transport: ours, meter: new Meter(), pipe: true, knowsSizes: false };
}

function webSocketChannel(launch: WebSocketLaunch, { tap, limits }: ChannelOptions): Channel {
  const meter = new Meter();
  const { maxMessageBytes, connectTimeoutMs } = limits;
  addressOf(launch.url);
  const transport = new WebSocketTransport({
    launch,
    maxMessageBytes,
    handshakeTimeoutMs: connectTimeoutMs,
    tap,
    meter,
  });
  return { kind: 'ws', transport, meter, pipe: true, knowsSizes: true };
}

async function stdioChannel(launch: StdioLaunch, { tap, limits }: ChannelOptions): Promise<Channel> {
  const meter = new Meter();
  const searchPath = await searchPathFor(launch);
  const env = childEnvironment(launch.env, searchPath);
  const transport = new StdioTransport({
    launch,
    env,
    searchPath,
    maxMessageBytes: limits.maxMessageBytes,
    tap,
    meter,
  });
  return { kind: 'stdio', transport, meter, pipe: true, knowsSizes: true, process: transport };
}

/** The entry's own PATH, else ours; the login shell is asked only for what is not found there. */
async function searchPathFor(launch: StdioLaunch): Promise<string> {
  const declared = variable(launch.env, 'PATH');
  if (declared !== undefined) return declared;
  const own = variable(process.env, 'PATH') ?? '';
  if (findOnPath(launch.command, own) !== undefined) return own;
  const login = await loginShellPath();
  return login === undefined ? own : mergePaths(login, own);
}
