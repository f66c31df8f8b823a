import { homedir } from 'node:os';
import process from 'node:process';
import { type Disposable, disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { isFastPathOn } from '../core/fastPath/fastPathSwitch.ts';
import { embeddedFeatures } from '../core/embedded/features.ts';
import { profileNamed } from '../core/mcpServer/profile.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../core/embedded/server.ts';
import { embeddedServerOf } from '../core/gateway/discovery/paths.ts';
import type { GatewayWindow } from '../core/gateway/discovery/gatewayWindows.ts';
import { type ServeFlags, readServeFlags, serveUsage } from './support/serveFlags.ts';
import { serveStdin } from './support/serveStdin.ts';
import { flushed, withoutBlocking } from './support/stdio.ts';
import { createStderrLog } from './support/stderrLog.ts';
import type { CliIo, RunVerb } from './support/verb.ts';
import { productVersion } from './support/version.ts';

export const serve: RunVerb = async (args, io) => {
  const flags = readServeFlags(args);
  if (flags.help) {
    io.stdout.write(`${serveUsage}\n`);
    return 0;
  }
  if (flags.attach && (await serveAttached(flags, io))) return 0;
  const stderr = withoutBlocking(io.stderr);
  const log = createStderrLog(stderr, flags.logLevel);
  const server = createServer(flags, io, log);
  const stray = logStrayErrors(log);
  try {
    await (flags.transport === 'stdio'
      ? serveStdin(server, flags, io)
      : (await import('./support/serveHttp.ts')).serveHttp(server, flags, io));
    return 0;
  } finally {
    server.dispose();
    stray.dispose();
    await flushed(stderr, 250);
  }
};

/** False where no window is open on this folder. */
async function serveAttached(flags: ServeFlags, io: CliIo): Promise<boolean> {
  const { serveWindow, windowOn } = await import('./support/gatewayWindow.ts');
  const find = (): GatewayWindow | undefined => {
    const window = windowOn(io.cwd, io);
    return window && embeddedServerOf(window);
  };
  return serveWindow(find, flags, io);
}

/** A promise that a tool forgot must not end the server for everyone else. */
function logStrayErrors(log: Log): Disposable {
  const note = (error: unknown): void =>
    log.error('unexpected', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.on('unhandledRejection', note);
  return disposable(() => void process.off('unhandledRejection', note));
}

function createServer(flags: ServeFlags, io: CliIo, log: Log): EmbeddedServer {
  return createEmbeddedServer({
    profile: profileNamed(flags.profile, productVersion()),
    parts: embeddedFeatures,
    fastPath: isFastPathOn(io.env),
    host: {
      log,
      folders: () => [io.cwd],
      trusted: () => true, // who starts the command in a folder trusts it
      env: io.env,
      homeDir: homedir(),
      setting: (name) => (name === 'kimi.allowWrites' && flags.allowWrites ? true : undefined),
      listServers: () => [],
    },
  });
}
