import { type JsonObject, clip, isRecord } from '../../../base/json.ts';
import { problemsOf } from '../../mcpServer/toolProblems.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { StepRequest } from '../model/checkFile.ts';
import { type Outcome, send } from '../run/target.ts';
import { type FuzzInput, inputsFor } from './inputs.ts';
import { shrink } from './shrink.ts';

type FuzzFailureKind = 'ended' | 'silent' | 'accepted' | 'internal-error' | 'refused' | 'output';

interface FuzzFailure {
  readonly tool: string;
  readonly kind: FuzzFailureKind;
  readonly label: string;
  readonly message: string;
  /** As small as it still fails with. */
  readonly args: Readonly<Record<string, unknown>>;
}

interface FuzzOptions {
  readonly seed: number;
  readonly perTool: number;
  readonly timeoutMs: number;
  /** Tools that may change something too. */
  readonly isEveryTool: boolean;
  readonly only?: string | undefined;
  readonly signal: AbortSignal;
  readonly onInput?: (tool: string, done: number) => void;
}

export interface FuzzReport {
  readonly seed: number;
  readonly inputs: number;
  readonly tools: readonly string[];
  /** Not called: they may change something. */
  readonly skipped: readonly string[];
  readonly failures: readonly FuzzFailure[];
}

const words: Readonly<Record<FuzzFailureKind, string>> = {
  ended: 'The server ended.',
  silent: 'No response came.',
  accepted: 'Arguments that its schema forbids were accepted.',
  'internal-error': 'An internal error came instead of a sentence about the arguments.',
  refused: 'Arguments that its schema allows were refused as invalid.',
  output: 'The result does not fit its output schema.',
};

/** Calls tools with inputs made from their schemas. A server that ends is started again. */
export async function fuzzServer(server: ManagedServer, options: FuzzOptions): Promise<FuzzReport> {
  const all = server.tools.value.filter(({ name }) => options.only === undefined || name === options.only);
  const chosen = all.filter((tool) => options.isEveryTool || isHarmless(tool));
  const failures: FuzzFailure[] = [];
  let inputs = 0;
  for (const tool of chosen) {
    const seen = new Set<FuzzFailureKind>();
    for (const input of inputsFor(tool.inputSchema, options.seed, options.perTool)) {
      options.signal.throwIfAborted();
      options.onInput?.(tool.name, ++inputs);
      const kind = await tryInput(server, tool, input, options);
      if (!kind || seen.has(kind)) continue;
      seen.add(kind); // one example of each kind: a thousand would say no more
      failures.push(await failureOf(server, tool, input, kind, options));
    }
  }
  const skipped = all.filter((tool) => !chosen.includes(tool)).map(({ name }) => name);
  return { seed: options.seed, inputs, tools: chosen.map(({ name }) => name), skipped, failures };
}

function isHarmless({ annotations }: ToolDefinition): boolean {
  return annotations?.['readOnlyHint'] === true;
}

async function failureOf(
  server: ManagedServer,
  tool: ToolDefinition,
  input: FuzzInput,
  kind: FuzzFailureKind,
  options: FuzzOptions,
): Promise<FuzzFailure> {
  const failsStill = async (smaller: FuzzInput): Promise<boolean> =>
    (await tryInput(server, tool, smaller, options)) === kind;
  const small = await shrink(tool, input, failsStill);
  return { tool: tool.name, kind, label: input.label, message: words[kind], args: small.args };
}

async function tryInput(
  server: ManagedServer,
  tool: ToolDefinition,
  { args, isValid }: FuzzInput,
  { signal, timeoutMs }: FuzzOptions,
): Promise<FuzzFailureKind | undefined> {
  // Progress would move a time-out.
  const request: StepRequest = { kind: 'call', target: tool.name, args: args as JsonObject, cancelAfterMs: timeoutMs };
  try {
    const outcome = await send(server, request, signal);
    return judge(tool, outcome, isValid);
  } catch {
    signal.throwIfAborted();
    await server.restart();
    return 'ended';
  }
}

const invalidParams = -32602;
const internalError = -32603;

function judge(tool: ToolDefinition, outcome: Outcome, isValid: boolean): FuzzFailureKind | undefined {
  const { result, errorCode, errorMessage, isCancelled, progress } = outcome;
  if (isCancelled) return progress > 0 ? undefined : 'silent'; // it works on, and says so
  if (errorMessage !== undefined && errorCode === undefined) return 'silent';
  if (errorCode === internalError) return 'internal-error';
  if (errorCode === invalidParams && isValid) return 'refused';
  const isRefused = errorCode !== undefined || (isRecord(result) && result['isError'] === true);
  if (!isValid && !isRefused) return 'accepted';
  if (isRefused || !isRecord(tool.outputSchema) || !isRecord(result)) return undefined;
  return problemsOf(tool.outputSchema, result['structuredContent']).length > 0 ? 'output' : undefined;
}

/** For a terminal: long values cut. */
export function describeArgs(args: FuzzFailure['args']): string {
  return clip(
    JSON.stringify(args, (_key, value: unknown) => (typeof value === 'string' ? clip(value, 60) : value)),
    400,
  );
}
