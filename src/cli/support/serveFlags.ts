import { parseArgs } from 'node:util';
import { messageOf } from '../../base/fault.ts';
import { type LogLevel, logLevels } from '../../base/log.ts';
import { type ProfileName, profileNames } from '../../core/mcpServer/profile.ts';
import { messageLimit } from '../../core/mcpServer/limits.ts';
import { UsageError } from './verb.ts';

export interface ServeFlags {
  readonly help: boolean;
  readonly profile: ProfileName;
  readonly transport: 'stdio' | 'http';
  /** Use the embedded server of the open window, where there is one. */
  readonly attach: boolean;
  readonly stayAlive: boolean;
  readonly lenient: boolean;
  readonly maxMessageBytes: number;
  readonly logLevel: LogLevel;
  readonly port: number;
  readonly socket?: string;
  /** Kimi may change files without asking each time. */
  readonly allowWrites: boolean;
}

export const serveUsage = `Usage: switchboard serve [flags]

  --profile NAME           all, kimi, tmkb or tairseach: the tools and the name of the server (all)
  --transport NAME         stdio or http (stdio)
  --attach                 with stdio: use the server of the VS Code window that has this folder open, if any
  --stay-alive             keep running after the end of stdin, until SIGTERM
  --allow-writes           allow the Kimi tools to change files in this folder without asking
  --lenient                accept requests before initialization, for tests with a pipe
  --max-message-bytes N    maximum message size, ${messageLimit.min} to ${messageLimit.max} (${messageLimit.default})
  --log-level LEVEL        ${logLevels.join(', ')} (info); logs go to stderr
  --port N                 with http: port on 127.0.0.1, 0 for any free port (0)
  --socket PATH            with http: Unix socket or named pipe instead of a port
  --help                   show this help

With http, the URL and the token are written to stdout as one line of JSON. Set SWITCHBOARD_TOKEN to choose the token.`;

const transports = ['stdio', 'http'] as const;

export function readServeFlags(args: readonly string[]): ServeFlags {
  const values = parse(args);
  const transport = oneOf('transport', values.transport ?? 'stdio', transports);
  if (transport === 'stdio' && (values.port !== undefined || values.socket !== undefined)) {
    throw new UsageError('--port and --socket require --transport http.');
  }
  if (values.attach && (transport === 'http' || (values.profile ?? 'all') !== 'all')) {
    throw new UsageError('--attach requires --transport stdio and --profile all.');
  }
  if (values.port !== undefined && values.socket !== undefined)
    throw new UsageError('Specify either --port or --socket, not both.');
  return {
    help: values.help ?? false,
    profile: oneOf('profile', values.profile ?? 'all', profileNames),
    transport,
    attach: values.attach ?? false,
    stayAlive: values['stay-alive'] ?? false,
    lenient: values.lenient ?? false,
    allowWrites: values['allow-writes'] ?? false,
    maxMessageBytes: numberIn(
      'max-message-bytes',
      values['max-message-bytes'] ?? String(messageLimit.default),
      messageLimit,
    ),
    logLevel: oneOf('log-level', values['log-level'] ?? 'info', logLevels),
    port: numberIn('port', values.port ?? '0', { min: 0, max: 65_535 }),
    ...(values.socket !== undefined && { socket: values.socket }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // Node's sentence names the flag; what follows it is advice on how to escape positionals.
    throw new UsageError(`${messageOf(error).split('. ')[0]}. Run switchboard serve --help for usage.`);
  }
}

const options = {
  help: { type: 'boolean', short: 'h' },
  profile: { type: 'string' },
  transport: { type: 'string' },
  attach: { type: 'boolean' },
  'stay-alive': { type: 'boolean' },
  lenient: { type: 'boolean' },
  'allow-writes': { type: 'boolean' },
  'max-message-bytes': { type: 'string' },
  'log-level': { type: 'string' },
  port: { type: 'string' },
  socket: { type: 'string' },
} as const;

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const known = allowed.find((one) => one === value);
  if (!known)
    throw new UsageError(
      `--${flag} cannot be "${value}". Use ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}.`,
    );
  return known;
}

function numberIn(flag: string, value: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new UsageError(`--${flag} must be an integer from ${min} to ${max}, not "${value}".`);
  return number;
}
