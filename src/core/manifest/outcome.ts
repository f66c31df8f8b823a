import { Fault } from '../../base/fault.ts';
import { isRecord } from '../../base/json.ts';
import { problemsOf } from '../mcpServer/toolProblems.ts';
import { type JsonSchema, type ToolOutcome, errorOutcome, textOutcome } from '../mcpServer/tool.ts';
import { withoutCredentials } from './credentials.ts';
import type { Reply } from './socket/reply.ts';

/** The service's response as an MCP result. */
export function outcomeOf(reply: Reply, outputSchema: JsonSchema | undefined): ToolOutcome {
  if (reply.kind === 'error') return refusal(reply.error);
  const value = withoutCredentials(reply.value, reply.text);
  const text = value === reply.value ? reply.text : JSON.stringify(value);
  const misfit = outputSchema && misfitOf(value, outputSchema);
  if (misfit !== undefined) return errorOutcome(misfit);
  return textOutcome(text, value ?? undefined);
}

/** The whole error is in the result: a JSON-RPC error would mean that the bridge failed. */
function refusal(error: unknown): ToolOutcome {
  const text = JSON.stringify({ error: withoutCredentials(error, JSON.stringify(error)) });
  const hint = hintFor(error);
  return { ...errorOutcome(text), ...(hint !== undefined && { _meta: { 'mcp-switchboard/hint': hint } }) };
}

/** Services of others have no code for it, so their message is read. */
function hintFor(error: unknown): string | undefined {
  const message = isRecord(error) ? error['message'] : undefined;
  if (typeof message !== 'string' || !/permission (denied|not granted)/i.test(message)) return undefined;
  return "Grant the permission in the operating system's settings, then call the tool again.";
}

function misfitOf(value: unknown, schema: JsonSchema): string | undefined {
  const problems = problemsOf(schema, value);
  if (problems.length === 0) return undefined;
  const why = problems.map(({ path, message }) => `${path === '' ? 'the result' : path} ${message}`);
  return `The service's answer does not fit the tool's outputSchema: ${[...new Set(why)].join('; ')}`;
}

/** A call without a response. A cancellation by the caller is no outcome and is rethrown. */
export function failureOf(error: unknown): ToolOutcome {
  if (!Fault.is(error) || error.code === 'cancelled') throw error;
  const hasRemedy = error.hint === undefined || error.code === 'socket/unreachable'; // its message is complete
  return errorOutcome(hasRemedy ? error.message : `${error.message}. ${error.hint}`);
}
