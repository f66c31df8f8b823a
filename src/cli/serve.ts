import { homedir } from 'node:os';
import { messageOf } from '../base/fault.ts';
import { type Disposable, disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { isFastPathOn } from '../core/fastPath/fastPathSwitch.ts';
import { embeddedFeatures } from '../core/embedded/features.ts';
import { profileNamed, profileNames } from '../core/mcpServer/profile.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../core/embedded/server.ts';
import { embeddedServerOf } from '../core/gateway/discovery/paths.ts';
import type { GatewayWindow } from '../core/gateway/discovery/gatewayWindows.ts';
import type { StreamOptions } from '../core/mcpServer/serving/serveStream.ts';
import type { FlagValues } from './support/flagTable.ts';
import { serveStdin } from './serving/serveStdin.ts';
import { flushed, withoutBlocking } from './support/stdio.ts';
import { createStderrLog } from './support/stderrLog.ts';
import { servingFlags, streamOptions } from './serving/servingFlags.ts';
import { type ServerViews, configuredViews } from './core/cliSources.ts';
import { UsageError } from './support/usageError.ts';
import { cliServerHost } from './serving/cliServerHost.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';
import { productVersion } from './support/version.ts';

const table = {
  name: 'serve',
  flags: {
    profile: {
      type: 'choice',
      value: 'NAME',
      values: profileNames,
      default: 'all',
      meaning: 'the tools and the name of the server',
    },
    transport: {
      type: 'choice',
      value: 'NAME',
      values: ['stdio', 'http'],
      default: 'stdio',
      meaning: 'how clients connect',
    },
    attach: {
      type: 'switch',
      meaning: 'with stdio: use the server of the VS Code window that has this folder open, if any',
    },
    'allow-writes': {
      type: 'switch',
      meaning: 'allow the Kimi tools to change files in this folder without asking',
    },
    ...servingFlags,
    port: {
      type: 'integer',
      value: 'N',
      range: { min: 0, max: 65_535 },
      otherwise: 'any free port',
      meaning: 'with http: port on 127.0.0.1',
    },
    socket: { type: 'text', value: 'PATH', meaning: 'with http: Unix socket or named pipe instead of a port' },
  },
  notes:
    'With http, the URL and the token are written to stdout as one line of JSON. Set SWITCHBOARD_TOKEN to choose the token.',
  examples: ['switchboard serve --profile kimi', 'switchboard serve --transport http --port 8123'],
  exit: { notTried: 'the port or socket is in use' },
} as const satisfies VerbTable;

type Flags = FlagValues<(typeof table)['flags']>;

export const serve = defineVerb(table, async ({ flags }, io) => {
  checkFlags(flags);
  const stream = streamOptions(flags);
  if (flags.attach && (await serveAttached(stream, io))) return 0;
  const stderr = withoutBlocking(io.stderr);
  const log = createStderrLog(stderr, flags['log-level']);
  const servers = await configuredViews(io);
  const server = createServer(flags, io, log, servers);
  const stray = logStrayErrors(log);
  const { port = 0, socket } = flags;
  try {
    await (flags.transport === 'stdio'
      ? serveStdin(server, stream, io)
      : (await import('./serving/serveHttp.ts')).serveHttp(server, { ...stream, port, socket }, io));
    return 0;
  } finally {
    server.dispose();
    stray.dispose();
    await flushed(stderr, 250);
  }
});

function checkFlags({ transport, profile, attach, port, socket }: Flags): void {
  if (transport === 'stdio' && (port !== undefined || socket !== undefined))
    throw new UsageError('--port and --socket require --transport http.');
  if (attach && (transport === 'http' || profile !== 'all'))
    throw new UsageError('--attach requires --transport stdio and --profile all.');
  if (port !== undefined && socket !== undefined) throw new UsageError('Specify either --port or --socket, not both.');
}

/** False where no window is open on this folder. */
async function serveAttached(stream: Required<StreamOptions>, io: CliIo): Promise<boolean> {
  const { serveWindow, windowOn } = await import('./serving/gatewayWindow.ts');
  const find = (): GatewayWindow | undefined => {
    const window = windowOn(io.cwd, io);
    return window && embeddedServerOf(window);
  };
  return serveWindow(find, stream, io);
}

/** An unhandled rejection in one tool must not end the server. */
function logStrayErrors(log: Log): Disposable {
  const note = (error: unknown): void =>
    log.error('unexpected', { error: error instanceof Error ? (error.stack ?? error.message) : messageOf(error) });
  process.on('unhandledRejection', note);
  return disposable(() => void process.off('unhandledRejection', note));
}

function createServer(flags: Flags, io: CliIo, log: Log, servers: ServerViews): EmbeddedServer {
  return createEmbeddedServer({
    profile: profileNamed(flags.profile, productVersion()),
    parts: embeddedFeatures,
    fastPath: isFastPathOn(io.env),
    host: {
      ...cliServerHost(io),
      log,
      homeDir: homedir(),
      listServers: () => servers,
      setting: (name) => (name === 'kimi.allowWrites' && flags['allow-writes'] ? true : undefined),
    },
  });
}
