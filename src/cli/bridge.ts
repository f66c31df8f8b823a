import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '../base/fault.ts';
import { type LogLevel, logLevels } from '../base/log.ts';
import { isFastPathOn } from '../core/fastPath/fastPathSwitch.ts';
import { messageLimit } from '../core/mcpServer/limits.ts';
import { type ManifestChoices, isPrefix, manifestOptions } from '../core/manifest/options.ts';
import { manifestSourceWith } from '../core/manifest/source.ts';
import { profileNamed } from '../core/mcpServer/profile.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../core/embedded/server.ts';
import type { StreamOptions } from '../core/mcpServer/serving/serveStream.ts';
import { createStderrLog } from './support/stderrLog.ts';
import { serveStdin } from './support/serveStdin.ts';
import { withoutBlocking } from './support/stdio.ts';
import { type CliIo, type RunVerb, UsageError } from './support/verb.ts';
import { productVersion } from './support/version.ts';

const usage = `Usage: switchboard bridge [--manifests DIR]... [--socket PATH] [--prefix P] [flags]

Serves tools declared in JSON manifests over stdio. Each call is sent to the service on the socket.

  --manifests DIR          folder with manifests in addition to ~/.tairseach/manifests; can be repeated
  --socket PATH            socket of the service (~/.tairseach/tairseach.sock, else tairseach-UID.sock in the temp folder)
  --prefix P               prefix of the tool names (tairseach_)
  --timeout SECONDS        timeout of a call (30)
  --transport stdio        the only supported transport
  --stay-alive             keep running after the end of stdin, until SIGTERM
  --lenient                accept requests before initialization, for tests with a pipe
  --max-message-bytes N    maximum message size, ${messageLimit.min} to ${messageLimit.max} (${messageLimit.default})
  --log-level LEVEL        ${logLevels.join(', ')} (info); logs go to stderr
  --help                   show this help

Troubleshooting
  "socket connect failed"  Is the server running? Check the path: ls -la ~/.tairseach/tairseach.sock
  "Unknown tool"           The tool is not in a manifest, is hidden by "mcpExpose": false, or its manifest is not valid: see stderr.
  "Permission denied"      Grant the permission in the operating system's settings; the tool permissions.check shows which one.

In Claude Desktop's configuration:
  { "mcpServers": { "tairseach": { "command": "switchboard", "args": ["bridge"] } } }`;

interface BridgeFlags extends Required<StreamOptions> {
  readonly choices: Omit<ManifestChoices, 'homeDir'>;
  readonly logLevel: LogLevel;
}

export const bridge: RunVerb = async (args, io) => {
  const values = parse(args);
  if (values.help) {
    io.stdout.write(`${usage}\n`);
    return 0;
  }
  const flags = readFlags(values, io.cwd);
  const server = createServer(flags, io);
  try {
    await serveStdin(server, flags, io);
    return 0;
  } finally {
    server.dispose();
  }
};

const known = {
  help: { type: 'boolean', short: 'h' },
  manifests: { type: 'string', multiple: true },
  socket: { type: 'string' },
  prefix: { type: 'string' },
  timeout: { type: 'string' },
  transport: { type: 'string' },
  'stay-alive': { type: 'boolean' },
  lenient: { type: 'boolean' },
  'max-message-bytes': { type: 'string' },
  'log-level': { type: 'string' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${messageOf(error).split('. ')[0]}. Run switchboard bridge --help for usage.`);
  }
}

function readFlags(values: ReturnType<typeof parse>, from: string): BridgeFlags {
  const { manifests = [], socket, prefix, timeout, transport = 'stdio' } = values;
  if (transport !== 'stdio')
    throw new UsageError(`--transport cannot be "${transport}". The bridge supports only stdio.`);
  if (prefix !== undefined && !isPrefix(prefix))
    throw new UsageError(`--prefix can have letters, digits, "_", "-" and "." only, not "${prefix}".`);
  const maxMessageBytes =
    numberOf('max-message-bytes', values['max-message-bytes'], messageLimit.min, messageLimit.max) ??
    messageLimit.default;
  const timeoutSeconds = numberOf('timeout', timeout, 1, 3600);
  return {
    choices: {
      from,
      folders: manifests,
      maxMessageBytes,
      ...(socket !== undefined && { socket }),
      ...(prefix !== undefined && { prefix }),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    },
    maxMessageBytes,
    stayAlive: values['stay-alive'] ?? false,
    lenient: values.lenient ?? false,
    logLevel: levelOf(values['log-level'] ?? 'info'),
  };
}

function numberOf(flag: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${flag} must be an integer from ${min} to ${max}, not "${text}".`);
}

function levelOf(text: string): LogLevel {
  const level = logLevels.find((one) => one === text);
  if (!level) throw new UsageError(`--log-level cannot be "${text}". Use ${logLevels.join(', ')}.`);
  return level;
}

function createServer({ choices, logLevel }: BridgeFlags, io: CliIo): EmbeddedServer {
  const log = createStderrLog(withoutBlocking(io.stderr), logLevel);
  const homeDir = homedir();
  const options = manifestOptions({ homeDir, ...choices }, log);
  for (const folder of options.folders.slice(1)) {
    if (!existsSync(folder)) log.warn('there is no such folder yet; it is read when it comes', { folder });
  }
  return createEmbeddedServer({
    profile: profileNamed('tairseach', productVersion()),
    fastPath: isFastPathOn(io.env),
    parts: { tools: [], toolSources: [manifestSourceWith(options)], resources: [], prompts: [] },
    host: {
      log,
      folders: () => [io.cwd],
      trusted: () => true, // who starts the command names its folders
      env: {}, // nothing of ours goes to the service
      homeDir,
      setting: () => undefined,
      listServers: () => [],
    },
  });
}
