import { existsSync } from 'node:fs';
import path from 'node:path';
import { whenAborted } from '../base/async.ts';
import { systemClock } from '../core/ports/ports.ts';
import { markName } from '../core/process/processTree.ts';
import { fanOutFrames, redactedCopies } from '../core/proxy/fanOut.ts';
import { tapHttp } from '../core/proxy/httpTap.ts';
import { type FrameCopies, copiesTo } from '../core/proxy/tapProtocol.ts';
import { tapFolder } from '../core/proxy/tapSockets.ts';
import { tapStdio } from '../core/proxy/stdioTap.ts';
import { TraceFile } from '../core/proxy/traceFile.ts';
import { WindowLink } from '../core/proxy/windowLink.ts';
import { Redactor } from '../core/trust/redaction/redact.ts';
import { secretsInEnvironment } from '../core/trust/redaction/secretValues.ts';
import { flushed, withoutBlocking } from './support/stdio.ts';
import { seeHelp } from './support/commandLine.ts';
import type { FlagValues } from './support/flagTable.ts';
import { printJson, printLines } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';
import { productVersion } from './support/version.ts';

const table = {
  name: 'tap',
  forms: ['[flags] -- COMMAND ARG...', '[flags] --http URL'],
  about: `Proxies the traffic between a client and an MCP server byte for byte, and copies it to the MCP Traffic view
of the open VS Code window. Without an open window it only proxies.`,
  takesCommand: true,
  flags: {
    name: {
      type: 'text',
      value: 'NAME',
      otherwise: 'the command, or the host',
      meaning: 'name of the server in MCP Traffic',
    },
    folder: {
      type: 'text',
      value: 'DIR',
      otherwise: 'the current folder',
      meaning: 'prefer the window that has this folder open',
    },
    out: { type: 'text', value: 'FILE', meaning: 'also write a recording (*.mcptrace)' },
    raw: { type: 'switch', meaning: 'do not redact secrets in the recording' },
    http: {
      type: 'text',
      value: 'URL',
      meaning: 'URL of the server; use the printed URL, which holds a new token each time, in the client instead',
    },
    port: {
      type: 'integer',
      value: 'N',
      range: { min: 0, max: 65_535 },
      otherwise: 'any free port',
      meaning: 'with --http: port to listen on',
    },
    json: { type: 'switch', meaning: 'with --http: print the URL as JSON' },
  },
  examples: [
    'switchboard tap -- npx -y some-server',
    'switchboard tap --http https://example.com/mcp --out session.mcptrace',
  ],
  exit: { done: 'that of the command', notTried: 'there is no such command' },
} as const satisfies VerbTable;

type Flags = FlagValues<(typeof table)['flags']>;

export const tap = defineVerb(table, async ({ flags, command: [command, ...args] }, io) => {
  if ((command === undefined) === (flags.http === undefined))
    throw new UsageError(`Specify either a command after "--", or --http. ${seeHelp(table)}`);
  if (flags.json && command !== undefined)
    throw new UsageError('--json needs --http: a command prints what it prints.');
  if (command === undefined) return tapAddress(readUrl(flags.http!), flags, io);
  return withCopies(flags, flags.name ?? path.basename(command), io, (copies) => {
    const [stdout, stderr] = [withoutBlocking(io.stdout), withoutBlocking(io.stderr)];
    const { stdin, env, cwd, stop } = io;
    return tapStdio({ command, args, cwd, env, stdin, stdout, stderr, copies, stop }).finally(() => flushed(stdout));
  });
});

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`--http must be an http or https URL, not "${text}".`);
}

async function tapAddress(target: URL, flags: Flags, io: CliIo): Promise<number> {
  const { port = 0 } = flags;
  return withCopies(flags, flags.name ?? target.host, io, async (copies) => {
    const proxy = await tapHttp({ target, port, copies });
    if (flags.json) printJson(io.stdout, { url: proxy.url });
    else printLines(io.stdout, proxy.url);
    await new Promise<void>((resolve) => void whenAborted(io.stop, resolve));
    await proxy.close();
    return 0;
  });
}

/** Where the copies go. A failure to copy is reported once and never affects the traffic. */
async function withCopies(
  flags: Flags,
  name: string,
  io: CliIo,
  work: (copies: FrameCopies) => Promise<number>,
): Promise<number> {
  const reported = new Set<string>();
  const failed = (reason: string): void => {
    if (!reported.has(reason)) printLines(io.stderr, `switchboard tap: ${reason}`);
    reported.add(reason);
  };
  const redactor = new Redactor();
  for (const secret of secretsInEnvironment(io.env)) redactor.learn(secret);
  const folder = path.resolve(io.cwd, flags.folder ?? '.');
  if (!existsSync(folder)) failed(`Folder not found: ${folder}.`);
  const window = isWatched(io) ? undefined : openWindow(flags, name, io);
  const file = openFile(flags, io, redactor, failed);
  const copies = fanOutFrames(
    [...(window ? [redactedCopies(window, redactor)] : []), ...(file ? [copiesTo(file.open(name))] : [])],
    failed,
  );
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

function openFile(
  { out, raw }: Flags,
  io: CliIo,
  redactor: Redactor,
  failed: (reason: string) => void,
): TraceFile | undefined {
  if (out === undefined) return undefined;
  return new TraceFile({
    path: path.resolve(io.cwd, out),
    product: `MCP Switchboard ${productVersion()}`,
    clock: systemClock,
    redaction: raw ? undefined : redactor,
    failed,
  });
}
