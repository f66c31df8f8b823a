import { orAborted } from '../base/async.ts';
import { isRecord, parseJson } from '../base/json.ts';
import type { Core } from '../core/app/core.ts';
import type { ManagedServer, ToolResult } from '../core/servers/model/server.ts';
import { configFlag, connectServer, explainFailure, openCore, serverNamed } from './core/cliCore.ts';
import { inputFlag } from './core/givenInputs.ts';
import { printJson, printLines, printText } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'call',
  operands: [
    { name: 'SERVER', what: 'a server' },
    { name: 'TOOL', what: 'a tool' },
  ],
  flags: {
    args: { type: 'text', value: 'JSON', default: '{}', meaning: 'arguments as a JSON object' },
    config: configFlag,
    input: inputFlag,
    timeout: {
      type: 'text',
      value: 'SECONDS',
      otherwise: '30',
      meaning: 'timeout in seconds, reset by progress',
    },
    trust: { type: 'switch', meaning: 'approve the server if it is not approved yet, and remember the approval' },
    json: { type: 'switch', meaning: 'print the whole result as JSON, every character of it' },
  },
  examples: [
    `switchboard call github search_issues --args '{"query":"bug"}'`,
    'switchboard call github get_me --config mcp.json --input token=SECRET --json',
  ],
  exit: {
    failed: 'the tool reports an error or the call fails',
    notTried: 'the server is not approved, or cannot be connected',
  },
} as const satisfies VerbTable;

/** Calls one tool and prints its result. */
export const call = defineVerb(table, async ({ flags, operands: [id = '', tool = ''] }, io) => {
  const toolArgs = readArguments(flags.args);
  const timeoutMs = readTimeout(flags.timeout);
  const core = await openCore(flags, io);
  try {
    const server = serverNamed(core, id);
    try {
      await orAborted(connectServer(core, server), io.stop);
    } catch (error) {
      printLines(io.stderr, ...explainFailure(core, server, error));
      return 2;
    }
    return await runCall(core, server, tool, toolArgs, timeoutMs, flags.json, io);
  } finally {
    await Promise.all(core.servers.value.map((one) => one.stop()));
    core.dispose();
  }
});

function readArguments(text: string): Record<string, unknown> {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError(`--args is not valid JSON: ${parsed.reason}`);
  if (!isRecord(parsed.value)) throw new UsageError('--args must be a JSON object.');
  return parsed.value;
}

const minSeconds = 0.001;
/** A timer holds 24 days; a day is enough for a call. */
const maxSeconds = 86_400;

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds >= minSeconds && seconds <= maxSeconds))
    throw new UsageError(`--timeout must be a number of seconds from ${minSeconds} to ${maxSeconds}, not "${text}".`);
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
    if (json) printJson(io.stdout, result);
    else printText(io.stdout, toText(result));
    return result.isError ? 1 : 0;
  } catch (error) {
    printLines(io.stderr, ...explainFailure(core, server, error));
    return 1;
  }
}

/** Text parts as they are; of other parts the kind only, because a terminal cannot show them. */
function toText({ content, structuredContent }: ToolResult): string {
  const parts = content
    .filter(isRecord)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`));
  return parts.length > 0 || structuredContent === undefined
    ? parts.join('\n')
    : JSON.stringify(structuredContent, undefined, 2);
}
