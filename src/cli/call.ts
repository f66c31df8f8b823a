import { parseArgs } from 'node:util';
import { messageOf } from '../base/fault.ts';
import { isRecord, parseJson } from '../base/json.ts';
import { plainText } from '../base/plainText.ts';
import type { Core } from '../core/app/core.ts';
import type { ManagedServer, ToolResult } from '../core/servers/model/server.ts';
import { connectServer, explainFailure, openCore } from './support/cliCore.ts';
import { type CliIo, type RunVerb, UsageError } from './support/verb.ts';

const usage = `Usage: switchboard call SERVER TOOL [flags]

  --args JSON      arguments as a JSON object ({})
  --config FILE    use this file instead of the configuration files of the current folder
  --timeout N      timeout in seconds, reset by progress (30)
  --trust          approve the server if it is not approved yet, and remember the approval
  --json           print the whole result as JSON
  --help           show this help

Exit code: 0, 1 if the tool reports an error or the call fails, or 2 if the connection to the server failed.`;

/** Calls one tool and prints what it answers. */
export const call: RunVerb = async (args, io) => {
  const { values, positionals } = readFlags(args);
  if (values.help) {
    io.stdout.write(`${usage}\n`);
    return 0;
  }
  const [id, tool] = positionals;
  if (id === undefined || tool === undefined || positionals.length > 2)
    throw new UsageError(`Specify a server and a tool. ${seeHelp}`);
  const toolArgs = readArguments(values.args);
  const timeoutMs = readTimeout(values.timeout);
  const core = await openCore(values, io);
  try {
    const server = core.servers.value.find((one) => one.id === id);
    if (!server) throw new UsageError(`Unknown server "${id}": it is not configured.`);
    try {
      await connectServer(core, server);
    } catch (error) {
      io.stderr.write(`${explainFailure(core, server, error)}\n`);
      return 2;
    }
    return await runCall(core, server, tool, toolArgs, timeoutMs, values.json ?? false, io);
  } finally {
    await Promise.all(core.servers.value.map((one) => one.stop()));
    core.dispose();
  }
};

const seeHelp = 'Run switchboard call --help for usage.';

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        args: { type: 'string' },
        config: { type: 'string' },
        timeout: { type: 'string' },
        trust: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${messageOf(error).split('. ')[0]}. ${seeHelp}`);
  }
}

function readArguments(text = '{}'): Record<string, unknown> {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError(`--args is not valid JSON: ${parsed.reason}`);
  if (!isRecord(parsed.value)) throw new UsageError('--args must be a JSON object.');
  return parsed.value;
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0)) throw new UsageError('--timeout must be a number of seconds.');
  return seconds * 1_000;
}

async function runCall(
  core: Core,
  server: ManagedServer,
  tool: string,
  args: Record<string, unknown>,
  timeoutMs: number | undefined,
  json: boolean,
  io: CliIo,
): Promise<number> {
  try {
    const result = await server.callTool(tool, args, {
      signal: io.stop,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    const text = json ? JSON.stringify(result, undefined, 2) : toText(result);
    // A file or a pipe gets what the tool said; a terminal would obey some of it.
    io.stdout.write(`${(io.stdout as { isTTY?: boolean }).isTTY === true ? plainText(text) : text}\n`);
    return result.isError ? 1 : 0;
  } catch (error) {
    io.stderr.write(`${explainFailure(core, server, error)}\n`);
    return 1;
  }
}

/** The text parts as they are; anything else by its kind, for a terminal cannot show it. */
function toText({ content, structuredContent }: ToolResult): string {
  const parts = content
    .filter(isRecord)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`));
  return parts.length > 0 || structuredContent === undefined
    ? parts.join('\n')
    : JSON.stringify(structuredContent, undefined, 2);
}
