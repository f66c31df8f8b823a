import { isRecord, parseJson } from '../base/json.ts';
import type { Core } from '../core/app/core.ts';
import type { CallOptions, ManagedServer, ToolResult } from '../core/servers/model/server.ts';
import { configFlag, trustFlag } from './core/cliCore.ts';
import { withServer } from './core/withCore.ts';
import { inputFlag } from './core/givenInputs.ts';
import { serverFailure } from './core/serverFailure.ts';
import { VerbFailed } from './support/failure.ts';
import { printJson, printText, showProgress } from './support/print.ts';
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
    trust: trustFlag,
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
  return withServer(flags, id, io, async (core, server) => {
    const options = callOptions(tool, timeoutMs, io);
    const result = await orFailed(core, server, server.callTool(tool, toolArgs, options));
    if (flags.json) printJson(io.stdout, result);
    else printText(io.stdout, toText(result));
    return result.isError ? 1 : 0;
  });
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

function callOptions(tool: string, timeoutMs: number | undefined, { stop, stderr }: CliIo): CallOptions {
  showProgress(stderr, `Calling ${tool}`);
  return {
    signal: stop,
    ...(timeoutMs !== undefined && { timeoutMs }),
    onProgress: ({ progress, total, message = '' }) => {
      const part = total === undefined ? String(progress) : `${progress}/${total}`;
      showProgress(stderr, `${tool}: ${part} ${message}`.trimEnd());
    },
  };
}

async function orFailed(core: Core, server: ManagedServer, call: Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await call;
  } catch (error) {
    throw new VerbFailed(1, serverFailure(core, server, error));
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
