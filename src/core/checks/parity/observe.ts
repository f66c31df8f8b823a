import { sleep } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { type JsonObject, isRecord } from '../../../base/json.ts';
import { names } from '../../../base/schema/document/schema.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { StepRequest } from '../model/checkFile.ts';
import { applyMask, findNoise, maskOf } from '../snapshot/noise.ts';
import { withoutEnvelope } from '../snapshot/snapshotFile.ts';
import { sampleOf } from '../fuzz/sample.ts';
import { rpcCode, send } from '../run/target.ts';
import type { ObservedQuestions } from './observedQuestions.ts';

/** What one way to reach a server shows, by what was tried. */
export interface Observation {
  /** `2026-07-28, direct`. */
  readonly way: string;
  readonly seen: Readonly<Record<string, unknown>>;
}

interface ObserveOptions {
  readonly way: string;
  /** From names as this way has them to those of the server; `undefined` for what the way itself adds. */
  readonly ownName: (name: string) => string | undefined;
  /** Those that the server asks in this way. */
  readonly questions: ObservedQuestions;
  /** Tools that the user wants called although they are not marked read-only. */
  readonly also: readonly string[];
  readonly signal: AbortSignal;
}

const mostCalls = 10;
const timeoutMs = 10_000;
/** A call that takes longer is not compared. */
const patienceMs = 3_000;
const betweenMs = 1_100;

/** Lists, harmless calls with the questions that they ask, errors and a cancellation, without what differs by itself. */
export async function observe(server: ManagedServer, options: ObserveOptions): Promise<Observation> {
  const { way, signal, ownName, also } = options;
  await server.refreshTools();
  const contents = await server.loadContents();
  const tools = server.tools.value.filter(({ name }) => ownName(name) !== undefined);
  const seen: Record<string, unknown> = {
    tools: Object.fromEntries(tools.map((tool) => [ownName(tool.name) ?? '', shapeOf(tool)])),
    resources: (contents.resources ?? []).map(({ uri }) => uri).toSorted(),
    templates: (contents.templates ?? []).map(({ uriTemplate }) => uriTemplate).toSorted(),
    prompts: (contents.prompts ?? []).map(({ name }) => ownName(name) ?? name).toSorted(),
    'unknown tool': await failureOf(server, { kind: 'call', target: 'switchboard_unknown_tool' }, signal),
    'unknown resource': await failureOf(server, { kind: 'read', target: 'switchboard://unknown' }, signal),
    'unknown prompt': await failureOf(server, { kind: 'prompt', target: 'switchboard_unknown_prompt' }, signal),
    'unknown method': await methodFailure(server, signal),
  };
  const isNamed = ({ name }: ToolDefinition): boolean => also.includes(ownName(name) ?? '');
  const called = [...tools.filter(isNamed), ...tools.filter((tool) => !isNamed(tool) && isCallable(tool))];
  for (const tool of called.slice(0, Math.max(mostCalls, also.length)))
    Object.assign(seen, await callTwice(server, tool, ownName(tool.name) ?? '', options));
  const first = tools.find(isCallable);
  if (first) seen['cancellation'] = await cancelCall(server, first.name, signal);
  return { way, seen };
}

function shapeOf({ description, inputSchema, outputSchema, annotations }: ToolDefinition): object {
  return { description, inputSchema, outputSchema, annotations };
}

/** Read-only, and nothing has to be made up for it. */
function isCallable({ annotations, inputSchema }: ToolDefinition): boolean {
  return annotations?.['readOnlyHint'] === true && isRecord(inputSchema) && names(inputSchema, 'required').length === 0;
}

async function failureOf(server: ManagedServer, request: StepRequest, signal: AbortSignal): Promise<unknown> {
  try {
    const { result, errorCode, errorMessage } = await send(server, { timeoutMs, ...request }, signal);
    if (errorCode !== undefined) return `error ${errorCode}`;
    if (errorMessage !== undefined) return 'a failure without a code';
    return isRecord(result) && result['isError'] === true ? 'a result with isError' : 'a result';
  } catch (error) {
    signal.throwIfAborted();
    return `ended: ${Fault.from(error).code}`;
  }
}

async function methodFailure(server: ManagedServer, signal: AbortSignal): Promise<unknown> {
  try {
    await server.request('switchboard/unknown', {}, { signal, timeoutMs });
    return 'a result';
  } catch (error) {
    signal.throwIfAborted();
    const code = rpcCode(error);
    return code === undefined ? 'a failure without a code' : `error ${code}`;
  }
}

const slow = 'slow';

/** What differs between two calls is no difference between two ways. */
async function callTwice(
  server: ManagedServer,
  tool: ToolDefinition,
  name: string,
  { questions, signal }: ObserveOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const call = async (): Promise<{ readonly came: unknown; readonly asked: unknown }> => {
    questions.take();
    const { result, errorCode, isCancelled } = await send(server, requestFor(tool), signal);
    const came = errorCode === undefined ? withoutEnvelope(result) : `error ${errorCode}`;
    return { came: isCancelled ? slow : came, asked: questions.take() };
  };
  const first = await call();
  if (first.came === slow) return { [`call of ${name}`]: slow };
  await sleep(betweenMs); // a time may have seconds only
  const { came, asked } = applyMask(first, maskOf(findNoise(first, await call()))) as typeof first;
  const hasAsked = Array.isArray(asked) && asked.length > 0;
  return { [`call of ${name}`]: came, ...(hasAsked && { [`questions of ${name}`]: { asked } }) };
}

function requestFor({ name, inputSchema }: ToolDefinition): StepRequest {
  const args = isRecord(inputSchema) ? sampleOf(inputSchema) : undefined;
  return {
    kind: 'call',
    target: name,
    args: (isRecord(args) ? args : {}) as JsonObject,
    timeoutMs,
    cancelAfterMs: patienceMs,
  };
}

/** Whether it goes on after a cancelled call; the call itself may have been faster than the cancellation. */
async function cancelCall(server: ManagedServer, tool: string, signal: AbortSignal): Promise<unknown> {
  await send(server, { kind: 'call', target: tool, timeoutMs, cancelAfterMs: 0 }, signal);
  const after = await failureOf(server, { kind: 'call', target: 'switchboard_unknown_tool' }, signal);
  return after === 'a result' ? after : 'refused, and goes on';
}
