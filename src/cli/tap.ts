import path from 'node:path';
import { parseArgs } from 'node:util';
import { whenAborted } from '../base/async.ts';
import { messageOf } from '../base/fault.ts';
import { systemClock } from '../core/ports/ports.ts';
import { markName } from '../core/process/processTree.ts';
import { fanOutFrames } from '../core/proxy/fanOut.ts';
import { tapHttp } from '../core/proxy/httpTap.ts';
import { type FrameCopies, copiesTo } from '../core/proxy/tapProtocol.ts';
import { tapFolder } from '../core/proxy/tapSockets.ts';
import { tapStdio } from '../core/proxy/stdioTap.ts';
import { TraceFile } from '../core/proxy/traceFile.ts';
import { WindowLink } from '../core/proxy/windowLink.ts';
import { Redactor } from '../core/trust/redaction/redact.ts';
import { flushed, withoutBlocking } from './support/stdio.ts';
import { type CliIo, type RunVerb, UsageError } from './support/verb.ts';
import { productVersion } from './support/version.ts';

const usage = `Usage: switchboard tap [flags] -- COMMAND ARG...
       switchboard tap [flags] --http URL

Proxies the traffic between a client and an MCP server byte for byte, and copies it to the MCP Traffic view
of the open VS Code window. Without an open window it only proxies.

  --name NAME     name of the server in MCP Traffic (the command, or the host)
  --folder DIR    prefer the window that has this folder open (the current folder)
  --out FILE      also write a recording (*.mcptrace)
  --raw           do not redact secrets in the recording
  --http URL      URL of the server; use the printed URL in the client instead
  --port N        with --http: port to listen on (any free port)
  --help          show this help

Exit code: the exit code of the command.`;

const known = {
  name: { type: 'string' },
  folder: { type: 'string' },
  out: { type: 'string' },
  raw: { type: 'boolean' },
  http: { type: 'string' },
  port: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof known }>>['values'];

export const tap: RunVerb = async (args, io) => {
  const split = args.indexOf('--');
  const flags = parse(split < 0 ? args : args.slice(0, split));
  if (flags.help) {
    io.stdout.write(`${usage}\n`);
    return 0;
  }
  const [command, ...rest] = split < 0 ? [] : args.slice(split + 1);
  if ((command === undefined) === (flags.http === undefined))
    throw new UsageError(`Specify either a command after "--", or --http. ${seeHelp}`);
  if (command === undefined) return tapAddress(readUrl(flags.http!), flags, io);
  return withCopies(flags, flags.name ?? path.basename(command), io, (copies) => {
    const [stdout, stderr] = [withoutBlocking(io.stdout), withoutBlocking(io.stderr)];
    const { stdin, env, cwd, stop } = io;
    return tapStdio({ command, args: rest, cwd, env, stdin, stdout, stderr, copies, stop }).finally(() =>
      flushed(stdout),
    );
  });
};

const seeHelp = 'Run switchboard tap --help for usage.';

function parse(args: readonly string[]): Flags {
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${messageOf(error).split('. ')[0]}. ${seeHelp}`);
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`--http must be an http or https URL, not "${text}".`);
}

async function tapAddress(target: URL, flags: Flags, io: CliIo): Promise<number> {
  const port = Number(flags.port ?? 0);
  if (!Number.isSafeInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port must be an integer from 0 to 65535.');
  return withCopies(flags, flags.name ?? target.host, io, async (copies) => {
    const proxy = await tapHttp({ target, port, copies });
    io.stdout.write(`${proxy.url}\n`);
    await new Promise<void>((resolve) => void whenAborted(io.stop, resolve));
    await proxy.close();
    return 0;
  });
}

/** Where the copies go. Trouble with them is told once and is never the traffic's. */
async function withCopies(
  flags: Flags,
  name: string,
  io: CliIo,
  work: (copies: FrameCopies) => Promise<number>,
): Promise<number> {
  const told = new Set<string>();
  const failed = (reason: string): void => {
    if (!told.has(reason)) io.stderr.write(`switchboard tap: ${reason}\n`);
    told.add(reason);
  };
  const window = isWatched(io) ? undefined : openWindow(flags, name, io);
  const file = openFile(flags, io, failed);
  const copies = fanOutFrames([...(window ? [window] : []), ...(file ? [copiesTo(file.open(name))] : [])], failed);
  try {
    return await work(copies);
  } finally {
    await Promise.all([window?.flushed(1_000), file?.end()]);
    window?.dispose();
  }
}

/** The window that started this process already sees its traffic. */
function isWatched({ env }: CliIo): boolean {
  return env[markName] !== undefined;
}

function openWindow({ folder }: Flags, name: string, { env, cwd }: CliIo): WindowLink {
  return new WindowLink({ folder: tapFolder(env), cwd: path.resolve(cwd, folder ?? '.'), name });
}

function openFile({ out, raw }: Flags, io: CliIo, failed: (reason: string) => void): TraceFile | undefined {
  if (out === undefined) return undefined;
  return new TraceFile({
    path: path.resolve(io.cwd, out),
    product: `MCP Switchboard ${productVersion()}`,
    clock: systemClock,
    redaction: raw ? undefined : new Redactor(),
    failed,
  });
}
